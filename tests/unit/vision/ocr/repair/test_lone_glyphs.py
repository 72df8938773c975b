"""Signs that stand alone are read: digits on a disc and in a cell, letters on a ground, stars."""

from __future__ import annotations

import pytest

from agent.perception.perceiver import reader
from tests.support.drawn import Page
from vision.core.answers import Glances
from vision.core.geometry import Box
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.ocr.repair.lone_glyphs import with_lone_signs
from vision.pixels.flat_regions import find_shapes


def read(page: Page, *detections: Detection) -> list[str]:
    """What is read besides the texts of a page."""
    view = View(page.pixels, Glances())
    shapes = find_shapes(page.pixels)
    spans = with_lone_signs(page.spans, detections, shapes, view, reader())
    return [span.text for span in spans[len(page.spans) :]]


def page() -> Page:
    page = Page(ground="white")
    for number in range(4):
        page.text(20, 200 + 22 * number, "A line of the page")
    return page


def drawn(page: Page, x: int, y: int, sign: str, fill: str = "black", size: int = 14) -> None:
    """A sign that no finder has found."""
    page.text(x, y, sign, fill, size)
    page.spans.pop()


@pytest.mark.parametrize("fill", ["#3060c0", "#777777", "#e8e8e8"])
def test_the_number_of_a_step_on_its_disc_is_read(fill: str):
    steps = page()
    for number, name in enumerate(("Account", "Address", "Payment")):
        left = 20 + 150 * number
        steps.pen.ellipse((left, 20, left + 26, 46), fill=fill)
        ink = "black" if fill == "#e8e8e8" else "white"
        drawn(steps, left + 9, 25, str(number + 2), ink)
        steps.text(left + 40, 25, name)
    assert sorted(read(steps)) == ["2", "3", "4"]


def test_a_digit_in_a_cell_is_read_and_what_is_like_one_is_none():
    table = page()
    drawn(table, 300, 60, "0")
    table.pen.ellipse((300, 100, 312, 112), outline="black", width=2)  # a radio button
    table.pen.line((306, 130, 306, 146), fill="black")  # a caret
    table.pen.polygon([(300, 160), (308, 166), (300, 172)], fill="black")
    assert read(table) == ["0"]


def test_a_digit_of_a_number_is_not_read_again():
    table = page()
    table.text(300, 60, "7")
    drawn(table, 300, 100, "27")
    assert read(table) == []


def test_a_letter_is_read_on_a_ground_of_its_own_alone():
    people = page()
    people.frame(Box(300, 20, 330, 50), "#1abc9c", "#1abc9c")
    drawn(people, 309, 26, "G", "white", 16)
    drawn(people, 400, 26, "B", size=16)  # a picture on a bar: bold
    assert read(people) == ["G"]


def test_the_star_behind_a_label_is_read():
    form = page()
    label = form.text(20, 60, "E-mail")
    drawn(form, label.right + 5, 60, "*")
    drawn(form, 300, 60, "*")
    assert read(form) == ["*"]


def test_a_number_that_was_read_with_its_disc_is_the_number():
    view = View(page().pixels, Glances())
    spans = [TextSpan("②", Box(20, 20, 40, 40), 0.9), TextSpan("½", Box(60, 20, 80, 40), 0.9)]
    assert [s.text for s in with_lone_signs(spans, [], [], view, reader())] == ["2", "½"]


def test_nothing_is_read_where_an_icon_was_seen():
    table = page()
    drawn(table, 300, 60, "8")
    icon = Detection(Box(296, 58, 314, 80), "icon", 0.8, "icon")
    assert read(table) == ["8"]
    assert read(table, icon) == []
