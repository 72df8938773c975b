"""Kinds that the neighbours in a row or column decide."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.core.trace import tracing
from vision.core.views import View
from vision.detection.detector import Detection
from vision.detection.neighbour_votes import by_neighbours

DOUBT, SURE = 0.4, 0.8


def placed(kinds: list[ControlKind], *, down: bool, gap: int = 10) -> tuple[Page, list[Detection]]:
    """Boxes of one size with a text each, in a row or a column; the last one is doubtful."""
    page, found = Page(), []
    for n, kind in enumerate(kinds):
        box = Box(20, 20, 100, 44).moved(*((0, n * (24 + gap)) if down else (n * (80 + gap), 0)))
        page.text(box.left + 8, box.top + 6, f"Name {n}")
        score = DOUBT if n == len(kinds) - 1 else SURE
        found.append(Detection(box, kind, score, kind))
    return page, found


def kinds(page: Page, found: list[Detection]) -> list[ControlKind | None]:
    return [one.kind for one in by_neighbours(found, page.spans, View(page.pixels))]


@pytest.mark.parametrize("down", [False, True])
def test_the_doubtful_one_has_the_kind_of_its_neighbours(down: bool):
    page, found = placed(["tab", "tab", "tab", "button"], down=down)
    with tracing() as trace:
        assert kinds(page, found) == ["tab"] * 4
    assert "a button of score 0.40 among tabs is one" in trace.events[0].why


def test_what_is_sure_stays_what_it_is():
    page, found = placed(["tab", "button", "tab", "tab"], down=False)
    assert kinds(page, found) == ["tab", "button", "tab", "tab"]


def test_it_takes_two_of_one_kind_that_outweigh_all_others():
    page, found = placed(["tab", "button"], down=False)
    assert kinds(page, found) == ["tab", "button"]
    page, found = placed(["tab", "link", "tab", "link", "button"], down=False)
    assert kinds(page, found)[-1] == "button"


def test_those_further_away_or_of_another_size_do_not_count():
    page, found = placed(["tab", "tab", "tab", "button"], down=False, gap=60)
    assert kinds(page, found)[-1] == "button"
    page, found = placed(["tab", "tab", "tab", "button"], down=False)
    found[-1] = Detection(found[-1].box.grown(6), "button", DOUBT, "button")
    assert kinds(page, found)[-1] == "button"


def test_a_field_is_nothing_that_neighbours_decide():
    page, found = placed(["button", "button", "button", "field"], down=True)
    assert kinds(page, found)[-1] == "field"


def test_pictures_decide_about_pictures_only():
    page, found = placed(["icon", "icon", "icon", "button"], down=False)
    assert kinds(page, found)[-1] == "button"
    assert kinds(Page(), found)[-1] == "icon"


def test_a_link_that_is_drawn_as_one_stays_one():
    page, found = placed(["button", "button", "link"], down=False)
    assert kinds(page, found)[-1] == "button"
    text = page.spans[-1].box
    page.spans.pop()
    text = page.text(text.left, found[-1].box.top + 6, "Name 2", fill="#0000ee")
    assert kinds(page, found)[-1] == "button"
    line = text.bottom + 1
    page.pen.line((text.left, line, text.right, line), fill="#0000ee")
    assert kinds(page, found)[-1] == "link"
    # What is below several words is no line of one of them.
    page.pen.line((text.left, line, text.right + 40, line), fill="#0000ee")
    assert kinds(page, found)[-1] == "button"
