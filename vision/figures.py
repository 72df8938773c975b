"""Plain figures of a strong colour that a detector passes over: the fields of a palette, a circle
that shows a state."""

from __future__ import annotations

from collections.abc import Sequence

from vision.geometry import Box, overlap_area
from vision.parts import Piece, inside
from vision.shapes import Shape
from vision.sight import Sight

# What the channels of a strong colour differ by, 0 to 255.
_STRONG = 100
# Pixels of a side; and how much longer one side may be.
_SMALLEST, _LARGEST, _LONGEST = 14, 320, 1.6
_WHOLE = 0.02
_FREE = 0.1


def plain_figures(sight: Sight, pieces: Sequence[Piece]) -> list[Piece]:
    """An icon for each plain area of a strong colour that none of the pieces stands for, and on
    which nothing is written."""
    found = []
    for shape in sight.shapes:
        if not _is_figure(shape) or any(inside(span, shape.box) for span in sight.spans):
            continue
        if not any(_stands_for(piece, shape.box) for piece in pieces):
            found.append(Piece("icon", "", shape.box, source="shape"))
    return found


def _is_figure(shape: Shape) -> bool:
    wide, high = shape.box.width, shape.box.height
    sized = min(wide, high) >= _SMALLEST and max(wide, high) <= _LARGEST
    even = max(wide, high) <= _LONGEST * min(wide, high)
    strong = max(shape.colour) - min(shape.colour) >= _STRONG
    return sized and even and strong and (shape.round or shape.holes <= _WHOLE)


def _stands_for(piece: Piece, box: Box) -> bool:
    """Whether a piece is the figure, or a part of it, or something that it is a part of."""
    common = overlap_area(piece.box, box)
    roomy = piece.kind == "dialog" and piece.box.area > 4 * box.area
    return common > _FREE * min(piece.box.area, box.area) and not roomy
