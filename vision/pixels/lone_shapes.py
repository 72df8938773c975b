"""Drawn things that stand by themselves: a square, a disc or a triangle of one colour on a plain
ground, as in drawings, on boards and in games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import steps
from vision.capture.screen import Pixels
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece
from vision.core.views import Sight

# Looked for in half of the resolution.
_SCALE = 2
_STEP = 10
# In heights of a line of text: the sides of a shape; the side of the square that a ground covers.
_LEAST, _MOST, _GROUND = 1.0, 6.0, 8.0
# Longer ones are bars, and what is more of an outline than of one colour is no shape.
_LONGEST, _SOLID = 2.5, 0.5
_CONTRAST = 40
_COVERED = 0.2


def with_lone_shapes(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces, with the shapes that none of them stands for, and no text stands on, as icons."""
    known = [piece.box for piece in pieces if piece.kind != "dialog"]
    known += [span.box for span in sight.spans]
    found = [
        Piece("icon", "", box, source="shape", score=0.6)
        for box in lone_shapes(sight.pixels, sight.line)
        if not any(coverage(box, k) > _COVERED or coverage(k, box) > _COVERED for k in known)
    ]
    return [*pieces, *found]


def lone_shapes(pixels: Pixels, line: float) -> list[Box]:
    """Where something of one colour stands on a plain ground with nothing at its sides; `line` is
    the height of a line of text in pixels."""
    import cv2

    height, width = pixels.shape[0] // _SCALE, pixels.shape[1] // _SCALE
    if not height or not width:
        return []
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
    flat = _flat(small)
    _, areas, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    sizes = stats[:, cv2.CC_STAT_AREA]
    sizes[0] = 0  # what is not flat
    ground = (sizes >= (_GROUND * line / _SCALE) ** 2)[areas]
    _, drawn, parts, _ = cv2.connectedComponentsWithStats(
        (~ground).astype(np.uint8), connectivity=8
    )
    low, high = _LEAST * line / _SCALE, _MOST * line / _SCALE
    found = []
    for number, (left, top, w, h, area) in enumerate(parts[1:].tolist(), start=1):
        box = Box(left, top, left + w, top + h)
        if not (low <= w <= high and low <= h <= high and max(w, h) <= _LONGEST * min(w, h)):
            continue
        if left and top and box.right < width and box.bottom < height:
            rows, columns = slice(top, box.bottom), slice(left, box.right)
            own = np.where(drawn[rows, columns] == number, areas[rows, columns], 0)
            if _is_solid(own, area) and _stands_out(small, box, own):
                found.append(Box(*(side * _SCALE for side in box.as_list())))
    return found


def _flat(pixels: Pixels) -> NDArray[np.uint8]:
    """1 where a pixel hardly differs from its right and lower neighbours, else 0."""
    across, down = steps(pixels)
    flat = np.ones(pixels.shape[:2], np.uint8)
    flat[:, :-1] &= across <= _STEP
    flat[:-1, :] &= down <= _STEP
    return flat


def _is_solid(own: NDArray[np.int32], area: int) -> bool:
    """Whether one flat area takes most of a part."""
    return bool(np.bincount(own.ravel())[1:].max(initial=0) >= _SOLID * area)


def _stands_out(small: Pixels, box: Box, own: NDArray[np.int32]) -> bool:
    """Whether its colour is another one than that of the ground around it."""
    largest = own == np.bincount(own.ravel())[1:].argmax() + 1
    colour = np.median(small[box.top : box.bottom, box.left : box.right][largest], axis=0)
    corner = small[box.top - 1, box.left - 1].astype(np.float64)
    return bool(np.abs(colour - corner).max() >= _CONTRAST)
