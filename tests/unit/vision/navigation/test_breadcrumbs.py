"""Trails of names with arrows between them: all but the last one lead back."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box
from vision.core.trace import tracing

GREY = "#808890"
ELSEWHERE = one("button", Box(380, 240, 460, 270))


def trail(*names: str, arrow: str = "›", last: str = "black", first: str = GREY) -> Page:
    """The names in a line at the top, with an arrow that is drawn and was not read between them."""
    page = Page()
    page.frame(ELSEWHERE.box)
    left = 20
    for number, name in enumerate(names):
        box = page.text(left, 20, name, fill=last if number == len(names) - 1 else first)
        x, y = box.right + 8, box.center.y
        left = x + 14
        if number == len(names) - 1:
            continue
        if arrow == "›":
            page.pen.line([(x, y - 3), (x + 3, y), (x, y + 3)], fill="#909090")
        elif arrow == "/":
            page.pen.line([(x, y + 7), (x + 4, y - 7)], fill="#909090")
        elif arrow == "·":
            page.pen.rectangle([x, y - 1, x + 2, y + 1], fill="#909090")
    return page


def links(page: Page) -> list[str]:
    seen = page.seen([ELSEWHERE])
    return [e.text for e in sorted(seen, key=lambda e: e.box.left) if e.kind == "link"]


def texts(page: Page) -> list[str]:
    seen = page.seen([ELSEWHERE])
    return [e.text for e in sorted(seen, key=lambda e: e.box.left) if e.kind == "text"]


def as_one(page: Page) -> Box:
    """Have the first two names be read as one text; its box."""
    first, second, *rest = page.spans
    box = Box(first.box.left, first.box.top, second.box.right, first.box.bottom)
    text = f"{first.text} {second.text}"
    page.spans[:] = [type(first)(text, box, 0.95, first.words + second.words), *rest]
    return box


@pytest.mark.parametrize("arrow", ["›", "/"])
def test_names_before_the_last_one_are_links(arrow: str) -> None:
    page = trail("Home", "Sign in", "Reset", arrow=arrow)
    assert links(page) == ["Home", "Sign in"]
    assert "Reset" in texts(page)


def test_a_line_that_was_read_as_one_is_parted() -> None:
    page = trail("Home", "Reset")
    as_one(page)
    with tracing() as trace:
        assert links(page) == ["Home"]
    assert '"Home" leads back, "Reset" is shown' in [event.why for event in trace.events]
    assert texts(page) == ["Reset"]


def test_an_arrow_that_was_read_parts_a_line_too() -> None:
    page = Page()
    page.frame(ELSEWHERE.box)
    page.text(20, 20, "Home >", fill=GREY)
    left = page.spans[0].box.right + 5
    page.text(left, 20, "Reset")
    first, second = page.spans
    box = Box(first.box.left, first.box.top, second.box.right, first.box.bottom)
    page.spans[:] = [type(first)("Home > Reset", box, 0.95, first.words + second.words)]
    assert links(page) == ["Home"]


def test_what_is_no_trail_stays() -> None:
    # No arrow, a dot, or all in one ink: a sentence may say "Edit › Preferences".
    assert links(trail("Home", "Reset", arrow="")) == []
    assert links(trail("Home", "Reset", arrow="·")) == []
    assert links(trail("Home", "Reset", first="black")) == []
    assert links(trail("38.4%", "Reset")) == []
    assert links(trail("One name of many words and more", "Reset")) == []


def test_names_that_the_detector_knows_are_names_of_a_trail_too() -> None:
    page = trail("Home", "Sign in", "Reset")
    known = [one("link", page.spans[n].box.grown(2)) for n in (1, 2)]
    seen = page.seen([ELSEWHERE, *known])
    assert sorted(e.text for e in seen if e.kind == "link") == ["Home", "Reset", "Sign in"]


def test_what_was_taken_for_one_link_and_is_a_trail_is_parted_too() -> None:
    page = trail("Home", "Reset")
    box = as_one(page).grown(4)
    seen = page.seen([ELSEWHERE, one("link", box, 0.4)])
    assert [e.text for e in seen if e.kind == "link"] == ["Home"]
    assert "Reset" in [e.text for e in seen if e.kind == "text"]


def test_a_link_of_two_words_stays_one() -> None:
    page = Page()
    page.frame(ELSEWHERE.box)
    box = page.text(20, 20, "Sign in", fill=GREY).grown(3)
    seen = page.seen([ELSEWHERE, one("link", box, 0.6)])
    assert [e.text for e in seen if e.kind == "link"] == ["Sign in"]


def test_an_arrow_that_was_read_as_a_part_of_a_name_parts_them() -> None:
    page = Page()
    page.frame(ELSEWHERE.box)
    page.text(20, 20, "Home >Forms", fill=GREY)
    left = page.spans[-1].box.right + 8
    page.pen.line([(left, 25), (left + 3, 28), (left, 31)], fill="#909090")
    page.text(left + 14, 20, "Buttons")
    assert links(page) == ["Home", "Forms"]
