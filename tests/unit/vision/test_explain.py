"""Why an element is as it is: the trace of a merge, told in plain English."""

from __future__ import annotations

import pytest

from tests.support.made_maps import paper
from tests.support.passes import merged
from vision.core.elements import Element
from vision.core.geometry import Box, Point
from vision.core.trace import Trace, note, note_parts, tracing
from vision.detection.detector import Detection
from vision.explain import explain
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import find_shapes

FIELD, LABEL = Box(120, 100, 320, 126), Box(40, 105, 100, 119)


@pytest.fixture
def looked() -> tuple[list[Element], Trace]:
    """A white field on a grey page with its label on the left, as all three parts saw it."""
    pixels = paper()
    pixels[:] = 225
    pixels[FIELD.top : FIELD.bottom, FIELD.left : FIELD.right] = 120
    pixels[FIELD.top + 1 : FIELD.bottom - 1, FIELD.left + 1 : FIELD.right - 1] = 255
    spans = [TextSpan("City:", LABEL, 0.97)]
    detections = [Detection(FIELD.grown(1), "field", 0.64, "field")]
    shapes = find_shapes(pixels)
    with tracing() as trace:
        note_parts(spans, detections, shapes)
        elements = merged(pixels, spans, detections, shapes)
    return elements, trace


def test_parts_scores_and_what_was_joined(looked: tuple[list[Element], Trace]):
    elements, trace = looked
    (field,) = [e for e in elements if e.kind == "field"]
    told = explain(field, trace, Point(0, 0))
    assert told.startswith(f'[{field.id}] field "City" at ')
    assert "detector: field at 119, 99, 321, 127, score 0.64" in told
    assert "shapes: a rectangular area of colour #ffffff" in told
    assert 'label: the text "City:" became the name (at 40, 105, 100, 119)' in told


def test_boxes_are_told_in_pixels_of_the_screen(looked: tuple[list[Element], Trace]):
    elements, trace = looked
    (field,) = [e for e in elements if e.kind == "field"]
    moved = Element(field.id, field.kind, field.text, field.box.moved(-500, 30))
    told = explain(moved, trace, Point(-500, 30))
    assert "detector: field at -381, 129, -179, 157" in told
    assert "(at -460, 135, -400, 149)" in told


def test_what_no_part_saw_was_inferred():
    told = explain(Element(1, "button", "OK", FIELD), Trace(), Point(0, 0))
    assert told.endswith("No part saw it by itself: it was inferred.")


def test_nothing_is_collected_unless_asked_for():
    note("label", LABEL, "lost")
    with tracing() as trace:
        pass
    note("label", LABEL, "lost")
    assert trace.events == []
