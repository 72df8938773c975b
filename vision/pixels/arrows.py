"""Small arrows and strokes beside names, told by their form: no reader reads them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels

# What stands out from the ground, 0 to 255, at least, and of what stands out most.
_STANDS_OUT, _STRONG = 20, 0.4
# In heights of the name beside it, an arrow to the right: width and height, room on each side, out
# of the middle. Pixels of a letter beside it.
_WIDE, _HIGH, _ROOM, _OFF = (0.15, 0.6), (0.25, 1.4), 0.12, 0.35
_LETTER = 3
# How far its tip is beyond its ends, of how far it reaches; where along it the tip is.
_TIP, _MIDDLE = 0.6, (0.25, 0.75)


def is_arrow_right(crop: Pixels, high: int) -> bool:
    """Whether a small arrow to the right, or a stroke that leans to it, is all that is drawn in the
    gap between two words `high` pixels high (uint8 H x W x 3)."""
    if crop.shape[1] <= 2 * _LETTER:
        return False
    away = _away(crop)
    ink = _ink(away, away[:, _LETTER:-_LETTER])
    # A letter reaches a pixel or two out of its box.
    for side in (range(_LETTER), range(-1, -1 - _LETTER, -1)):
        for column in side:
            if not ink[:, column].any():
                break
            ink[:, column] = False
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not _fits(rows, columns, high, _WIDE, _HIGH):
        return False
    beside = min(int(columns[0]), ink.shape[1] - 1 - int(columns[-1]))
    middle = (rows[0] + rows[-1]) / 2 - (len(ink) - 1) / 2
    whole = len(rows) == rows[-1] - rows[0] + 1
    if beside < _ROOM * high or abs(middle) > _OFF * high or not whole:
        return False
    ends = [int(np.flatnonzero(row)[-1]) for row in ink[rows]]
    wide = int(columns[-1] - columns[0]) + 1
    return _comes_to_a_tip(ends, wide, 1) or _leans(ends, wide, high)


def _away(crop: Pixels) -> NDArray[np.int16]:
    """How far the pixels are from the ground."""
    flat = crop.astype(np.int16)
    found: NDArray[np.int16] = np.abs(flat - np.median(flat.reshape(-1, 3), axis=0)).max(axis=2)
    return found


def _ink(away: NDArray[np.int16], drawn: NDArray[np.int16]) -> NDArray[np.bool_]:
    """What stands out; `drawn` is where the strongest of it is looked for."""
    found: NDArray[np.bool_] = away > max(_STANDS_OUT, _STRONG * float(drawn.max()))
    return found


def _fits(
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    high: int,
    wide: tuple[float, float],
    tall: tuple[float, float],
) -> bool:
    """Whether what is drawn in these rows and columns is as wide and as high as it may be."""
    if not len(rows):
        return False
    sides = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    limits = zip(sides, (wide, tall), strict=True)
    return all(least * high <= side <= most * high for side, (least, most) in limits)


def _comes_to_a_tip(ends: Sequence[int], reach: int, least: int) -> bool:
    """Whether the ends of the lines of something go out to a tip near the middle and come back."""
    most = [n for n, end in enumerate(ends) if end == max(ends)]
    tip = most[len(most) // 2]
    middle = _MIDDLE[0] * len(ends) <= tip <= _MIDDLE[1] * len(ends)
    out = all(b >= a for a, b in pairwise(ends[: tip + 1]))
    back = all(b <= a for a, b in pairwise(ends[tip:]))
    far = min(ends[tip] - ends[0], ends[tip] - ends[-1])
    return middle and out and back and far >= max(least, _TIP * reach - 1)


def _leans(ends: Sequence[int], wide: int, high: int) -> bool:
    """Whether it is a stroke from the lower left to the upper right."""
    falls = all(b <= a for a, b in pairwise(ends))
    tall = len(ends)
    return falls and tall >= 0.8 * high and ends[0] - ends[-1] >= 0.5 * wide and wide <= 0.7 * tall
