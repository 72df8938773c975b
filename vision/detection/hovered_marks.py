"""Rows of checkboxes and radio buttons that are lit while the mouse is over them: they look like
buttons then, and are none."""

from __future__ import annotations

from collections.abc import Sequence

from vision.capture.screen import Pixels
from vision.core.geometry import Box, coverage
from vision.core.trace import note
from vision.core.views import Sight
from vision.detection.detector import Detection

# Of a mark that lies in the row; and the row's height in heights of its mark.
_HOLDS, _LOW, _HIGH = 0.6, 1.15, 2.5
# Of 255: a row's light against its surroundings. The ground and the frame of a button are stronger.
_FAINT = 24
# How likely a closer look finds a mark: pictures on the buttons of tool bars are square, too.
_LIKELY = 0.7
# Pixels beyond the row's left end: a detector's sides are some pixels off.
_BEYOND = 6


def without_lit_rows(
    detections: Sequence[Detection], marks: Sequence[Box], sight: Sight
) -> list[Detection]:
    """The detections without buttons and links that are the row of one of the marks that geometry
    found."""
    kept = []
    for one in detections:
        mark = next((m for m in marks if _begins_with(one, m)), None)
        if mark is not None and _is_lit(one.box, mark, sight):
            note("marks", one.box, f"a {one.kind} was left out: it is a mark's lit row", mark)
        else:
            kept.append(one)
    return kept


def _begins_with(one: Detection, mark: Box) -> bool:
    """Whether a button or a link has a mark at its left end, and is a bit higher."""
    return (
        one.kind in ("button", "link")
        and mark.left - one.box.left <= mark.width
        and coverage(mark, one.box) > _HOLDS
        and _LOW * mark.height <= one.box.height <= _HIGH * mark.height
    )


def _is_lit(row: Box, mark: Box, sight: Sight) -> bool:
    if not sight.ask(_is_faint, _before(row, mark)):
        return False
    return sight.look(mark).mark >= _LIKELY


def _before(row: Box, mark: Box) -> Box:
    """What lies between the outside of a row and its mark, in the midst of their height."""
    quarter = mark.height // 4
    left = min(row.left - _BEYOND, mark.left - mark.width)
    return Box(left, mark.top + quarter, mark.left - 2, mark.bottom - quarter)


def _is_faint(crop: Pixels) -> bool:
    """Whether no side of a button is seen in it."""
    if crop.size == 0:
        return False
    colours = crop.reshape(-1, 3)
    return int((colours.max(axis=0).astype(int) - colours.min(axis=0)).max()) <= _FAINT
