"""Rows with a name at the left and an arrow at their far end open."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.drawn import Page, one
from vision.core.geometry import Box
from vision.navigation.accordions import arrow_at_end

ELSEWHERE = one("button", Box(380, 240, 460, 270))


def row(arrow: str, at: int = 440) -> Page:
    """A row between two lines with a name and what stands at its far end."""
    page = Page(460, 300, ground="#ffffff")
    page.frame(ELSEWHERE.box)
    for y in (36, 84):
        page.pen.line([(0, y), (460, y)], fill="#d0d0d0")
    y = page.text(36, 52, "Security").center.y
    strokes = {
        "right": [(at, y - 5), (at + 5, y), (at, y + 5)],
        "down": [(at, y - 3), (at + 5, y + 3), (at + 10, y - 3)],
        "left": [(at + 5, y - 5), (at, y), (at + 5, y + 5)],
        "line": [(at, y), (at + 8, y)],
    }
    if arrow in strokes:
        page.pen.line(strokes[arrow], fill="#606060", width=2)
    return page


def buttons(page: Page) -> list[tuple[str, Box]]:
    return [(e.text, e.box) for e in page.seen([ELSEWHERE]) if e.kind == "button" and e.text]


@pytest.mark.parametrize("arrow", ["right", "down"])
def test_such_a_row_is_a_button_from_the_name_to_the_arrow(arrow: str) -> None:
    page = row(arrow)
    ((text, box),) = buttons(page)
    assert text == "Security"
    assert (box.left, box.right >= 446) == (page.spans[0].box.left, True)
    assert 36 < box.top < page.spans[0].box.top < page.spans[0].box.bottom < box.bottom < 84


@pytest.mark.parametrize("arrow", ["left", "line", "none"])
def test_a_row_with_something_else_at_its_end_is_none(arrow: str) -> None:
    assert not buttons(row(arrow))


def test_an_arrow_in_the_midst_of_a_page_is_not_at_the_end_of_a_row() -> None:
    assert not buttons(row("right", at=280))


def test_a_second_text_before_the_arrow_is_what_it_belongs_to() -> None:
    page = row("right")
    page.text(260, 52, "Prices 2024")
    assert "Security" not in [text for text, _ in buttons(page)]


def test_names_at_the_edge_of_the_picture_and_beyond_it_open_nothing() -> None:
    page = row("right")
    for y in (286, 297, 310):
        page.text(36, y, "Security")
    page.text(440, 200, "End")
    assert len(buttons(page)) == 1


@given(st.integers(0, 40), st.integers(0, 300), st.integers(1, 40), st.integers(0, 255))
def test_nothing_drawn_is_no_arrow_whatever_the_room(
    height: int, width: int, high: int, shade: int
) -> None:
    assert arrow_at_end(np.full((height, width, 3), shade, np.uint8), high) == 0


def test_rows_at_even_steps_are_as_high_as_these() -> None:
    page = Page(460, 300, ground="#ffffff")
    page.frame(ELSEWHERE.box)
    for n, name in enumerate(("Security", "Account", "Payment")):
        y = page.text(36, 20 + 50 * n, name).center.y
        page.pen.line([(440, y - 5), (445, y), (440, y + 5)], fill="#606060", width=2)
    boxes = [box for _, box in buttons(page)]
    assert [box.height for box in boxes] == [50, 50, 50]
    assert boxes[0].bottom <= boxes[1].top + 2
