"""What a detector takes for a field, and what is drawn there says is none: a list below headings, a
message, a part of a field, a place where nothing is drawn at all."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.capture.screen import Pixels
from vision.core.elements import MARKS, WRITTEN
from vision.core.geometry import Box, coverage, iou
from vision.core.views import View
from vision.detection.detector import Detection
from vision.false_positives.headings import has_headings
from vision.false_positives.message_dialogs import is_message
from vision.ocr.engine import TextSpan
from vision.pixels.borders import is_set_off
from vision.pixels.colors import commonest
from vision.pixels.flat_regions import Shape

_PART = 0.5
_HOLDS, _SAME_PLACE, _SURELY_INSIDE, _DRAWN = 0.6, 0.5, 0.9, 0.7
# Pixels that the sides of one field, seen twice, differ by; words of a message.
_ALIGNED, _MESSAGE = 12, 4
# What the channels of a strong colour differ by, 0 to 255.
_STRONG = 60.0
# Pixels that are enough to tell the ground of a picture.
_ENOUGH = 20_000


def no_field(
    one: Detection,
    all_: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> str:
    """Why a box is no field, or no list that opens; "" where it may be one, and for all others."""
    if one.kind in WRITTEN and _says(one, spans) and is_coloured(one, view):
        return "it is a message on a ground of its own"
    if one.kind != "field":
        return ""
    if _holds_mark(one, all_):
        return "a box to tick or a switch is in it: it is a row with a name"
    if has_headings(one.box, shapes):
        return "a row of headings stands on it: it is a list"
    if is_message(one.box, all_, spans, shapes):
        return "its lines are centred above buttons: it is what a dialog says"
    if not has_place(one.box, shapes, view):
        return "neither a frame nor a plain area is there"
    if _is_part_of_field(one, all_, shapes):
        return "it is a part of the field around it"
    return ""


def _holds_mark(one: Detection, all_: Sequence[Detection]) -> bool:
    """Whether what a detector takes for a field is a row of settings."""
    marks = (other for other in all_ if other.kind in MARKS and other.score >= one.score)
    return any(coverage(mark.box, one.box) > _PART for mark in marks)


def has_place(box: Box, shapes: Sequence[Shape], view: View) -> bool:
    """Whether a plain area is there, or a ground of its own: areas of one colour may touch."""
    return any(iou(s.box, box) > _SAME_PLACE for s in shapes) or is_set_off(box, view)


def _is_part_of_field(one: Detection, all_: Sequence[Detection], shapes: Sequence[Shape]) -> bool:
    """Whether it lies in a field of its own sides that is drawn, and is not drawn itself: fields
    are seen as a whole and by their first line."""
    if any(iou(shape.box, one.box) > _DRAWN for shape in shapes):
        return False
    return any(
        other.kind == "field"
        and other.box.area > one.box.area
        and coverage(one.box, other.box) > _SURELY_INSIDE
        and max(abs(other.box.left - one.box.left), abs(other.box.right - one.box.right))
        <= _ALIGNED
        and any(iou(shape.box, other.box) > _DRAWN for shape in shapes)
        for other in all_
    )


def _says(one: Detection, spans: Sequence[TextSpan]) -> bool:
    """Whether it holds a line of some words."""
    inner = [span.text for span in spans if coverage(span.box, one.box) > _HOLDS]
    return any(len(text.split()) >= _MESSAGE for text in inner)


def is_coloured(one: Detection, view: View) -> bool:
    return view.ask(_is_on_colour, one.box)


def _is_on_colour(crop: Pixels) -> bool:
    """Of a large picture some of the pixels tell it as well."""
    if not crop.size:
        return False
    step = 1 + math.isqrt(crop.shape[0] * crop.shape[1] // _ENOUGH)
    ground = commonest(crop[::step, ::step])
    return float(ground.max() - ground.min()) >= _STRONG
