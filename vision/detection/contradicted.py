"""Doubtful detections that what stands in and around them contradicts: a field where nothing is
drawn, a tab by itself, a picture full of text."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.elements import ROWS, Kind
from vision.core.geometry import Box, coverage, iou
from vision.core.pieces import same_row
from vision.core.trace import note
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan, words_of
from vision.pixels.borders import is_set_off
from vision.pixels.flat_regions import Shape
from vision.pixels.ink import is_blank

# The score from which on the detector is believed, whatever is full of text; and whatever else.
_SURE, _SURER = 0.5, 0.8
_HOLDS, _SAME_PLACE = 0.6, 0.5
_TAB_LIKE: frozenset[Kind] = frozenset({"tab", "button", "link", *ROWS})
_FULL = 8  # A picture holds fewer texts.


def without_doubtful(
    detections: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> list[Detection]:
    """The detections without those that are doubtful and contradicted; `spans` is all text and
    `shapes` are all frames and plain areas."""
    kept = []
    for one in detections:
        why = _against(one, detections, spans, shapes, view) if one.score < _SURER else ""
        if why:
            note("doubtful", one.box, f"a {one.kind} of score {one.score:.2f} was left out: {why}")
        else:
            kept.append(one)
    return kept


def _against(
    one: Detection,
    all_: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> str:
    if one.kind == "image" and one.score < _SURE and _texts_in(one, spans) >= _FULL:
        return "it is full of text"
    if one.kind == "tab" and not any(_is_beside(other, one) for other in all_):
        return "nothing stands beside it that may be another tab"
    if one.kind == "field" and not _has_place(one.box, shapes, view):
        return "neither a frame nor a plain area is there"
    if one.kind in ROWS and not _texts_in(one, spans) and is_blank(one.box, view.pixels):
        return "nothing stands in it"
    if one.kind == "button" and _ends_early(one, spans) and not _has_place(one.box, shapes, view):
        return "its text ends long before it, and neither a frame nor a ground says that it goes on"
    if one.kind == "link" and not any(one.box.contains(w.box.center) for w in words_of(spans)):
        return "there is no text in it"
    return ""


def _has_place(box: Box, shapes: Sequence[Shape], view: View) -> bool:
    """Whether a plain area is there, or a ground of its own: areas of one colour may touch."""
    return any(iou(s.box, box) > _SAME_PLACE for s in shapes) or is_set_off(box, view)


def _is_beside(other: Detection, one: Detection) -> bool:
    return other is not one and other.kind in _TAB_LIKE and same_row(other.box, one.box)


def _ends_early(one: Detection, spans: Sequence[TextSpan]) -> bool:
    """Whether its one line of text begins at its left and ends before its middle: buttons have it
    in the middle."""
    own = [span.box for span in spans if coverage(span.box, one.box) > _HOLDS]
    if len(own) != 1 or own[0].left - one.box.left > 2 * own[0].height:
        return False
    return 2 * (own[0].right - one.box.left) < one.box.width


def _texts_in(one: Detection, spans: Sequence[TextSpan]) -> int:
    return sum(coverage(span.box, one.box) > _HOLDS for span in spans)
