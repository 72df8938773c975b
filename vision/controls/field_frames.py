"""Fields whose box a detector saw about: wide ones as far as the edge of what it looks at at once,
large ones some letters off. They are as large as their frame."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import WRITTEN, Kind
from vision.core.geometry import Box, coverage, ious
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.borders import frame_of
from vision.pixels.flat_regions import Shape

_LOOKS: frozenset[Kind] = frozenset({"field", "list item"})
# Pixels by which a side may be off; the part of the box that lies in its frame.
_OFF, _INSIDE = 8, 0.75
# The least height in pixels of a sheet, and IoU of a field and its sheet.
_LARGE, _NEARLY = 80, 0.6
# Of its own width: how much wider the frame is.
_WIDER = 1.3
# An empty entry: its height in lines of text, the least width in its own heights, how bright it is,
# the part of it that a caret or the edge of a shadow may take, and IoU of what is seen there.
_LOW, _HIGH, _LONG, _PALE, _EMPTY = 1.25, 4.6, 4.0, 235, 0.02
_THERE: dict[Kind, float] = {"field": 0.5, "slider": 0.2}


def with_whole_fields(
    detections: Sequence[Detection],
    text: Sequence[TextSpan],
    shapes: Sequence[Shape],
    pixels: Pixels,
    line: float,
) -> list[Detection]:
    """The detections: what lies on an empty entry is a field with its box; fields get the box of a
    frame that begins or ends where they do, is as high and goes on at the other side, and large
    ones that of the sheet that is nearly theirs: otherwise a notice above it is a part of what is
    written there. `line` is the height of a line of text in pixels."""
    detections = _in_empty_entries(detections, text, shapes, pixels, line)
    frames = _Frames(shapes)
    whole = [_whole(one, detections, frames) if one.kind in WRITTEN else one for one in detections]
    whole = _on_sheets(whole, [shape.box for shape in shapes])
    widened = [new for new, old in zip(whole, detections, strict=True) if new.box != old.box]
    places = {one.box for one in widened}
    kept: list[Detection] = []
    taken: set[Box] = set()
    for one in whole:
        if one.box in places and one in widened:
            again = one.box in taken
            taken.add(one.box)
        else:
            again = _is_part_of_one(one, widened)
        if not again:
            kept.append(one)
    return kept


def _in_empty_entries(
    found: Sequence[Detection],
    text: Sequence[TextSpan],
    shapes: Sequence[Shape],
    pixels: Pixels,
    line: float,
) -> list[Detection]:
    """The detections, with a field for a long field or slider that lies on a pale frame with
    nothing in it: a slider has a knob. What is written and selected is no part of such a frame."""
    entries = [one.box for one in shapes if _is_empty_entry(one, pixels, line)]
    seen = [place for place, one in enumerate(found) if one.kind in _THERE]
    if not entries or not seen:
        return list(found)
    result: dict[int, Detection] = dict(enumerate(found))
    taken: set[Box] = set()
    same = ious([found[place].box for place in seen], entries)
    for place, likeness in sorted(zip(seen, same, strict=True), key=lambda each: -max(each[1])):
        one, entry = found[place], entries[int(np.argmax(likeness))]
        if max(likeness) < _THERE[one.kind] or _holds_text(one.box, entry, text):
            continue
        note("cut fields", one.box, f"the {one.kind} is the empty entry there", entry)
        result[place] = replace(one, kind="field", box=entry)
        if entry in taken:
            del result[place]
        taken.add(entry)
    return list(result.values())


def _holds_text(box: Box, entry: Box, text: Sequence[TextSpan]) -> bool:
    """Whether a line stands in the box, and outside of the empty frame in it."""
    beside = (span.box for span in text if coverage(span.box, entry) < _INSIDE)
    return any(coverage(line, box) > _INSIDE for line in beside)


def _is_empty_entry(shape: Shape, pixels: Pixels, line: float) -> bool:
    box = shape.box
    sized = _LOW * line <= box.height <= _HIGH * line and box.width >= _LONG * box.height
    empty = min(shape.colour) >= _PALE and shape.holes <= _EMPTY
    return sized and empty and frame_of(box, shape.colour, pixels).closed


class _Frames:
    """The boxes of shapes, found by where they begin."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._by_top = sorted((s.box.top, place, s.box) for place, s in enumerate(shapes))

    def of(self, box: Box) -> Box | None:
        """The first of the shapes' boxes that goes on where `box` was cut."""
        low, high = box.top - _OFF, box.top + _OFF + 1
        near = self._by_top[bisect_left(self._by_top, (low,)) : bisect_left(self._by_top, (high,))]
        fits = ((place, frame) for _, place, frame in near if _goes_on(box, frame))
        return min(fits, key=lambda each: each[0], default=(0, None))[1]


def _is_part_of_one(one: Detection, widened: Sequence[Detection]) -> bool:
    """Whether it is another look at a field that was cut, at another place."""
    if one.kind not in _LOOKS | {"dropdown"}:
        return False
    field = next(
        (
            each
            for each in widened
            if _goes_on(one.box, each.box)
            or (
                one.kind in _LOOKS
                and _is_as_high(one.box, each.box)
                and coverage(one.box, each.box) >= _INSIDE
            )
        ),
        None,
    )
    if field is not None:
        note("cut fields", one.box, f"the {one.kind} is a part of the field there", field.box)
    return field is not None


def _on_sheets(found: Sequence[Detection], sheets: Sequence[Box]) -> list[Detection]:
    """The detections, each that is written in and nearly as large as a sheet with its box."""
    written = [place for place, one in enumerate(found) if one.kind in WRITTEN]
    result = list(found)
    if not written or not sheets:
        return result
    same = ious([found[place].box for place in written], sheets)
    for place, likeness in zip(written, same, strict=True):
        one = found[place]
        near = [sheet for sheet, alike in zip(sheets, likeness, strict=True) if alike >= _NEARLY]
        # Within the page of a notebook the entry has a sheet of its own.
        sheet = min(near, key=lambda box: box.area, default=one.box)
        sides = zip(sheet.as_list(), one.box.as_list(), strict=True)
        off = max(abs(ours - theirs) for ours, theirs in sides)
        if sheet.height >= _LARGE and off > _OFF:
            note("cut fields", one.box, f"the {one.kind} is the sheet there", sheet)
            result[place] = replace(one, box=sheet)
    return result


def _whole(one: Detection, detections: Sequence[Detection], frames: _Frames) -> Detection:
    frame = frames.of(one.box)
    if frame is None or _holds_others(one, frame, detections):
        return one
    note("cut fields", one.box, f"the {one.kind} is as wide as its frame", frame)
    return replace(one, box=frame)


def _goes_on(box: Box, frame: Box) -> bool:
    at_side = min(abs(frame.left - box.left), abs(frame.right - box.right)) <= _OFF
    # An arrow by itself is no part of a field that was cut.
    wider = box.width >= box.height and frame.width >= _WIDER * box.width
    return _is_as_high(box, frame) and at_side and wider and coverage(box, frame) >= _INSIDE


def _holds_others(one: Detection, frame: Box, detections: Sequence[Detection]) -> bool:
    """Whether more stands in the frame: it is a bar then, of which the field is a part. Other looks
    at the same field, from other places, are no more."""
    return any(
        coverage(other.box, frame) > _INSIDE
        and coverage(other.box, one.box) < 1 - _INSIDE
        and not (other.kind in _LOOKS and _is_as_high(other.box, frame))
        for other in detections
    )


def _is_as_high(box: Box, frame: Box) -> bool:
    return max(abs(frame.top - box.top), abs(frame.bottom - box.bottom)) <= _OFF
