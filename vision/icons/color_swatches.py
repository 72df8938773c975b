"""Figures that a detector passes over: plain ones of a strong colour, such as the fields of a
palette or a circle that shows a state, and squares with a picture in their midst."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.geometry import Box, overlap_area
from vision.core.pieces import Piece, inside
from vision.core.views import Sight
from vision.pixels.flat_regions import Shape

# What the channels of a strong colour differ by, 0 to 255.
_STRONG = 100
# Pixels of a side; and how much longer one side may be.
_SMALLEST, _LARGEST, _LONGEST = 14, 320, 1.6
_WHOLE = 0.02
_FREE = 0.1
# Pixels of the side of a square with a picture, how much of it the picture takes, and how many
# letters on it would be a word.
_LEAST, _MOST = 18, 64
_PICTURED = (0.05, 0.6)
_WORD = 3


def figures(sight: Sight, pieces: Sequence[Piece]) -> list[Piece]:
    """An icon for each such figure that none of the pieces stands for: a plain one has no text, one
    with a picture no word."""
    found = []
    for shape in sight.shapes:
        texts = [span.text for span in sight.spans if inside(span, shape.box)]
        if not (_is_plain(shape, texts) or _is_pictured(shape, texts)):
            continue
        if not any(_stands_for(piece, shape.box) for piece in pieces):
            found.append(Piece("icon", "", shape.box, source="shape"))
    return found


def _is_plain(shape: Shape, texts: Sequence[str]) -> bool:
    wide, high = shape.box.width, shape.box.height
    sized = min(wide, high) >= _SMALLEST and max(wide, high) <= _LARGEST
    even = max(wide, high) <= _LONGEST * min(wide, high)
    strong = max(shape.colour) - min(shape.colour) >= _STRONG
    whole = shape.round or shape.holes <= _WHOLE
    return not texts and sized and even and strong and whole


def _is_pictured(shape: Shape, texts: Sequence[str]) -> bool:
    """Round ones hold numbers of steps and letters of names, too; squares do so seldom."""
    wide, high = shape.box.width, shape.box.height
    sized = min(wide, high) >= _LEAST and max(wide, high) <= _MOST
    even = max(wide, high) <= _LONGEST * min(wide, high)
    worded = any(sum(sign.isalnum() for sign in text) >= _WORD for text in texts)
    filled = _PICTURED[0] <= shape.holes <= _PICTURED[1]
    return not shape.round and sized and even and filled and not worded


def _stands_for(piece: Piece, box: Box) -> bool:
    """Whether a piece is the figure, or a part of it, or something that it is a part of."""
    common = overlap_area(piece.box, box)
    roomy = piece.kind == "dialog" and piece.box.area > 4 * box.area
    return common > _FREE * min(piece.box.area, box.area) and not roomy
