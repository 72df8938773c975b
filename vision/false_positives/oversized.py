"""Buttons and icons without a text whose box a detector saw far too large: all of an empty window
with one small thing in it. They are as large as that thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.elements import Kind
from vision.core.geometry import Box, coverage
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

_KINDS: frozenset[Kind] = frozenset({"button", "icon"})
# The score from which on a box is believed.
_SURE = 0.8
# In heights of a line: both sides of what is too large, and of what is in it, at least.
_LARGE, _SMALL = 6.0, 1.0
# So many times as large as what is in it.
_TIMES = 16
_INSIDE = 0.95


def as_small_as_seen(
    detections: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    line: float,
) -> list[Detection]:
    """The detections, those that are too large with the box of the one thing in them; `spans` is
    all text, `shapes` are all plain areas, `line` is the height of a line in pixels."""
    return [_as_small(one, detections, spans, shapes, line) for one in detections]


def _as_small(
    one: Detection,
    detections: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    line: float,
) -> Detection:
    box = one.box
    large = min(box.width, box.height) >= _LARGE * line
    if one.kind not in _KINDS or one.score >= _SURE or not large:
        return one
    others = [d.box for d in detections if d is not one]
    if any(box.contains(b.center) for b in [*others, *(span.box for span in spans)]):
        return one
    inner = [
        shape.box
        for shape in shapes
        if coverage(shape.box, box) >= _INSIDE
        and min(shape.box.width, shape.box.height) >= _SMALL * line
    ]
    largest = max(inner, key=lambda b: b.area, default=None)
    if largest is None or box.area < _TIMES * largest.area:
        return one
    if any(coverage(each, largest) < _INSIDE for each in inner):
        return one
    note("far too large", box, f"the {one.kind} is what stands in it", _seen(largest))
    return replace(one, box=_seen(largest))


def _seen(area: Box) -> Box:
    """With its frame, which is no part of a plain area."""
    return area.grown(1)
