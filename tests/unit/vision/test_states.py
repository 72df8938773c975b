"""Disabled, selected and focused, on pictures drawn here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.support.drawn import Page
from tests.support.made_maps import element, paper
from tests.support.passes import with_states
from vision.capture.screen import Pixels
from vision.core.answers import Asked
from vision.core.elements import Element, State
from vision.core.geometry import Box
from vision.core.views import View
from vision.detection.roi_classifier import SEEN, STATES, CloseUp, Looker, own_looker

BLACK, WHITE, PALE, BLUE = (20, 20, 20), (255, 255, 255), (190, 190, 190), (40, 90, 220)


def strokes(pixels: Pixels, box: Box, ink: tuple[int, int, int], ground: tuple[int, int, int]):
    """Something like a word in the middle of a box that is filled with a ground."""
    pixels[box.top : box.bottom, box.left : box.right] = ground
    top, bottom = box.center.y - 5, box.center.y + 5
    for x in range(box.left + 12, min(box.right - 12, box.left + 72), 6):
        pixels[top:bottom, x : x + 2] = ink


def column(number: int, kind: str = "list item", count: int = 4, height: int = 24) -> list[Element]:
    return [
        element(n, kind, f"Item {n}", Box(40, 20 + height * n, 200, 20 + height * (n + 1)))  # type: ignore[arg-type]
        for n in range(number, number + count)
    ]


def drawn(elements: list[Element], odd: int, ink, ground) -> list[Element]:
    """The elements with their states, black on white but for one of them."""
    pixels = paper()
    for one in elements:
        strokes(pixels, one.box, BLACK, WHITE)
        if one.id == odd:
            strokes(pixels, one.box, ink, ground)
    return with_states(pixels, elements)


@pytest.mark.parametrize("kind", ["button", "menu", "tab", "list item"])
def test_the_pale_one_is_disabled(kind: str):
    seen = drawn(column(1, kind), 3, PALE, WHITE)
    assert [e.id for e in seen if e.state.disabled] == [3]


def test_a_paler_ink_of_another_hue_is_no_blend():
    pixels, rows = paper(), [replace(e, text="") for e in column(1, "icon", 2)]
    for row, colour in zip(rows, ((220, 224, 230), (140, 100, 100)), strict=True):
        strokes(pixels, row.box, colour, (30, 32, 40))
    assert not any(e.state.disabled for e in with_states(pixels, rows))


def test_white_text_on_colour_is_not_disabled():
    seen = drawn(column(1, "button"), 3, WHITE, (90, 140, 240))
    assert not any(e.state.disabled for e in seen)


def _square(box: Box) -> Box:
    return Box(box.left, box.top, box.left + 2 * box.height, box.bottom)


@pytest.mark.parametrize("kind", ["menu", "icon"])
def test_half_of_a_kind_may_be_disabled_at_once(kind: str):
    pixels = paper()
    things = column(1, kind, count=6)
    if kind == "icon":
        things = [replace(e, text="", box=_square(e.box)) for e in things]
    for one in things:
        strokes(pixels, one.box, PALE if one.id % 2 else BLACK, WHITE)
    assert [e.id for e in with_states(pixels, things) if e.state.disabled] == [1, 3, 5]


class Looks(Looker):
    """A closer look that says the same of everything but one element."""

    def __init__(self, state: str, usually: float, of_one: float, one: Element) -> None:
        self._number, self._usually = STATES.index(state), usually
        self._of_one, self._one = of_one, one

    def look(self, box: Box, view: Asked) -> CloseUp:
        likely = self._of_one if box == self._one.box else self._usually
        states = [likely if n == self._number else 0.0 for n in range(len(STATES))]
        return CloseUp((0.0,) * len(SEEN), 1.0, tuple(states))


def test_a_pale_one_that_does_not_look_so_closely_is_not_disabled():
    rows, pixels = column(1, "button"), paper()
    for one in rows:
        strokes(pixels, one.box, PALE if one.id == 3 else BLACK, WHITE)
    for likely, told in ((0.3, [3]), (0.01, [])):
        seen = with_states(pixels, rows, looker=Looks("disabled", 0.0, likely, rows[2]))
        assert [e.id for e in seen if e.state.disabled] == told


def test_a_closer_look_tells_who_has_the_keyboard_where_the_pixels_do_not():
    rows, pixels = column(1, "button"), paper()
    for likely, told in ((0.8, [2]), (0.5, [])):
        seen = with_states(pixels, rows, looker=Looks("focused", 0.2, likely, rows[1]))
        assert [e.id for e in seen if e.state.focused] == told


def test_our_own_weights_tell_a_pale_button_from_a_dark_one_and_a_tick_from_none():
    page = Page(400, 240, "#ffffff")
    for number, ink in enumerate(("#101010", "#a8a8a8")):
        page.frame(Box(40, 40 + 60 * number, 120, 70 + 60 * number), fill="#efefef")
        page.text(62, 47 + 60 * number, "Copy", fill=ink)
    page.frame(Box(200, 40, 216, 56))
    page.frame(Box(200, 100, 216, 116), fill="#0d6efd", outline="#0d6efd")
    page.pen.line((203, 108, 207, 112, 213, 104), fill="white", width=2)
    view = View(page.pixels)
    dark, pale = (own_looker().look(Box(40, y, 120, y + 30), view) for y in (40, 100))
    assert pale.shows("disabled") > 0.5 > dark.shows("disabled")
    free, ticked = (own_looker().look(Box(200, y, 216, y + 16), view) for y in (40, 100))
    assert ticked.shows("checked") > 0.5 > free.shows("checked")


def blend(colour: tuple[int, int, int], ground: tuple[int, int, int], part: float):
    return tuple(round(g + part * (c - g)) for c, g in zip(colour, ground, strict=True))


@pytest.mark.parametrize("paper_colour", [WHITE, (30, 34, 44)])
def test_a_half_transparent_button_is_disabled(paper_colour: tuple[int, int, int]):
    pixels = paper()
    pixels[:] = paper_colour
    buttons = [element(n, "button", f"Go {n}", Box(40, 40 * n, 160, 40 * n + 30)) for n in (1, 2)]
    for one in buttons:
        strokes(pixels, one.box, WHITE, BLUE)
    assert not any(e.state.disabled for e in with_states(pixels, buttons))
    strokes(pixels, buttons[1].box, blend(WHITE, paper_colour, 0.5), blend(BLUE, paper_colour, 0.5))
    assert [e.state.disabled for e in with_states(pixels, buttons)] == [None, True]
    # With ink that is as strong as ever it is another style of button.
    ink = BLACK if paper_colour == WHITE else WHITE
    strokes(pixels, buttons[1].box, ink, blend(BLUE, paper_colour, 0.5))
    assert with_states(pixels, buttons)[1].state.disabled is None


@pytest.mark.parametrize("kind", ["list item", "link", "menu"])
@pytest.mark.parametrize(("ink", "ground"), [(WHITE, BLUE), (BLACK, (215, 225, 240))])
def test_the_row_of_another_ground_is_selected(kind: str, ink, ground):
    seen = drawn(column(1, kind), 2, ink, ground)
    assert [e.id for e in seen if e.state.selected] == [2]


def test_a_link_of_another_colour_is_selected():
    assert [e.id for e in drawn(column(1, "link"), 2, BLUE, WHITE) if e.state.selected] == [2]


def test_striped_rows_are_not_selected():
    pixels, rows = paper(), column(1, count=6)
    for one in rows:
        strokes(pixels, one.box, BLACK, WHITE if one.id % 2 else (230, 230, 230))
    assert not any(e.state.selected for e in with_states(pixels, rows))


def framed(count: int, strong: int | None = None) -> tuple[Pixels, list[Element]]:
    """Empty fields with a thin grey frame; one has a blue ring."""
    pixels, fields = paper(), []
    for number in range(1, count + 1):
        box = Box(40, 40 * number, 240, 40 * number + 26)
        fields.append(element(number, "field", "", box, State(value="")))
        ring = box.grown(2) if number == strong else box.grown(1)
        pixels[ring.top : ring.bottom, ring.left : ring.right] = (
            BLUE if number == strong else (215, 215, 215)
        )
        pixels[box.top : box.bottom, box.left : box.right] = WHITE
    return pixels, fields


def test_the_field_with_a_caret_is_focused():
    pixels, fields = framed(2)
    pixels[85:101, 46:48] = BLACK
    assert [e.id for e in with_states(pixels, fields) if e.state.focused] == [2]


def test_letters_are_no_caret():
    pixels, fields = framed(1)
    for x, height in ((50, 11), (56, 14), (60, 11), (66, 11)):  # one is as high as an "l" beside
        pixels[47 : 47 + height, x : x + (4 if height == 11 else 2)] = BLACK
    assert not with_states(pixels, fields)[0].state.focused


def test_all_else_stays():
    rows = column(1)
    rows[0] = element(1, "list item", "Item 1", rows[0].box, State(checked=True, value="x"))
    seen = drawn(rows, 2, WHITE, BLUE)
    assert [(e.id, e.kind, e.text, e.box) for e in seen] == [
        (e.id, e.kind, e.text, e.box) for e in rows
    ]
    assert (seen[0].state.checked, seen[0].state.value) == (True, "x")
    assert with_states(np.zeros((40, 40, 3), np.uint8), []) == []
