"""Carets that were read: right behind the last letter, where one writes, a reader takes the thin
line for another letter ("teal" for "tea"), or for a part of the last one ("musid" for "music")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import difference
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.trace import note
from vision.core.views import View
from vision.ocr.engine import TextRecognizer, TextSpan, reworded, words_of
from vision.ocr.enlarged import enlarged

_LIKE_CARETS = frozenset("lI|1!")
# What letters become with a caret ("c", "0", "C", "v"), and how surely they are read without it.
_WITH_CARETS, _SURE = frozenset("dyΩ"), 0.8
# Of a channel, 0 to 255: how far a caret is from its ground.
_STEP = 60
# In heights of the text: how far around it is looked, from there on how far back for the caret, and
# how far behind a caret is nothing else.
_AROUND, _END, _FREE = 0.5, 1.2, 0.25
# Pixels: the widest caret, and by how much it is lower than most letters.
_WIDEST, _BELOW = 2, 2


def without_read_carets(
    spans: Sequence[TextSpan], view: View, recognizer: TextRecognizer
) -> list[TextSpan]:
    """The spans without a last letter that is the caret behind them, and without what a caret
    makes of the last letter."""
    return [_without(span, view, recognizer) for span in spans]


def _without(span: TextSpan, view: View, recognizer: TextRecognizer) -> TextSpan:
    text, last = span.text[:-1], span.text[-1:]
    like = last in _LIKE_CARETS and text[-1:].isalnum()
    if len(text) < 2 or not (like or last in _WITH_CARETS):
        return span
    room = max(2, round(_AROUND * span.box.height))
    frame = Box(0, 0, view.pixels.shape[1], view.pixels.shape[0])
    around = span.box.grown(room).intersection(frame)
    caret = view.ask(_caret, around, span.box.height) if around else None
    if around is None or caret is None:
        return span
    right = max(span.box.left + 1, around.left + caret)
    if last in _WITH_CARETS:
        word = words_of([span])[-1]
        seen = replace(word.box, right=right)
        again, score = recognizer.read_glyph(enlarged(view.pixels, seen))
        # Its first letter may be cut: where words begin in a line is an estimate.
        same = len(again) == len(word.text) and again[1:-1] == word.text[1:-1]
        if score < _SURE or not same:
            return span
        text += again[-1]
    note("read carets", span.box, f'the last sign of "{span.text}" is, or has, the caret')
    return reworded(replace(span, box=replace(span.box, right=right)), text, span.score)


def _caret(crop: Pixels, height: int) -> int | None:
    """The column where a caret begins that is the last thing in a crop with a text of this height;
    None for none. It is higher than all letters, and reaches as low as the lowest."""
    red, green, blue = (int(level) for level in np.median(crop, axis=(0, 1)))
    ink: NDArray[np.bool_] = np.asarray(difference(crop, (red, green, blue)) > _STEP)
    for right in range(ink.shape[1] - 1, max(_WIDEST, ink.shape[1] - round(_END * height)), -1):
        for left in range(right - _WIDEST, right):
            if _is_caret(ink, left, right, height):
                return left
    return None


def _is_caret(ink: NDArray[np.bool_], left: int, right: int, height: int) -> bool:
    """Whether the columns are a bar as high as the line of the letters before it, with nothing
    close behind it."""
    import cv2

    top, bottom = _run(ink, left, right)
    if not 0 < top < bottom < len(ink) - 1:
        return False
    behind = ink[top : bottom + 1, right : right + max(1, round(_FREE * height))]
    # The feet of a bracket begin where it ends.
    if behind.any() or ink[[top, bottom], left - 1].any():
        return False
    _, _, parts, _ = cv2.connectedComponentsWithStats(ink[:, :left].astype(np.uint8))
    tops, bottoms = parts[1:, 1], parts[1:, 1] + parts[1:, 3] - 1
    # What reaches the edge is of another line, what is higher a frame.
    own = (tops > 0) & (tops <= bottom) & (top <= bottoms) & (bottoms < len(ink) - 1)
    own &= (top <= tops) | (bottoms <= bottom)
    if not own.any():
        return False
    # An "l" is higher than other letters, and ends where most of them do.
    ends, lowest = float(np.median(bottoms[own])), int(bottoms[own].max())
    return bool(top < tops[own].min() and bottom >= max(lowest, ends + _BELOW))


def _run(ink: NDArray[np.bool_], left: int, right: int) -> tuple[int, int]:
    """The first and the last row of a bar through the middle, without a frame that it touches;
    (0, 0) where there is none."""
    wide, middle = ink[:, max(0, left - _WIDEST - 1) : right + _WIDEST + 1], len(ink) // 2
    gaps = np.flatnonzero(~np.all(ink[:, left:right], axis=1) | np.all(wide, axis=1))
    if middle in gaps:
        return 0, 0
    above, below = gaps[gaps < middle], gaps[gaps > middle]
    top = int(above[-1]) + 1 if len(above) else 0
    return top, int(below[0]) - 1 if len(below) else len(ink) - 1
