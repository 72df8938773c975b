"""Words of which the text finder found only pieces, read again as one.

It happens to large and short texts: "84" is found as "8" and the foot of "4", or as "8" alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer, TextSpan, Word
from vision.pixels.ink import ink_mask

# Pieces of a word are short, and nearer to each other than letters of two words (in heights).
_LONGEST_PIECE = 3
_GAP = 0.12
_PAPER = 0.4
_LETTER_GAP = 0.25


def join_torn(
    spans: Sequence[TextSpan], pixels: Pixels, recognizer: TextRecognizer
) -> list[TextSpan]:
    """The spans, pieces of one word joined and read again with the ink that belongs to them."""
    spans = [_with_rest(span, spans, pixels, recognizer) for span in spans]
    joined: list[TextSpan] = []
    for span in sorted(spans, key=lambda span: (span.box.left, span.box.top)):
        place = next((i for i, known in enumerate(joined) if _torn(known, span)), None)
        whole = None
        if place is not None:
            whole = _read(joined[place].box.union(span.box), pixels, recognizer)
        if place is not None and whole is not None:
            joined[place] = whole
        else:
            joined.append(span)
    return joined


def _with_rest(
    span: TextSpan, spans: Sequence[TextSpan], pixels: Pixels, recognizer: TextRecognizer
) -> TextSpan:
    """A short text with the letters beside it that nobody found."""
    if len(span.text) > _LONGEST_PIECE:
        return span
    box, height = span.box, span.box.height
    reach = 2 * height
    left, right = max(0, box.left - reach), min(pixels.shape[1], box.right + reach)
    ink: NDArray[np.bool_] = np.asarray(
        ink_mask(pixels[box.top : box.bottom, left:right]).any(axis=0)
    )
    for other in spans:
        if other is not span and _share_rows(other.box, box):
            ink[max(0, other.box.left - left) : max(0, other.box.right - left)] = False
    start, end = _run(ink, box.left - left, box.right - left, max(2, round(_LETTER_GAP * height)))
    if start == 0 or end == len(ink) or end - start <= box.width + _LETTER_GAP * height:
        return span
    return _read(Box(left + start, box.top, left + end, box.bottom), pixels, recognizer) or span


def _run(ink: NDArray[np.bool_], start: int, end: int, gap: int) -> tuple[int, int]:
    """The columns from start to end, grown while ink follows within `gap` columns."""
    while ink[end : end + gap].any():
        end += int(np.flatnonzero(ink[end : end + gap])[-1]) + 1
    while start > 0 and ink[max(0, start - gap) : start].any():
        start = max(0, start - gap) + int(np.flatnonzero(ink[max(0, start - gap) : start])[0])
    return start, end


def _share_rows(a: Box, b: Box) -> bool:
    return min(a.bottom, b.bottom) - max(a.top, b.top) > 0


def _torn(left: TextSpan, right: TextSpan) -> bool:
    height = max(left.box.height, right.box.height)
    common = min(left.box.bottom, right.box.bottom) - max(left.box.top, right.box.top)
    gap = right.box.left - left.box.right
    short = min(len(left.text), len(right.text)) <= _LONGEST_PIECE
    return (
        short
        and common > 0.5 * min(left.box.height, right.box.height)
        and (-0.3 * height <= gap <= _GAP * height)
    )


def _read(box: Box, pixels: Pixels, recognizer: TextRecognizer) -> TextSpan | None:
    pad = max(2, round(_PAPER * box.height))
    top, left = max(0, box.top - pad // 2), max(0, box.left - pad)
    text, score = recognizer.read_glyph(pixels[top : box.bottom + pad // 2, left : box.right + pad])
    return TextSpan(text, box, score, (Word(text, box, score),)) if text and score > 0.8 else None
