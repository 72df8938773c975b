"""Pictures that look like boxes to tick and radio buttons, and what is really one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.drawn import Page
from vision.core.elements import Kind, State
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.trace import tracing
from vision.core.views import Sight
from vision.false_positives.false_marks import without_pictures_of_marks

BOX = Box(40, 40, 64, 64)


def left(page: Page, kind: Kind, box: Box = BOX, *, checked: bool = False) -> bool:
    """Whether a mark is left as one."""
    sight = Sight(page.pixels, spans=(), line=14.0)
    mark = Piece(kind, "", box, State(checked=checked), "detector", 0.6)
    button = Piece("button", "Save", Box(0, 0, 5, 5), State(), "detector", 0.6)
    kept = without_pictures_of_marks([button, mark], sight)
    assert button in kept
    return mark in kept


def ring(page: Page) -> None:
    page.pen.ellipse((40, 40, 63, 63), "white", "#555555")


def dotted(page: Page) -> None:
    ring(page)
    page.pen.ellipse((47, 47, 56, 56), "#1d4ed8")


def filled(page: Page) -> None:
    page.pen.ellipse((40, 40, 63, 63), "#1d4ed8")
    page.pen.ellipse((48, 48, 55, 55), "white")


def numbered(page: Page) -> None:
    page.pen.ellipse((40, 40, 63, 63), "#d0d0d0")
    page.text(47, 44, "4")


def initials(page: Page) -> None:
    page.pen.ellipse((40, 40, 63, 63), "#f59e0b")
    page.text(44, 45, "JK", fill="white", size=12)


@pytest.mark.parametrize(
    ("draw", "real"),
    [(ring, True), (dotted, True), (filled, True), (numbered, False), (initials, False)],
)
def test_a_radio_button_holds_a_dot_or_nothing(draw: Callable[[Page], None], real: bool) -> None:
    page = Page()
    draw(page)
    assert left(page, "radio", checked=draw is not ring) is real


def test_an_empty_box_is_the_same_upside_down() -> None:
    page = Page()
    page.pen.rectangle((40, 40, 63, 63), "white", "#333333", 2)
    assert left(page, "checkbox")
    leaf = Page()
    leaf.pen.rectangle((40, 40, 63, 63), "white", "#333333", 1)
    leaf.pen.rectangle((40, 40, 63, 51), "#333333")
    with tracing() as trace:
        assert not left(leaf, "checkbox")
    assert "lower half" in trace.events[0].why
    # A tick has no lower half like its upper one.
    assert left(leaf, "checkbox", checked=True)


def test_a_pale_box_without_a_line_round_it_is_one() -> None:
    page = Page(ground="#ffffff")
    page.pen.rectangle((40, 40, 63, 63), "#f2f2f2")
    assert left(page, "checkbox")


def test_bullets_and_sheets_of_paper_are_none() -> None:
    page = Page()
    page.pen.ellipse((40, 40, 46, 46), "#22c55e")
    assert not left(page, "radio", Box(40, 40, 47, 47), checked=True)
    page.pen.rectangle((100, 40, 119, 69), "white", "#333333", 2)
    assert not left(page, "checkbox", Box(100, 40, 120, 70))


def test_a_mark_in_a_link_is_its_picture() -> None:
    page = Page()
    page.frame(BOX)
    sight = Sight(page.pixels, spans=(), line=14.0)
    mark = Piece("checkbox", "", BOX, State(checked=False), "detector", 0.6)
    link = Piece("link", "Tasks", Box(34, 36, 160, 68), State(), "merged", 0.5)
    row = Piece("list item", "Tasks", Box(34, 36, 160, 68), State(), "merged", 0.5)
    assert without_pictures_of_marks([link, mark], sight) == [link]
    assert without_pictures_of_marks([row, mark], sight) == [row, mark]
