"""Letters with a line below them, by which programs say which key stands for a menu or a button:
readers take such an "F" for an "E". The line is taken away, and the text is read again."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import ReadGlyph, TextSpan, reworded
from vision.ocr.enlarged import enlarged
from vision.pixels.ink import ink_mask

# In heights of the highest letter: how high and wide the line below a letter is; in heights of the
# line, how far below it that may end.
_FLAT, _NARROW, _WIDE, _BELOW = 0.2, 0.15, 1.2, 0.45
# Of the feet of letters, from the highest: where the base line is. Faint letters fall apart.
_BASE = 0.7
# From which part of the height on the line is looked for.
_LOWER = 0.5
# The part of the line that has ink of its letter above it; so many lines at most.
_UNDER, _MOST = 0.5, 2
# Of a letter, in heights of the box; what prose is longer than.
_LETTER, _LONGEST = 0.3, 30
# How sure the second reading must be, and how like the first.
_SURE, _ALIKE = 0.8, 0.6
# Letters that reach below the line, and signs that have a line of their own there.
_WITH_FEET = frozenset("gjpqyQ")
_UNDERLINED = frozenset("_≤≥±=≡£")


def without_mnemonic(span: TextSpan, pixels: Pixels, read: ReadGlyph) -> TextSpan:
    """The line as `read` reads it without the lines below single letters; as it is without any."""
    if len(span.text) > _LONGEST or not _UNDERLINED.isdisjoint(span.text):
        return span
    box = span.box
    low = min(len(pixels), box.bottom + round(_BELOW * box.height))
    crop = pixels[box.top : low, box.left : box.right]
    ink = ink_mask(crop)
    bars = _bars(ink) if _may_have_bar(ink) else []
    if not 0 < len(bars) <= _MOST:
        return span
    clean = crop.copy()
    for bar in bars:
        # Its edge is paler than ink.
        edge = bar.grown(1)
        beside = crop[edge.top : edge.bottom, max(0, edge.left - 2) : edge.right + 2]
        ground = np.median(beside.reshape(-1, 3), axis=0)
        clean[max(0, bar.top) : bar.bottom + 1, max(0, edge.left) : edge.right] = ground
    text, score = read(enlarged(clean, Box(0, 0, clean.shape[1], box.height)))
    if score < _SURE or not _is_alike(text, span.text) or not _is_better(text, span.text):
        return span
    return reworded(span, text, span.score)


def _is_better(text: str, before: str) -> bool:
    """Whether it has other letters, and not only for such as have a foot of their own below the
    line, which in pale print stands apart; and whether its words stayed apart."""
    new, old = _letters(text), _letters(before)
    if new == old or new.count(" ") < old.count(" ") - 1:
        return False
    pairs = zip(new.replace(" ", ""), old.replace(" ", ""), strict=False)
    other = {was for now, was in pairs if now != was}
    return not other or bool(other - _WITH_FEET)


def _letters(text: str) -> str:
    """Without the signs that are read anew by chance."""
    return "".join(sign for sign in text if sign.isalnum() or sign == " ")


def _is_alike(text: str, other: str) -> bool:
    return SequenceMatcher(None, text.casefold(), other.casefold()).ratio() >= _ALIKE


def _may_have_bar(ink: NDArray[np.bool_]) -> bool:
    """Whether, in its lower part, something begins that is some pixels wide at once: this is told
    in a tenth of the time that the pieces of ink take."""
    lower = ink[round(_LOWER * len(ink)) :]
    begins = lower[1:] & ~lower[:-1]
    return bool((begins[:, 2:] & begins[:, 1:-1] & begins[:, :-2]).any())


def _bars(ink: NDArray[np.bool_]) -> list[Box]:
    """Flat pieces of ink below single letters."""
    import cv2

    count, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    pieces = [Box(x, y, x + w, y + h) for x, y, w, h, _ in stats[1:count].tolist()]
    letters = [p for p in pieces if p.height >= _LETTER * len(ink)]
    if not letters:
        return []
    height = max(p.height for p in letters)
    base = float(np.quantile([p.bottom for p in letters], _BASE))
    flat = max(2.0, _FLAT * height)
    return [
        p
        for p in pieces
        if p.height <= flat
        and max(3.0, _NARROW * height) <= p.width <= max(4.0, _WIDE * height)
        and p.width >= 2 * p.height
        and p.top >= base
        and _has_letter_above(p, ink)
    ]


def _has_letter_above(bar: Box, ink: NDArray[np.bool_]) -> bool:
    above = ink[: bar.top, bar.left : bar.right].any(axis=0)
    return float(above.mean()) >= _UNDER
