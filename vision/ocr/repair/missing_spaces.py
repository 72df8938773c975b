"""Words that a reader glued together ("Buynow"): lines with wide gaps are read again in parts."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import ReadGlyph, TextSpan, Word
from vision.ocr.enlarged import enlarged
from vision.pixels.flat_regions import text_ink
from vision.pixels.ink import without_bars

# A gap between words, at least: in pixels, in heights of the ink, and in usual gaps between the
# letters of the line; and beside the narrowest space that was read.
_PIXELS, _USUAL, _LIKE_READ = 3, 2.0, 0.7
# In heights of the ink, which are whole pixels in small print.
_SPACE, _SMALL_SPACE, _SMALL = 0.26, 0.2, 14
# Of so few gaps beside those that were read, one that is a space would be the usual one.
_FEW = 2
# In heights of the ink: the least gap beside a single letter.
_LONE = 0.45
# Beside the widest gap that is none; of a line without any space also in pixels: within a word of
# large print gaps of two and of three pixels are alike.
_CLEAR, _CLEARLY = 1.4, 2
# Of more parts, or of longer lines, only the words in which a gap is are read again; in heights of
# the line, how far within.
_MOST_PARTS, _LONGEST, _WITHIN = 10, 80, 0.5
# A line through letters: the part of each of its rows that is inked, where it is in the height of
# the ink, and how thick in that.
_STRUCK, _THROUGH, _THIN = 0.97, (0.25, 0.8), 0.2
# Signs that stand within names and numbers.
_INNER = ".,:;/\\-_'’@"
_CURRENCIES = "$€£¥"
# Letters that are no word in the languages of our alphabet.
_NO_WORDS = frozenset("bcdfghjlmnpqrtx")
_FAR_EAST = 0x2E80
# Behind two letters at least: a cross between numbers multiplies.


def unglued(span: TextSpan, pixels: Pixels, read: ReadGlyph) -> TextSpan:
    """The line with spaces where its ink has wide gaps, if `read` finds the same letters in the
    parts between them."""
    text = span.text
    # Letters on pictures of keys stand far apart ("Ctrl+S").
    keys = "+" in text and " " not in text
    if keys or any(ord(sign) >= _FAR_EAST for sign in text):
        return span
    box = span.box
    crop = pixels[box.top : box.bottom, box.left : box.right]
    drawn = text_ink(crop)
    struck = _struck(drawn)
    if struck.any():
        pixels = _without_line(pixels, box, struck)
        drawn = drawn & ~struck[:, None]
    ink = _own_rows(without_bars(drawn))
    known = text.count(" ")
    wide = _wide(ink, known)
    if len(wide) <= known:
        return span
    if len(wide) >= _MOST_PARTS or len(text) > _LONGEST:
        return _by_words(span, wide, pixels, read)
    ends = [box.left, *(box.left + (start + end) // 2 for start, end in wide), box.right]
    sides = [Box(left, box.top, right, box.bottom) for left, right in pairwise(ends)]
    parts = _parts(text.replace(" ", ""), sides, pixels, read)
    if parts is None:
        # A word beside may have been misread.
        return _by_words(span, wide, pixels, read)
    if not _are_words(parts, wide, ink):
        return span
    lefts = [box.left, *(box.left + end for _, end in wide)]
    rights = [*(box.left + start for start, _ in wide), box.right]
    words = tuple(
        Word(part, Box(left, box.top, right, box.bottom), span.score)
        for part, left, right in zip(parts, lefts, rights, strict=True)
    )
    return replace(span, text=" ".join(parts), words=words)


def _parts(letters: str, sides: list[Box], pixels: Pixels, read: ReadGlyph) -> list[str] | None:
    """What is read in each box; None as soon as they are other letters, or no space may stand
    between two of them."""
    parts: list[str] = []
    for side in sides:
        part = read(enlarged(pixels, side))[0].replace(" ", "")
        if not part or not letters.startswith(part):
            return None
        parts.append(part)
        letters = letters.removeprefix(part)
    apart = all(_may_part(before, after) for before, after in pairwise(parts))
    return parts if apart and not letters else None


def _are_words(parts: list[str], wide: list[tuple[int, int]], ink: NDArray[np.bool_]) -> bool:
    """Whether the parts between wide gaps may be words. Letters of large print and of buttons stand
    far apart ("O K"): a single one is a word by a wider gap only."""
    if any(part in _NO_WORDS for part in parts):
        return False
    rows = np.flatnonzero(ink.any(axis=1))
    least = _LONE * (int(rows[-1] - rows[0]) + 1)
    for place, part in enumerate(parts):
        beside = [end - start for start, end in wide[max(0, place - 1) : place + 1]]
        if len(part) == 1 and part.isalpha() and min(beside) < least:
            return False
    return True


def _by_words(
    span: TextSpan, wide: list[tuple[int, int]], pixels: Pixels, read: ReadGlyph
) -> TextSpan:
    """The line with spaces within the words that have a wide gap, if the same letters are read on
    both sides of it."""
    box, words = span.box, []
    if span.text.split() != [word.text for word in span.words]:
        return span
    for word in span.words:
        rim = _WITHIN * box.height
        inner = [
            (box.left + start, box.left + end)
            for start, end in wide
            if word.box.left + rim < box.left + (start + end) / 2 < word.box.right - rim
        ]
        words += (_pieces(word, inner, box, pixels, read) if inner else None) or [word]
    if len(words) == len(span.words):
        return span
    return replace(span, text=" ".join(word.text for word in words), words=tuple(words))


def _pieces(
    word: Word, gaps: list[tuple[int, int]], line: Box, pixels: Pixels, read: ReadGlyph
) -> list[Word] | None:
    lefts = [word.box.left, *(end for _, end in gaps)]
    rights = [*(start for start, _ in gaps), word.box.right]
    sides = list(zip(lefts, rights, strict=True))
    if any(left >= right for left, right in sides):
        return None  # Where a word begins and ends is not always known.
    boxes = [Box(left, line.top, right, line.bottom) for left, right in sides]
    parts = _parts(word.text, boxes, pixels, read)
    if parts is None or any(len(part) == 1 for part in parts):
        return None
    return [Word(part, side, word.score) for part, side in zip(parts, boxes, strict=True)]


def _struck(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The rows of a line through the middle of all letters: so what is done is struck out."""
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    struck = np.zeros(len(ink), bool)
    if not len(rows):
        return struck
    first, last = (int(rows[0] + share * (rows[-1] - rows[0])) for share in _THROUGH)
    if not rows[0] < first <= last < rows[-1]:
        return struck  # A dash, or a dot: nothing of it is above or below.
    full = ink[first : last + 1, columns[0] : columns[-1] + 1].mean(axis=1) >= _STRUCK
    if np.count_nonzero(full) <= max(1, _THIN * len(rows)):
        struck[first : last + 1] = full
    return struck


def _own_rows(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink of the line alone: the feet of letters above it may reach into its box."""
    inked = np.concatenate([[False], ink.any(axis=1), [False]])
    edges = np.flatnonzero(inked[1:] != inked[:-1])
    runs = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    if len(runs) < 2:
        return ink
    first, end = max(runs, key=lambda run: np.count_nonzero(ink[run[0] : run[1]]))
    own = np.zeros_like(ink)
    own[first:end] = ink[first:end]
    return own


def _without_line(pixels: Pixels, box: Box, struck: NDArray[np.bool_]) -> Pixels:
    """The pixels with what is above and below such rows in their place."""
    clean = pixels.copy()
    rows, kept = np.flatnonzero(struck), np.flatnonzero(~struck)
    for row in rows:
        near = kept[kept < row][-1], kept[kept > row][0]
        upper, lower = (pixels[box.top + n, box.left : box.right].astype(np.int16) for n in near)
        clean[box.top + row, box.left : box.right] = (upper + lower) // 2
    return clean


def _may_part(before: str, after: str) -> bool:
    """Whether a space may stand between them: the figures of a number stand far apart."""
    if before[-1].isalpha() or after[0].isalpha():
        return before[-1] not in _INNER and after[0] not in _INNER
    if before[-1] in _CURRENCIES or after[0] in _CURRENCIES:
        return True
    return not (before[-1].isdigit() or after[0].isdigit())


def _wide(ink: NDArray[np.bool_], known: int) -> list[tuple[int, int]]:
    """Start and end of the empty columns that may be spaces; `known` of them were read as such."""
    rows = np.flatnonzero(ink.any(axis=1))
    columns: NDArray[np.bool_] = np.asarray(ink.any(axis=0))
    edges = np.flatnonzero(np.diff(columns.astype(np.int8)))
    inked = np.flatnonzero(columns)
    if not len(inked):
        return []
    inner = edges[(edges >= inked[0]) & (edges < inked[-1])]
    gaps = [(int(a) + 1, int(b) + 1) for a, b in zip(inner[::2], inner[1::2], strict=False)]
    widths = sorted((end - start for start, end in gaps), reverse=True)
    if len(widths) <= known:
        return []
    height = int(rows[-1] - rows[0]) + 1
    share = _SMALL_SPACE if height <= _SMALL else _SPACE
    usual = widths[known:] if len(widths) > known + _FEW else widths[known + 1 :] or [0]
    least = max(_PIXELS, share * height, _USUAL * float(np.median(usual)))
    if known:
        least = max(least, _LIKE_READ * widths[known - 1])
    wide = [(start, end) for start, end in gaps if end - start >= least]
    if len(wide) in (0, len(widths)):
        return wide
    last, next_ = widths[len(wide) - 1], widths[len(wide)]
    return wide if last >= _CLEAR * next_ and (known or last - next_ >= _CLEARLY) else []
