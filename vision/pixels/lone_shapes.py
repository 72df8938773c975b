"""Drawn things that stand by themselves on a plain ground: a square, a disc or a triangle of one
colour, as in drawings, on boards and in games; and signs that stand one below another, as in each
row of a list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import steps
from vision.capture.screen import Pixels
from vision.core.elements import ROWS
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece, same_row
from vision.core.views import Sight
from vision.pixels.parts import parts_of

# Looked for in half of the resolution.
_SCALE = 2
_STEP = 10
# In heights of a line of text: the sides of a shape; the side of the square that a ground covers.
_LEAST, _MOST, _GROUND = 1.0, 6.0, 8.0
# Longer ones are bars, and what is more of an outline than of one colour is no shape.
_LONGEST, _SOLID = 2.5, 0.5
_CONTRAST = 40
_COVERED = 0.2
# Of signs, in heights of a line: the sides. How many stand one below another, and by what share of
# a line their places and sides differ.
_SMALL, _LARGE, _FEWEST, _OFF = 0.7, 2.2, 3, 0.15
# How near a text is whose picture a sign is.
_BEFORE = 2.0


def with_lone_shapes(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces, with the shapes and signs that none of them stands for, and no text stands on, as
    icons. A sign may stand in a row."""
    texts = [span.box for span in sight.spans]
    known = [*texts, *(p.box for p in pieces if p.kind != "dialog")]
    besides = [*texts, *(p.box for p in pieces if p.kind not in ("dialog", *ROWS))]
    shapes, signs = lone_shapes(sight.pixels, sight.line)
    found = [box for box in shapes if not _is_covered(box, known)]
    signs = [box for box in signs if not _is_covered(box, besides)]
    signs = [box for box in signs if not any(_is_before(box, text, sight.line) for text in texts)]
    found += in_columns(signs, sight.line)
    return [*pieces, *(Piece("icon", "", box, source="shape", score=0.6) for box in found)]


def _is_covered(box: Box, known: Sequence[Box]) -> bool:
    return any(coverage(box, k) > _COVERED or coverage(k, box) > _COVERED for k in known)


def _is_before(sign: Box, text: Box, line: float) -> bool:
    """Whether a sign is the picture of a text at its right."""
    return same_row(sign, text) and 0 <= text.left - sign.right <= _BEFORE * line


def in_columns(signs: Sequence[Box], line: float) -> list[Box]:
    """Those of some signs that stand one below another, all of one size."""
    off = max(2.0, _OFF * line)

    def alike(one: Box, other: Box) -> bool:
        sides = (one.left - other.left, one.width - other.width, one.height - other.height)
        return max(map(abs, sides)) <= off

    return [one for one in signs if sum(alike(one, other) for other in signs) >= _FEWEST]


def lone_shapes(pixels: Pixels, line: float) -> tuple[list[Box], list[Box]]:
    """Where something of one colour, and where a sign, stands on a plain ground with nothing at its
    sides; `line` is the height of a line of text in pixels."""
    import cv2

    height, width = pixels.shape[0] // _SCALE, pixels.shape[1] // _SCALE
    if not height or not width:
        return [], []
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
    flat = _flat(small)
    _, areas, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    sizes = stats[:, cv2.CC_STAT_AREA]
    sizes[0] = 0  # what is not flat
    other = (~(sizes >= (_GROUND * line / _SCALE) ** 2)[areas]).astype(np.uint8)
    _, drawn, parts, _ = cv2.connectedComponentsWithStats(other, connectivity=8)
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
                found.append(_enlarged(box))
    return found, [_enlarged(box) for box in _signs(other, line / _SCALE)]


def _enlarged(box: Box) -> Box:
    return Box(*(side * _SCALE for side in box.as_list()))


def _signs(drawn: NDArray[np.uint8], line: float) -> list[Box]:
    """What is as large as a sign in a mask of what is drawn, its strokes joined, with nothing near
    it."""
    import cv2

    joined = cv2.dilate(drawn, np.ones((3, 3), np.uint8))
    low, high = _SMALL * line + 2, _LARGE * line + 2
    parts = parts_of(joined.astype(np.bool_))
    fits = [p for p in parts if low <= p.width <= high and low <= p.height <= high]
    return [part.grown(-1) for part in fits]


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
