"""Sheets below a row of headings are lists, not fields."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box

SHEET = Box(20, 60, 461, 260)


def table(*sides: int) -> Page:
    """A white sheet, and above it grey headings between these columns."""
    page = Page(ground="#d9d9d9")
    page.frame(SHEET)
    for number, (left, right) in enumerate(pairwise(sides)):
        page.frame(Box(left, 32, right, 61), fill="#d9d9d9")
        page.text(left + 8, 38, f"Part {number}")
    return page


def fields(page: Page) -> int:
    found = [one("field", Box(14, 50, 458, 250), 0.3), one("button", Box(470, 60, 496, 90))]
    return sum(element.kind == "field" for element in page.seen(found))


@pytest.mark.parametrize("sides", [(20, 240, 461), (20, 160, 300, 461)])
def test_a_sheet_below_headings_is_no_field(sides: tuple[int, ...]):
    assert fields(table(*sides)) == 0


@pytest.mark.parametrize("sides", [(), (20, 120, 220)], ids=["nothing", "tabs"])
def test_what_does_not_stand_on_the_whole_of_it_is_no_row_of_headings(sides: tuple[int, ...]):
    assert fields(table(*sides)) == 1
