"""What is drawn in a part of a picture: whether anything is, where, and the mark of a checkbox."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box

_DIFFERS = 14  # of 255: less is a shade of the ground
_LEAST_TICK, _MOST_TICK = 9, 27  # pixels per scale


def cut(pixels: Pixels, box: Box) -> Pixels:
    """The pixels of a box; empty when it lies outside of the picture."""
    return pixels[max(0, box.top) : max(0, box.bottom), max(0, box.left) : max(0, box.right)]


def ink(part: Pixels, differs: int = _DIFFERS) -> NDArray[np.bool_]:
    """Which pixels differ from the most frequent colour."""
    if part.size == 0:
        return np.zeros(part.shape[:2], dtype=np.bool_)
    wide = part.astype(np.int32)
    codes = (wide[:, :, 0] << 16) | (wide[:, :, 1] << 8) | wide[:, :, 2]
    values, counts = np.unique(codes, return_counts=True)
    code = int(values[counts.argmax()])
    ground = np.array([code >> 16, code >> 8 & 255, code & 255])
    found: NDArray[np.bool_] = np.abs(wide - ground).max(axis=2) > differs
    return found


def flat(part: Pixels, least: float = 0.004) -> bool:
    """Whether nothing is drawn: less than this share of the pixels differs from the rest."""
    return part.size == 0 or float(ink(part).mean()) < least


def bounds(mask: NDArray[np.bool_]) -> Box | None:
    """The smallest box round what is set."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return None
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def trimmed(pixels: Pixels, box: Box, border: int = 0) -> Box | None:
    """The box of what is drawn in a box, without looking at its outermost pixels."""
    if box.width <= 2 * border or box.height <= 2 * border:
        return None
    inner = box.grown(-border)
    found = bounds(ink(cut(pixels, inner)))
    return found.moved(inner.left, inner.top) if found else None


def tick(pixels: Pixels, box: Box, scale: float) -> Box | None:
    """The square or circle at the left of a checkbox's or radio's box; None when there is none.

    Focus frames are too large, letters too small or too narrow to be taken for it.
    """
    import cv2

    part = cut(pixels, box)
    if part.size == 0:
        return None
    mask = ink(part, 9).astype(np.uint8)
    _, _, figures, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    middle = box.height / 2
    for left, top, width, height, _ in sorted(figures[1:].tolist()):
        small, large = sorted((width, height))
        fits = _LEAST_TICK * scale * 0.9 <= small and large <= _MOST_TICK * scale
        centred = abs(top + height / 2 - middle) <= max(3.0, 0.14 * box.height)
        near = left <= max(0.75 * box.height, 12 * scale)
        if fits and small >= 0.8 * large and centred and near:
            x, y = box.left + left, box.top + top
            return Box(x, y, x + width, y + height)
        if fits and near and small < 0.8 * large:
            return None
    return None
