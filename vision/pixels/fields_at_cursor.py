"""Carets: the thin line where one writes. In a low field it cuts the paper into two flat areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.pixels.flat_regions import Shape

# Pixels: the widest gap that a caret leaves, and by how much the two areas may differ.
_WIDEST, _ALIGNED = 5, 2
# Steps of a channel, 0 to 255.
_ALIKE = 14
# What is written before a caret may leave too little paper to be an area. In pixels: how far that
# reaches at least, and the lowest and highest area that has such a line.
_WRITTEN, _LOW, _HIGH = 8, 12, 60
_BAR = 0.55  # of the area's height
# Pixels beside an area in which its frame or its ground begins, and on how much of its width.
_EDGE, _ALONG = 4, 0.95


def without_carets(shapes: Sequence[Shape], pixels: Pixels) -> list[Shape]:
    """The shapes, those that a caret cuts in two as one again; boxes are relative to `pixels`."""
    joined: list[Shape] = []
    for shape in sorted(shapes, key=lambda s: s.box.left):
        place = next((n for n, s in enumerate(joined) if _is_cut(s, shape, pixels)), None)
        if place is None:
            joined.append(shape)
        else:
            joined[place] = _as_one(joined[place], shape)
    whole = [_with_what_is_written(shape, pixels) for shape in joined]
    return sorted(whole, key=lambda s: (s.box.top, s.box.left))


def _is_cut(left: Shape, right: Shape, pixels: Pixels) -> bool:
    a, b = left.box, right.box
    return (
        1 <= b.left - a.right <= _WIDEST
        and abs(a.top - b.top) <= _ALIGNED
        and abs(a.bottom - b.bottom) <= _ALIGNED
        and not (left.round or right.round)
        and max(abs(x - y) for x, y in zip(left.colour, right.colour, strict=True)) <= _ALIKE
        and _ends_on_paper(left, right, pixels)
    )


def _ends_on_paper(left: Shape, right: Shape, pixels: Pixels) -> bool:
    """Whether paper shows above and below the line: one between two cells or buttons reaches their
    frame."""
    gap = pixels[:, left.box.right : right.box.left].astype(np.int16)
    paper = np.abs(gap - np.array(left.colour, np.int16)).max(axis=(1, 2)) <= _ALIKE
    top, bottom = left.box.top, left.box.bottom
    return bool(paper[max(0, top - 1) : top + 2].any() and paper[bottom - 2 : bottom + 2].any())


def _with_what_is_written(shape: Shape, pixels: Pixels) -> Shape:
    """A low area that begins with a caret reaches as far to the left as its paper does above and
    below what is written there."""
    box = shape.box
    if shape.round or not _LOW <= box.height <= _HIGH or box.left <= _WIDEST:
        return shape
    # One row more on both sides: what is written there never reaches the frame.
    before = pixels[max(0, box.top - 1) : box.bottom + 1, : box.left].astype(np.int16)
    paper = np.abs(before - np.array(shape.colour, np.int16)).max(axis=2) <= _ALIKE
    inked = (~paper).mean(axis=0)
    wide = next((n for n in range(_WIDEST + 1) if inked[box.left - 1 - n] < _BAR), _WIDEST + 1)
    if not 1 <= wide <= _WIDEST:
        return shape
    free = [_reach(rows) for rows in (paper[:3], paper[-3:])]
    left = max(free)
    whole = Box(left, box.top, box.right, box.bottom)
    if box.left - wide - left < _WRITTEN or not _framed(whole, shape, pixels):
        return shape
    return replace(shape, box=whole)


def _framed(box: Box, shape: Shape, pixels: Pixels) -> bool:
    """Whether something else than paper begins above and below the whole box."""
    for rows in (range(box.top - _EDGE, box.top), range(box.bottom, box.bottom + _EDGE)):
        kept = [row for row in rows if 0 <= row < pixels.shape[0]]
        strip = pixels[kept, box.left : box.right].astype(np.int16)
        other = np.abs(strip - np.array(shape.colour, np.int16)).max(axis=2) > _ALIKE
        if not kept or not (other.mean(axis=1) > _ALONG).any():
            return False
    return True


def _reach(rows: NDArray[np.bool_]) -> int:
    """The column where the longest run of paper begins that reaches the right end of a row."""
    ends = [np.flatnonzero(~row) for row in rows]
    return min(int(end[-1]) + 1 if len(end) else 0 for end in ends)


def _as_one(left: Shape, right: Shape) -> Shape:
    box = left.box.union(right.box)
    free = sum((1 - s.holes) * s.box.area for s in (left, right))
    return Shape(box, False, left.colour, max(0.0, 1 - free / box.area))
