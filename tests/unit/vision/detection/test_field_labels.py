"""Texts at the left of fields are labels, whatever the detector takes one of them for."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page
from tests.support.drawn import one as found
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.detection.field_labels import is_label
from vision.pixels.flat_regions import find_shapes

LABELS = ("Name*", "Group path", "Documentation")


def form(page: Page, rows: int = 3) -> list[Detection]:
    """Rows of a label and a field."""
    fields = []
    for number in range(rows):
        top = 20 + 40 * number
        page.text(30, top + 8, LABELS[number])
        fields.append(found("field", page.frame(Box(180, top, 440, top + 30))))
    return fields


def is_left_out(page: Page, one: Detection, fields: list[Detection]) -> bool:
    return is_label(one, [*fields, one], page.spans, find_shapes(page.pixels))


@pytest.mark.parametrize("kind", ["button", "menu", "list item"])
def test_one_of_a_column_of_labels_is_no_control(kind: ControlKind) -> None:
    page = Page()
    fields = form(page)
    assert is_left_out(page, found(kind, Box(20, 20, 170, 50), 0.4), fields)


def test_what_is_surely_a_button_or_drawn_as_one_stays() -> None:
    page = Page()
    fields = form(page)
    assert not is_left_out(page, found("button", Box(20, 20, 170, 50), 0.7), fields)
    page = Page()
    framed = page.frame(Box(20, 20, 170, 50), fill="#dddddd")
    fields = form(page)
    assert not is_left_out(page, found("button", framed, 0.4), fields)


def test_a_text_that_no_label_stands_below_stays() -> None:
    page = Page()
    fields = form(page, 1)
    page.text(30, 200, "Save")
    assert not is_left_out(page, found("button", Box(20, 20, 170, 50), 0.4), fields)
    assert not is_left_out(page, found("button", Box(20, 190, 170, 220), 0.4), fields)


def test_the_keys_of_a_pad_beside_something_are_no_labels() -> None:
    page = Page()
    fields = [found("field", page.frame(Box(180, top, 440, top + 30))) for top in (20, 60)]
    for number, top in enumerate((28, 68)):
        page.text(30, top, str(7 - 3 * number))
    assert not is_left_out(page, found("button", Box(20, 20, 80, 50), 0.4), fields)
