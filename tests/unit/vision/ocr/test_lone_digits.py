"""A lone number in a wide entry is read; pictures and entries with a text are left alone."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.views import View
from vision.ocr.engine import TextSpan
from vision.ocr.repair.lone_digits import with_lone_digits
from vision.pixels.flat_regions import find_shapes

_FIELD = Box(40, 60, 400, 92)


class _Reader:
    """Takes whatever stands alone for one text, surely."""

    def __init__(self, said: str) -> None:
        self.said, self.asked = said, 0

    def read(self, pixels: Pixels) -> list[TextSpan]:
        return []

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        self.asked += 1
        return self.said, 0.97


def read(page: Page, reader: _Reader) -> list[TextSpan]:
    spans = page.spans[:1]
    view = View(page.pixels)
    return with_lone_digits(spans, [], find_shapes(page.pixels), view, reader)[1:]


def drawn(*, at: int = 50, text: str = "3") -> Page:
    page = Page()
    page.text(20, 10, "Some line of the page")
    page.frame(_FIELD)
    page.text(at, 68, text)
    return page


@pytest.mark.parametrize("at", [50, 210, 370])
def test_a_digit_at_any_place_of_an_entry(at: int):
    (found,) = read(drawn(at=at), _Reader("3"))
    assert found.text == "3"
    assert _FIELD.contains(found.box.center)
    assert abs(found.box.left - at) <= 4


def test_the_caret_behind_it_is_no_part_of_it():
    page = drawn()
    page.pen.line((63, 66, 63, 84), fill="black")
    (found,) = read(page, _Reader("3"))
    assert found.box.right <= 63


def test_what_is_no_number_is_left_to_others():
    assert read(drawn(), _Reader("x")) == []


def test_an_empty_entry_and_a_long_text_ask_nothing():
    reader = _Reader("3")
    page = Page()
    page.text(20, 10, "Some line of the page")
    page.frame(_FIELD)
    assert read(page, reader) == []
    assert read(drawn(text="a longer text in it"), reader) == []
    assert reader.asked == 0
