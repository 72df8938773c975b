"""What a status bar tells: texts side by side at the foot of a window, which are taken for tabs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import ControlKind
from vision.core.geometry import Box, bounding_box, coverage, iou
from vision.core.pieces import same_row
from vision.core.trace import note
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.colors import distance, shades_seen
from vision.pixels.flat_regions import Shape

_LIKE: frozenset[ControlKind] = frozenset({"tab", "menu", "button", "link", "list item"})
_SURE, _HOLDS, _SAME_PLACE = 0.8, 0.6, 0.5
_FEWEST = 3
# Texts above a bar that is the foot of a window.
_WRITTEN = 5
# Of a channel, 0 to 255: the open tab has another ink or ground; the edge of a window is darker or
# lighter than the bar.
_SAME, _EDGE = 24.0, 30
# In heights of a text: how far below it the window ends, and how far below nothing is written.
_FOOT, _NOTHING = 2.5, 6.0
# The part of the bar along which its edge is straight.
_STRAIGHT = 0.9


def without_status(
    detections: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> list[Detection]:
    """The detections without the texts of a status bar."""
    kept = list(detections)
    for first in [one for one in detections if one.kind == "tab"]:
        if first not in kept:
            continue
        row = [one for one in kept if one.kind in _LIKE and same_row(one.box, first.box)]
        if _is_status(row, spans, shapes, view):
            for one in row:
                note("status", one.box, f"a {one.kind} was left out: it is told in a status bar")
            kept = [one for one in kept if one not in row]
    return kept


def _is_status(
    row: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> bool:
    if len(row) < _FEWEST or any(one.score >= _SURE for one in row):
        return False
    texts = [s.box for s in spans if any(coverage(s.box, one.box) > _HOLDS for one in row)]
    if len(texts) < _FEWEST or not _is_written_above(texts, spans):
        return False
    framed = any(iou(shape.box, one.box) > _SAME_PLACE for one in row for shape in shapes)
    return not framed and _ends_below(texts, spans, view.pixels) and _look_alike(texts, view)


def _is_written_above(texts: Sequence[Box], spans: Sequence[TextSpan]) -> bool:
    """Whether it is the foot of something: the bar at the top of a page is none."""
    around = bounding_box(texts)
    above = [span for span in spans if span.box.bottom <= around.top]
    inside = [s for s in above if around.left <= s.box.center.x < around.right]
    return len(inside) >= _WRITTEN


def _look_alike(texts: Sequence[Box], view: View) -> bool:
    """Whether none of them stands out, as the open one of some tabs does."""
    looks = [looks for box in texts if (looks := shades_seen(box.grown(2), view)) is not None]
    return len(looks) >= _FEWEST and all(
        distance(one.ink, looks[0].ink) <= _SAME and distance(one.ground, looks[0].ground) <= _SAME
        for one in looks
    )


def _ends_below(texts: Sequence[Box], spans: Sequence[TextSpan], pixels: Pixels) -> bool:
    """Whether a window ends right below, and nothing is written under it."""
    around = bounding_box(texts)
    height = around.height
    under = Box(around.left, around.bottom, around.right, around.bottom + round(_NOTHING * height))
    if any(under.contains(span.box.center) for span in spans):
        return False
    foot = pixels[around.bottom : around.bottom + round(_FOOT * height), around.left : around.right]
    if around.bottom + len(foot) >= len(pixels):
        return True
    steps = np.abs(foot.astype(np.int16) - foot[0].astype(np.int16)).max(axis=2) >= _EDGE
    return bool((steps.mean(axis=1) >= _STRAIGHT).any())
