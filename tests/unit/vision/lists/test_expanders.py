"""Triangles beside a text that open and close what is below."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.pixels.arrows import is_triangle

ELSEWHERE = one("button", Box(380, 240, 460, 270))
Points = list[tuple[int, int]]
RIGHT: Points = [(20, 42), (20, 52), (28, 47)]
DOWN: Points = [(19, 44), (29, 44), (24, 51)]


def page(points: Points, *, closed: bool = True) -> Page:
    made = Page()
    made.frame(ELSEWHERE.box)
    if closed:
        made.pen.polygon(points, fill="black")
    else:
        made.pen.line(points, fill="black")
    made.text(36, 40, "Reports")
    made.text(36, 80, "All of this month")
    return made


def button(made: Page) -> Element | None:
    return next((e for e in made.seen([ELSEWHERE]) if e.text == "Reports" and e.interactive), None)


@pytest.mark.parametrize("points", [RIGHT, DOWN], ids=["right", "down"])
def test_a_triangle_opens_what_it_stands_beside(points: Points) -> None:
    found = button(page(points))
    assert found is not None
    assert found.kind == "button"
    assert found.box.left <= 20
    assert found.box.right >= 85


@pytest.mark.parametrize(
    "points",
    [
        [(20, 42), (28, 42), (28, 52), (20, 52)],
        [(28, 42), (28, 52), (20, 47)],
        [(22, 40), (26, 54)],
    ],
    ids=["square", "left", "stroke"],
)
def test_other_signs_do_not(points: Points) -> None:
    assert button(page(points)) is None


def test_neither_does_an_arrow_of_two_strokes_nor_one_behind_a_text() -> None:
    assert button(page([(20, 42), (26, 47), (20, 52)], closed=False)) is None
    beside = page(RIGHT)
    beside.text(8, 40, "7")
    assert button(beside) is None


def test_nothing_is_drawn_in_a_blank_gap() -> None:
    blank = Page().pixels
    assert not is_triangle(blank[40:60, 10:40], 14)
    assert not is_triangle(blank[40:42, 10:12], 14)
