"""Words that a reader glued together ("Buynow"): lines with wide gaps are read again in parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.enlarged import enlarged
from vision.geometry import Box
from vision.ink import ink_mask, without_bars
from vision.recognise import TextSpan, Word
from vision.screen import Pixels

# A gap between words, at least: in pixels, in heights of the ink, and in usual gaps between the
# letters of the line; and beside the narrowest space that was read.
_PIXELS, _USUAL, _LIKE_READ = 3, 2.0, 0.7
# In heights of the ink, which are whole pixels in small print.
_SPACE, _SMALL_SPACE, _SMALL = 0.26, 0.2, 14
# Of so few gaps beside those that were read, one that is a space would be the usual one.
_FEW = 2
# Beside the widest gap that is none; of a line without any space also in pixels: within a word of
# large print gaps of two and of three pixels are alike.
_CLEAR, _CLEARLY = 1.4, 2
# More parts, or longer lines, are prose, which costs more to read again than it is worth.
_MOST_PARTS, _LONGEST = 10, 80
# Signs that stand within names and numbers.
_INNER = ".,:;/\\-_'’@"
_CURRENCIES = "$€£¥"
# Letters that are no word in the languages of our alphabet.
_NO_WORDS = frozenset("bcdfghjlmnpqrtx")
_FAR_EAST = 0x2E80

ReadGlyph = Callable[[Pixels], tuple[str, float]]


def unglued(span: TextSpan, pixels: Pixels, read: ReadGlyph) -> TextSpan:
    """The line with spaces where its ink has wide gaps, if `read` finds the same letters in the
    parts between them."""
    text = span.text
    # Letters on pictures of keys stand far apart ("Ctrl+S").
    keys = "+" in text and " " not in text
    if keys or len(text) > _LONGEST or any(ord(sign) >= _FAR_EAST for sign in text):
        return span
    box = span.box
    ink = without_bars(ink_mask(pixels[box.top : box.bottom, box.left : box.right]))
    known = text.count(" ")
    wide = _wide(ink, known)
    if not known < len(wide) < _MOST_PARTS:
        return span
    ends = [box.left, *(box.left + (start + end) // 2 for start, end in wide), box.right]
    parts = [
        read(enlarged(pixels, Box(left, box.top, right, box.bottom)))[0].replace(" ", "")
        for left, right in pairwise(ends)
    ]
    if not all(parts) or "".join(parts) != text.replace(" ", ""):
        return span
    if any(part in _NO_WORDS for part in parts):
        return span
    if not all(_may_part(before, after) for before, after in pairwise(parts)):
        return span
    lefts = [box.left, *(box.left + end for _, end in wide)]
    rights = [*(box.left + start for start, _ in wide), box.right]
    words = tuple(
        Word(part, Box(left, box.top, right, box.bottom), span.score)
        for part, left, right in zip(parts, lefts, rights, strict=True)
    )
    return replace(span, text=" ".join(parts), words=words)


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
