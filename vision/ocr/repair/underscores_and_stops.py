"""What stands at the foot of a line and readers leave out: an underscore between two words, and
the full stop behind the last one. Both are looked for in the ink."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word
from vision.pixels.ink import ink_mask
from vision.pixels.parts import parts_of

# Of letters, in heights of the line; of fewer of them the base line is not known.
_LETTER, _FEWEST = 0.3, 3
# Of an underscore, in heights of the letters: its width, its thickness, how far below the base
# line it begins, and the gap between it and the letters beside it. An underline is wider, or
# stands below letters.
_WIDE, _WIDEST, _FLAT, _LOW, _NEAR = 0.6, 1.6, 0.3, 0.6, 0.35
# By which boxes of words may be wrong, in heights of the letters.
_RIM = 0.5
# Of a full stop, in heights of the letters: its sides, how far behind the last letter it stands,
# and the empty paper behind it.
_DOT, _BEHIND, _PAPER = 0.36, 0.6, 0.7
# Pixels by which either may stand above the base line; a comma reaches below it.
_OFF = 1


@dataclass(frozen=True, slots=True)
class _Line:
    """The pieces of ink of a line. `left` and `top` are the place of `ink` on the screenshot;
    `height` of the letters and their `base` line are in pixels of the screenshot, as all boxes."""

    ink: NDArray[np.bool_]
    left: int
    top: int
    pieces: list[Box]
    letters: list[Box]
    height: float
    base: float


def with_feet(span: TextSpan, pixels: Pixels) -> TextSpan:
    """The line with its underscores and its full stop, where the ink shows them and the text has
    none."""
    if len(span.text) < _FEWEST or span.text.split() != [word.text for word in span.words]:
        return span
    line = _line_of(span.box, pixels)
    return span if line is None else _stopped(_scored(span, line), line)


def _line_of(box: Box, pixels: Pixels) -> _Line | None:
    height, width = pixels.shape[:2]
    left, top = max(0, box.left), max(0, box.top)
    right = min(width, box.right + box.height)
    bottom = min(height, box.bottom + round(0.3 * box.height))
    if right - left < 4 or bottom - top < 4:
        return None
    ink = ink_mask(pixels[top:bottom, left:right])
    pieces = [part.moved(left, top) for part in parts_of(ink)]
    letters = [
        p
        for p in pieces
        if _LETTER * box.height <= p.height <= box.height
        and p.width <= 2 * box.height
        and p.left < box.right
    ]
    if len(letters) < _FEWEST:
        return None
    size = float(np.median([p.height for p in letters]))
    base = float(np.median([p.bottom for p in letters]))
    return _Line(ink, left, top, pieces, letters, size, base)


def _scored(span: TextSpan, line: _Line) -> TextSpan:
    """With underscores in place of the spaces that they fill."""
    scores = [piece for piece in line.pieces if _is_underscore(piece, line)]
    if not scores or len(span.words) < 2:
        return span
    rim = _RIM * line.height
    words = [span.words[0]]
    for before, word in pairwise(span.words):
        # A word may have underscores of its own, that were read.
        between = before.box.right - rim, word.box.left + rim
        if any(between[0] <= piece.center.x <= between[1] for piece in scores):
            whole = words[-1]
            text, box = f"{whole.text}_{word.text}", whole.box.union(word.box)
            words[-1] = Word(text, box, min(whole.score, word.score))
        else:
            words.append(word)
    return replace(span, text=" ".join(word.text for word in words), words=tuple(words))


def _is_underscore(piece: Box, line: _Line) -> bool:
    flat = piece.height <= max(2, _FLAT * line.height)
    if not flat or not _WIDE * line.height <= piece.width <= _WIDEST * line.height:
        return False
    if not -_OFF <= piece.top - line.base <= _LOW * line.height:
        return False
    close = _NEAR * line.height
    before = any(-_OFF <= piece.left - letter.right <= close for letter in line.letters)
    after = any(-_OFF <= letter.left - piece.right <= close for letter in line.letters)
    if not (before and after):
        return False
    rim = piece.width // 5
    above = line.ink[
        : piece.top - line.top, piece.left + rim - line.left : piece.right - rim - line.left
    ]
    return not above.any()


def _stopped(span: TextSpan, line: _Line) -> TextSpan:
    """With the full stop behind its last word."""
    if not span.text[-1].isalnum():
        return span
    last = max(letter.right for letter in line.letters)
    behind = [piece for piece in line.pieces if piece.left >= last]
    if not behind:
        return span
    dot = min(behind, key=lambda piece: piece.left)
    most = max(3, _DOT * line.height)
    small = dot.width <= most and dot.height <= most and abs(dot.width - dot.height) <= 2
    close = dot.left - last <= max(2, _BEHIND * line.height)
    if not (small and close and -_OFF <= dot.bottom - line.base <= 0):
        return span
    free = line.ink[:, dot.right - line.left :][:, : round(_PAPER * line.height)]
    over = line.ink[: dot.top - line.top, dot.left - line.left : dot.right - line.left]
    if free.any() or over.any() or free.shape[1] < 2:
        return span
    end = span.words[-1]
    words = (*span.words[:-1], replace(end, text=f"{end.text}.", box=end.box.union(dot)))
    return replace(span, text=f"{span.text}.", box=span.box.union(dot), words=words)
