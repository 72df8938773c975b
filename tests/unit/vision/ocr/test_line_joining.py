"""Words of one line that were found one by one."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box
from vision.core.trace import tracing

ELSEWHERE = one("button", Box(380, 240, 460, 270))


def texts(page: Page) -> list[str]:
    page.frame(ELSEWHERE.box)
    return [e.text for e in page.seen([ELSEWHERE]) if e.kind == "text"]


def words(page: Page, *said: str, gap: int = 5, fills: tuple[str, ...] = ()) -> Box:
    left, box = 20, Box(0, 0, 1, 1)
    for number, word in enumerate(said):
        box = page.text(left, 40, word, fill=fills[number] if fills else "black")
        left = box.right + gap
    return box


def test_words_that_stand_as_close_as_words_are_one_line() -> None:
    page = Page()
    words(page, "Warning:", "you are using", "the root account.")
    with tracing() as trace:
        assert texts(page) == ["Warning: you are using the root account."]
    assert '"you are using" goes on with "Warning:"' in [event.why for event in trace.events]


def test_boxes_that_overlap_a_little_are_one_line_too() -> None:
    page = Page()
    words(page, "Find", "my", "letters", gap=-2)
    assert texts(page) == ["Find my letters"]


@pytest.mark.parametrize(
    ("gap", "fills"), [(16, ()), (5, ("black", "#c03030"))], ids=["columns", "inks"]
)
def test_columns_and_other_inks_stay_apart(gap: int, fills: tuple[str, ...]) -> None:
    page = Page()
    words(page, "Monday", "closed", gap=gap, fills=fills)
    assert texts(page) == ["Monday", "closed"]


def test_a_star_and_the_next_line_stay_apart() -> None:
    page = Page()
    box = words(page, "Street", "*")
    page.text(box.right + 5, 58, "below it")
    assert texts(page) == ["Street", "*", "below it"]
