"""Single numbers in entries: text finders pass over a lone "3" in a wide field, so that it looks
empty."""

from __future__ import annotations

from collections.abc import Sequence

from vision.capture.screen import Pixels
from vision.core.geometry import Box, bounding_box, coverage
from vision.core.pieces import line_height
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.ocr.repair.key_glyphs import read_label
from vision.pixels.borders import frame_of
from vision.pixels.flat_regions import Shape
from vision.pixels.ink import ink_mask
from vision.pixels.parts import parts_of

_ENTRIES, _SEEN = ("field", "dropdown"), 0.3
# In heights of a line: how high an entry is, how wide at least; how high and wide a number is.
_LOW, _HIGH, _WIDE = 1.2, 4.6, 3.0
_LEAST, _MOST, _WIDEST = 0.55, 1.45, 2.0
# The widest caret, which is no digit.
_CARET = 0.1
# Pixels of an entry's edge; the part of an entry that lies in another one, and the part of a text
# that lies in an entry, if it is not beside it.
_EDGE, _INSIDE, _TOUCHED = 3, 0.5, 0.1
# Pixels of paper beside a number that is read: a caret may stand there.
_ROOM = 2


def with_lone_digits(
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    view: View,
    recognizer: TextRecognizer,
) -> list[TextSpan]:
    """The spans, with the numbers of a few digits in entries in which no text was found."""
    line = line_height(spans)
    found = list(spans)
    for box in _entries(detections, shapes, view, line):
        if any(coverage(span.box, box) > _TOUCHED for span in found):
            continue
        for place in view.ask(_marks, box.grown(-_EDGE), line):
            own, above = place.moved(box.left + _EDGE, box.top + _EDGE), round(line / 2)
            around = Box(own.left - _ROOM, own.top - above, own.right + _ROOM, own.bottom + above)
            around = around.intersection(box.grown(-_EDGE)) or around
            label = view.ask(read_label, around, recognizer, line)
            if label is not None and label.text.isdigit():
                found.append(label.moved(around.left, around.top))
    return found


def _entries(
    detections: Sequence[Detection], shapes: Sequence[Shape], view: View, line: float
) -> list[Box]:
    """Where something may be entered: what the detector saw so, and wide closed frames."""
    seen = [one.box for one in detections if one.kind in _ENTRIES and one.score >= _SEEN]
    framed = [
        shape.box
        for shape in shapes
        if _is_as_large(shape.box, line) and frame_of(shape.box, shape.colour, view.pixels).closed
    ]
    kept: list[Box] = []
    for box in sorted((b for b in [*framed, *seen] if _is_as_large(b, line)), key=lambda b: b.area):
        if not any(coverage(other, box) > _INSIDE for other in kept):
            kept.append(box)
    return kept


def _is_as_large(box: Box, line: float) -> bool:
    return _LOW * line <= box.height <= _HIGH * line and box.width >= _WIDE * line


def _marks(crop: Pixels, line: float) -> list[Box]:
    """What stands in the crop of an entry and is as large as a number of one or two digits; a caret
    behind it is no part of it."""
    groups: list[list[Box]] = []
    for part in sorted(parts_of(ink_mask(crop)), key=lambda part: part.left):
        near = groups and part.left - max(each.right for each in groups[-1]) <= line / 2
        groups = [*groups[:-1], [*groups[-1], part]] if near else [*groups, [part]]
    boxes = [bounding_box(_without_caret(group, line)) for group in groups]
    return [
        box
        for box in boxes
        if _LEAST * line <= box.height <= _MOST * line and box.width <= _WIDEST * line
    ]


def _without_caret(group: Sequence[Box], line: float) -> Sequence[Box]:
    *digits, last = group
    caret = last.width <= 1 + _CARET * line and last.height >= _LEAST * line
    return digits if digits and caret else group
