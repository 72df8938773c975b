"""Names that begin with a plus sign add one more of something: they are buttons."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box

ELSEWHERE = one("button", Box(380, 240, 460, 270))


def buttons(page: Page) -> list[str]:
    return [e.text for e in page.seen([ELSEWHERE]) if e.kind == "button" and e.text]


@pytest.mark.parametrize("text", ["+ Add card", "+ New", "+ Neue Liste"])
def test_such_a_name_is_a_button(text: str) -> None:
    page = Page()
    page.text(30, 40, text)
    page.text(30, 120, "Plan of the week")
    assert buttons(page) == [text]


@pytest.mark.parametrize("text", ["+ 14 %", "+ 3 points", "+ added a line", "Add card", "- Old"])
def test_numbers_and_sentences_are_none(text: str) -> None:
    page = Page()
    page.text(30, 40, text)
    assert not buttons(page)


def test_the_lines_of_a_comparison_and_the_end_of_a_line_are_none() -> None:
    page = Page()
    page.text(30, 40, "+ First line")
    page.text(30, 62, "- Second line")
    page.text(30, 140, "Bread")
    page.text(80, 140, "+ Butter")
    assert not buttons(page)
