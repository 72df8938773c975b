"""Sunken fields without paper of their own cannot be written in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.drawn import Page
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.core.views import View
from vision.states.bevelled_fields import is_sunken

GREY, DARK, LIGHT = "#d9d9d9", "#828282", "#ffffff"
BOX = Box(60, 80, 360, 108)


def sunken(page: Page, box: Box, fill: str, first: str = DARK, last: str = LIGHT) -> None:
    page.frame(box, fill=fill, outline=fill)
    right, bottom = box.right - 1, box.bottom - 1
    page.pen.line((box.left, box.top, right, box.top), fill=first)
    page.pen.line((box.left, box.top, box.left, bottom), fill=first)
    page.pen.line((box.left, bottom, right, bottom), fill=last)
    page.pen.line((right, box.top, right, bottom), fill=last)


def seen(box: Box, kind: str = "field") -> Element:
    return Element(1, kind, "", box)  # type: ignore[arg-type]


@pytest.mark.parametrize("off", [(0, 0), (-12, 0), (8, -3), (0, 6)])
def test_the_grey_of_the_window_in_a_sunken_frame_is_no_paper(off: tuple[int, int]) -> None:
    page = Page(ground=GREY)
    sunken(page, BOX, GREY)
    assert is_sunken(seen(BOX.moved(*off)), View(page.pixels))
    assert not is_sunken(seen(BOX, "button"), View(page.pixels))


@pytest.mark.parametrize("fill", ["#ffffff", "#f4f4f4"])
def test_paper_is_written_on(fill: str) -> None:
    page = Page(ground=GREY)
    sunken(page, BOX, fill)
    assert not is_sunken(seen(BOX), View(page.pixels))


def test_raised_flat_and_grooved_frames_are_no_such_fields() -> None:
    for first, last in ((LIGHT, DARK), (DARK, DARK)):
        page = Page(ground=GREY)
        sunken(page, BOX, GREY, first, last)
        assert not is_sunken(seen(BOX), View(page.pixels))
    page = Page(ground=GREY)
    sunken(page, BOX, GREY)
    sunken(page, BOX.grown(-1), GREY, LIGHT, DARK)
    assert not is_sunken(seen(BOX), View(page.pixels)), "a groove"
    page = Page(ground=GREY)
    assert not is_sunken(seen(BOX), View(page.pixels)), "nothing at all"
    assert not is_sunken(seen(Box(0, 0, 500, 300)), View(page.pixels)), "as large as the picture"


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 70), st.integers(1, 70))
def test_a_flat_picture_holds_none_wherever_one_is_looked_for(
    left: int, top: int, width: int, height: int
) -> None:
    page = Page(60, 60, ground=GREY)
    assert not is_sunken(seen(Box(left, top, left + width, top + height)), View(page.pixels))
