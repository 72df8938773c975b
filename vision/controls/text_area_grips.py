"""Grips: two short strokes in the lower right corner of a field for several lines, by which it is
made larger. Whatever else a detector saw there, such a field is one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Kind
from vision.core.geometry import Box, coverage, iou
from vision.core.trace import note
from vision.core.views import View
from vision.detection.detector import Detection
from vision.pixels.flat_regions import Shape
from vision.pixels.ink import ink_mask

# Pixels: the least sides of such a field, and the corner that is looked at.
_WIDE, _HIGH, _CORNER = 40, 24, 32
# Pixels of the longer stroke; in its heights, that of the shorter one, and how far it is from the
# corner. How far its pixels are off its diagonal, and the two strokes end at other places.
_LEAST, _MOST = 5, 22
_SHORTER, _AWAY = (0.25, 0.65), 1.2
_OFF = 1.5
_SAME, _HOLDS, _SCORE = 0.6, 0.7, 0.8
# What lies in the field stays what it is; all others are its text.
_OWN: tuple[Kind, ...] = ("scroll bar", "icon")


def with_grips(
    detections: Sequence[Detection], shapes: Sequence[Shape], view: View
) -> list[Detection]:
    """The detections with a field for each plain area with a grip."""
    kept = list(detections)
    for shape in shapes:
        box = shape.box
        if shape.round or box.width < _WIDE or box.height < _HIGH:
            continue
        if any(d.kind == "field" and iou(d.box, box) > _SAME for d in kept):
            continue
        if not view.ask(has_grip, _corner(box)):
            continue
        note("grips", box, "a grip is in its lower right corner: it is a field for several lines")
        kept = [d for d in kept if d.kind in _OWN or not _is_seen_there(d, box)]
        kept.append(Detection(box, "field", _SCORE, "field"))
    return kept


def _is_seen_there(one: Detection, field: Box) -> bool:
    """Whether it is a part of the field, or was seen there too large."""
    if coverage(one.box, field) > _HOLDS:
        return True
    return one.kind == "field" and one.score < _SCORE and coverage(field, one.box) > _HOLDS


def _corner(box: Box) -> Box:
    return Box(
        max(box.left, box.right - _CORNER),
        max(box.top, box.bottom - _CORNER),
        box.right,
        box.bottom,
    )


def has_grip(crop: Pixels) -> bool:
    """Whether the lower right corner of a field (uint8 H x W x 3) holds such strokes."""
    if min(crop.shape[:2]) < _HIGH:
        return False
    ink = ink_mask(crop).astype(np.uint8)
    count, marks, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    strokes = []
    for mark in range(1, count):
        left, top, width, height, _ = (int(value) for value in stats[mark])
        if max(width, height) <= _MOST and _is_diagonal(np.argwhere(marks == mark)):
            strokes.append((left + width, top + height, height))
    return any(
        one[2] >= _LEAST
        and _SHORTER[0] * one[2] <= other[2] <= _SHORTER[1] * one[2]
        and abs(one[0] - other[0]) <= 1 + one[2] // _LEAST
        and abs(one[1] - other[1]) <= 1 + one[2] // _LEAST
        and max(ink.shape[1] - one[0], ink.shape[0] - one[1]) <= _AWAY * one[2]
        for one in strokes
        for other in strokes
    )


def _is_diagonal(pixels: np.ndarray) -> bool:
    """Whether pixels (N x 2, row and column) go up to the right in a line."""
    rows, columns = np.ptp(pixels, axis=0) + 1
    if abs(int(rows) - int(columns)) > 2 or min(rows, columns) < 2:
        return False
    across = pixels.sum(axis=1)
    thick = len(pixels) / max(rows, columns)
    return bool(np.abs(across - np.median(across)).max() <= _OFF * max(1.0, thick))
