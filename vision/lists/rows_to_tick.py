"""Rows with a box to tick and a picture behind it, as of a list of messages, parted by lines or by
grounds of their own. They are entries, however high each is and however narrow all are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.elements import Kind
from vision.core.geometry import Box, coverage, iou
from vision.core.pieces import same_row
from vision.core.trace import note
from vision.detection.detector import Detection

_FEWEST, _SCORE = 2, 0.5
# Pixels by which boxes of one column, and the ends of the lines of one row, differ.
_OFF = 3
# In widths of the box: how far behind it its picture begins. In heights of a line of text: how far
# above and below it a line is looked for.
_BEHIND, _REACH = 3, 9.0
# Of a channel, 0 to 255: what a line differs from the ground by; and the part of it that must.
_STEP, _WHOLE = 8, 0.97
_HOLDS, _SAME = 0.7, 0.5
_PICTURES: tuple[Kind, ...] = ("icon", "image")
_ROWS: tuple[Kind, ...] = ("list item", "menu")


def ticked_rows(detections: Sequence[Detection], pixels: Pixels, line: float) -> list[Detection]:
    """The detections, with rows that begin with a box to tick and were passed over.
    `line` is the usual height of a line of text in pixels."""
    begun = [
        (mark.box, picture)
        for mark in detections
        if mark.kind == "checkbox" and (picture := _picture(mark.box, detections)) is not None
    ]
    kept = list(detections)
    found = [
        row
        for mark, picture in begun
        if sum(abs(mark.left - other.left) <= _OFF for other, _ in begun) >= _FEWEST
        and not any(d.kind in _ROWS and coverage(mark, d.box) > _HOLDS for d in kept)
        and (row := _row(mark, picture, pixels, round(_REACH * line))) is not None
    ]
    for row in found:
        if not any(iou(row, other) > _SAME for other in found if other is not row):
            note("rows", row, "a row between two lines begins with a box to tick and a picture")
            kept.append(Detection(row, "list item", _SCORE, "list item"))
    return kept


def _picture(mark: Box, detections: Sequence[Detection]) -> Box | None:
    """The picture right behind a box."""
    near = range(mark.right - _OFF, mark.right + _BEHIND * mark.width)
    behind = (d.box for d in detections if d.kind in _PICTURES and d.box.left in near)
    return next((box for box in behind if same_row(box, mark)), None)


def _row(mark: Box, picture: Box, pixels: Pixels, reach: int) -> Box | None:
    """What is between the next lines above and below both that end at the same places."""
    top, bottom = min(mark.top, picture.top) + 1, max(mark.bottom, picture.bottom) - 1
    first, last = max(0, top - reach), min(len(pixels), bottom + reach)
    steps = _steps(pixels[first:last])
    own = steps[:, mark.left : picture.right].mean(axis=1) >= _WHOLE
    above = np.flatnonzero(own[: top - first])
    below = np.flatnonzero(own[bottom - first :]) + bottom - first
    if not len(above) or not len(below):
        return None
    upper, lower = int(above[-1]), int(below[0])
    ends = [_ends(steps[y], mark.left) for y in (upper, lower)]
    if any(abs(a - b) > _OFF for a, b in zip(*ends, strict=True)):
        return None
    return Box(ends[0][0], first + upper + 1, ends[0][1], first + lower + 1)


def _steps(crop: Pixels) -> NDArray[np.bool_]:
    """Where a row of pixels differs from the one below it."""
    rows = crop.astype(np.int16)
    return np.asarray(np.abs(rows[1:] - rows[:-1]).max(axis=2) >= _STEP)


def _ends(line: NDArray[np.bool_], at: int) -> tuple[int, int]:
    """Where the run of true values around a place begins and ends."""
    before = np.flatnonzero(~line[:at])
    behind = np.flatnonzero(~line[at:])
    left = int(before[-1]) + 1 if len(before) else 0
    return left, at + int(behind[0]) if len(behind) else len(line)
