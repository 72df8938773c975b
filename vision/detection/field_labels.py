"""What the detector takes for a control, and is a field's label, its value or its hint."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.elements import WRITTEN
from vision.core.geometry import Box, coverage, iou
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

CERTAINLY = 0.6
"""A box of this score is what it is said to be, whatever stands beside it."""
# What a plain label is taken for, above its field and beside it.
_OVER, _BESIDE = ("list item",), ("button", "menu", "list item", "tab")
# Of a title: how much of it lies in a field. Of IoU: a shape that is a control's own ground.
_WITHIN, _OWN = 0.9, 0.5
_LETTERS = 2  # of a label
# Pixels by which a label's box and its field's may differ in their sides, and labels in theirs.
_ASIDE, _FLUSH = 16, 3


def is_label(
    one: Detection, sure: Sequence[Detection], spans: Sequence[TextSpan], shapes: Sequence[Shape]
) -> bool:
    """Whether what was faintly taken for a control is the label of a field; `sure` are boxes that
    count, fields among them."""
    if one.score >= CERTAINLY:
        return False
    fields = [each.box for each in sure if each.kind in WRITTEN]
    what = f"a {one.kind} was left out: it is the label of a field"
    if one.kind in _OVER and _is_over(one.box, fields):
        note("judged", one.box, what)
        return True
    if one.kind in _BESIDE and _is_beside(one.box, fields, spans, shapes):
        note("judged", one.box, f"{what} like those of its column")
        return True
    return False


def is_written_in_a_field(one: Detection, counted: Sequence[Detection]) -> bool:
    """Whether what was taken for the title of a window is the value or the hint of a field."""
    if one.kind != "window title":
        return False
    fields = (each.box for each in counted if each.kind in WRITTEN)
    if not any(coverage(one.box, field) >= _WITHIN for field in fields):
        return False
    note("judged", one.box, "the title of a window was left out: it is written in a field")
    return True


def _is_over(box: Box, fields: Sequence[Box]) -> bool:
    """Whether it stands right above a field that is as wide: forms are columns, too."""
    for field in fields:
        sides = max(abs(field.left - box.left), abs(field.right - box.right))
        if sides <= _ASIDE and -_ASIDE / 2 <= field.top - box.bottom <= box.height / 2:
            return True
    return False


def _is_beside(
    box: Box, fields: Sequence[Box], spans: Sequence[TextSpan], shapes: Sequence[Shape]
) -> bool:
    """Whether it is a text without a ground of its own at the left of a field, flush with another
    such text: a column of labels has no button in its midst."""
    if any(iou(shape.box, box) >= _OWN for shape in shapes):
        return False
    texts = [span for span in spans if coverage(span.box, box) >= _WITHIN]
    # The keys of a pad stand below a field, too.
    inner = [span.box for span in texts if sum(c.isalpha() for c in span.text) >= _LETTERS]
    if len(texts) != 1 or not inner:
        return False
    own = _behind(inner[0], fields)
    return any(
        abs(left - other) <= _ASIDE
        for span in spans
        if span.box != inner[0] and abs(span.box.left - inner[0].left) <= _FLUSH
        for other in _behind(span.box, fields)
        for left in own
    )


def _behind(text: Box, fields: Sequence[Box]) -> list[int]:
    """Where fields begin in the row of a text and behind it. Several boxes may be of one field."""
    return [
        field.left
        for field in fields
        if field.top <= text.center.y < field.bottom and field.left >= text.right - _FLUSH
    ]
