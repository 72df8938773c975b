"""Headings of columns, and the white sheets below them: on those the rows of a list stand, nobody
writes there."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.elements import Kind
from vision.core.geometry import Box, coverage, iou
from vision.core.pieces import same_row
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

HEADING_LIKE: frozenset[Kind] = frozenset({"field", "dropdown", "button"})
"""What detectors take a heading for."""
# Of a channel, 0 to 255: a sheet is lighter.
_PAPER = 235.0
# In its own heights: how high a sheet below a heading is.
_SHEET = 2.5
# Pixels between a heading and its sheet; and that their outer sides differ by.
_TOUCH, _ALIGNED = 4, 12
_SAME_PLACE, _HOLDS = 0.5, 0.6
# So many headings, and the part of the sheet's width that they take: tabs end before.
_FEWEST, _WHOLE = 2, 0.9


def is_heading(box: Box, spans: Sequence[TextSpan], shapes: Sequence[Shape]) -> bool:
    """Whether a box is a text on a grey ground that stands right on a white sheet, or on the row
    of headings of one."""
    own = [s for s in shapes if iou(s.box, box) > _SAME_PLACE]
    if not any(coverage(span.box, box) > _HOLDS for span in spans) or any(map(_is_paper, own)):
        return False
    return any(_is_paper(sheet) and _stands_on(box, sheet.box) for sheet in shapes)


def has_headings(box: Box, shapes: Sequence[Shape]) -> bool:
    """Whether a box is a white sheet under a row of headings, which takes its whole width."""
    sheets = [s.box for s in shapes if _is_paper(s) and iou(s.box, box) > _SAME_PLACE]
    return any(_is_under_headings(sheet, shapes) for sheet in sheets)


def _is_under_headings(sheet: Box, shapes: Sequence[Shape]) -> bool:
    on = [s.box for s in shapes if not _is_paper(s) and _stands_on(s.box, sheet)]
    if len(on) < _FEWEST or not all(same_row(one, on[0]) for one in on):
        return False
    apart = all(coverage(one, other) < _SAME_PLACE for one in on for other in on if one != other)
    return apart and sum(one.width for one in on) >= _WHOLE * sheet.width


def _is_paper(shape: Shape) -> bool:
    return min(shape.colour) >= _PAPER


def _stands_on(box: Box, sheet: Box) -> bool:
    return (
        sheet.height > _SHEET * box.height
        and abs(sheet.top - box.bottom) <= _TOUCH
        and sheet.left - _ALIGNED <= box.left
        and box.right <= sheet.right + _ALIGNED
    )
