"""Fields that a detector takes for buttons: a disabled one with a text that fills it, in a column
of fields with labels at their left, and the number between the signs that change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.elements import Kind
from vision.core.geometry import Box, coverage
from vision.core.pieces import gap_between, horizontal_gap, same_row
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan

_FIELDS: frozenset[Kind] = frozenset({"field", "dropdown"})
_PRESSED: frozenset[Kind] = frozenset({"button", "icon"})
_IN_FORMS: frozenset[Kind] = frozenset({"button", "field"})
_LIKE_FIELDS = _IN_FORMS | {"link", "icon"}
_SURE = 0.8
# Other fields of the column; pixels by which its sides differ, and those of its labels.
_FEWEST, _IN_LINE, _FLUSH = 1, 6, 4
# In heights of a field: how far before it its label ends.
_REACH = 6.0
_WORDS = 4  # of a label
_HOLDS = 0.6
# Pixels between the number and the signs beside it; by what part of its height those differ.
_TOUCH, _UNEVEN = 6, 0.25
_LESS, _MORE = frozenset("-−–—"), frozenset("+")


def with_fields_of_forms(
    detections: Sequence[Detection], spans: Sequence[TextSpan]
) -> list[Detection]:
    """The detections, doubtful buttons as fields where they stand as fields do; `spans` is all
    text."""
    result = []
    labels = _Labels(spans)
    for one in detections:
        why = ""
        if one.kind in _LIKE_FIELDS and one.score < _SURE:
            if one.kind in _IN_FORMS and _is_in_form(one, detections, labels):
                why = "it stands in a column of fields, behind a label as they do"
            elif _is_number_between_signs(one, detections, spans):
                why = "it is a number between the signs that change it"
        if why:
            seen = f"a {one.kind} of score {one.score:.2f}"
            note("form columns", one.box, f"{seen} is surely a field: {why}")
            one = replace(one, kind="field", score=max(one.score, _SURE))
        result.append(one)
    return result


class _Labels:
    """The labels of boxes, each looked for once."""

    def __init__(self, spans: Sequence[TextSpan]) -> None:
        self._spans = spans
        self._known: dict[Box, Box | None] = {}

    def of(self, field: Box) -> Box | None:
        if field not in self._known:
            self._known[field] = _label(field, self._spans)
        return self._known[field]


def _is_in_form(one: Detection, detections: Sequence[Detection], labels: _Labels) -> bool:
    label = labels.of(one.box)
    if label is None:
        return False
    column = [o for o in detections if o.kind in _FIELDS and _shares_sides(o.box, one.box)]
    others = (labels.of(other.box) for other in column)
    return sum(other is not None and _are_flush(other, label) for other in others) >= _FEWEST


def _shares_sides(one: Box, other: Box) -> bool:
    sides = abs(one.left - other.left), abs(one.right - other.right)
    return max(sides) <= _IN_LINE and not same_row(one, other)


def _are_flush(one: Box, other: Box) -> bool:
    return min(abs(one.left - other.left), abs(one.right - other.right)) <= _FLUSH


def _label(field: Box, spans: Sequence[TextSpan]) -> Box | None:
    """The text in its row that ends last before it."""
    before = [
        span.box
        for span in spans
        if same_row(span.box, field)
        and len(span.text.split()) <= _WORDS
        and 0 <= horizontal_gap(span.box, field) <= _REACH * field.height
    ]
    return max(before, key=lambda box: box.right, default=None)


def _is_number_between_signs(
    one: Detection, detections: Sequence[Detection], spans: Sequence[TextSpan]
) -> bool:
    if not _text(one, spans).isdecimal():
        return False
    beside = [o for o in detections if o.kind in _PRESSED and _touches(o.box, one.box)]
    before = {_text(o, spans) for o in beside if o.box.center.x < one.box.left}
    behind = {_text(o, spans) for o in beside if o.box.center.x > one.box.right}
    return bool(before & _LESS and behind & _MORE)


def _touches(other: Box, one: Box) -> bool:
    even = abs(other.height - one.height) <= _UNEVEN * one.height
    return even and same_row(other, one) and gap_between(other, one) <= _TOUCH


def _text(one: Detection, spans: Sequence[TextSpan]) -> str:
    return " ".join(span.text for span in spans if coverage(span.box, one.box) > _HOLDS)
