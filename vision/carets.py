"""Carets: the thin line where one writes. In a low field it cuts the paper into two flat areas."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.screen import Pixels
from vision.shapes import Shape

# Pixels: the widest gap that a caret leaves, and by how much the two areas may differ.
_WIDEST, _ALIGNED = 5, 2
# Steps of a channel, 0 to 255.
_ALIKE = 14


def without_carets(shapes: Sequence[Shape], pixels: Pixels) -> list[Shape]:
    """The shapes, those that a caret cuts in two as one again; boxes are relative to `pixels`."""
    joined: list[Shape] = []
    for shape in sorted(shapes, key=lambda s: s.box.left):
        place = next((n for n, s in enumerate(joined) if _is_cut(s, shape, pixels)), None)
        if place is None:
            joined.append(shape)
        else:
            joined[place] = _as_one(joined[place], shape)
    return sorted(joined, key=lambda s: (s.box.top, s.box.left))


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


def _as_one(left: Shape, right: Shape) -> Shape:
    box = left.box.union(right.box)
    free = sum((1 - s.holes) * s.box.area for s in (left, right))
    return Shape(box, False, left.colour, max(0.0, 1 - free / box.area))
