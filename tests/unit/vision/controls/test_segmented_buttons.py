"""Short names in one frame, one on a ground of its own, are buttons, also where one was seen."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page
from tests.support.drawn import one as found
from vision.core.elements import Element
from vision.core.geometry import Box, iou

FRAME = Box(100, 40, 268, 74)
CHOSEN = Box(103, 43, 154, 71)
NAMES = ((119, "7d"), (171, "24h"), (232, "1h"))
ELSEWHERE = found("button", Box(20, 240, 100, 270))


def control(names: tuple[tuple[int, str], ...] = NAMES) -> Page:
    page = Page(ground="#1a2332")
    page.frame(FRAME, "#0f1623", "#0f1623")
    page.frame(CHOSEN, "#1a2332", "#1a2332")
    for left, name in names:
        page.text(left, 50, name, fill="white")
    return page


def buttons(seen: list[Element]) -> list[str]:
    return [e.text for e in seen if e.kind == "button" and e.text]


@pytest.mark.parametrize("frame", [True, False])
def test_those_beside_the_one_that_was_seen_are_buttons(frame: bool) -> None:
    page = control()
    known = [found("button", CHOSEN, 0.6), ELSEWHERE]
    known += [found("dropdown", FRAME.grown(4), 0.45)] if frame else []
    seen = page.seen(known)
    assert buttons(seen) == ["7d", "24h", "1h"]
    assert not [e for e in seen if e.kind == "dropdown"]
    second = next(e for e in seen if e.text == "24h")
    assert iou(second.box, Box(154, 43, 218, 71)) > 0.8


def test_names_with_uneven_gaps_or_none_that_was_seen_stay_texts() -> None:
    uneven = ((119, "7d"), (165, "24h"), (250, "1h"))
    assert buttons(control(uneven).seen([found("button", CHOSEN, 0.6), ELSEWHERE])) == ["7d"]
    assert "24h" not in buttons(control().seen([ELSEWHERE]))


def test_the_row_of_a_table_holds_no_buttons() -> None:
    page = control()
    next_one = Box(FRAME.left, FRAME.bottom + 2, FRAME.right, FRAME.bottom + 36)
    page.frame(next_one, "#0f1623", "#0f1623")
    assert buttons(page.seen([found("button", CHOSEN, 0.6), ELSEWHERE])) == ["7d"]


def test_a_frame_that_is_too_pale_is_known_by_what_it_was_taken_for() -> None:
    page = Page(ground="#ffffff")
    for left, name in NAMES:
        page.text(left, 50, name)
    whole = Box(96, 34, 272, 80)
    known = [found("button", CHOSEN, 0.5), found("dropdown", whole, 0.3), ELSEWHERE]
    assert buttons(page.seen(known)) == ["7d", "24h", "1h"]
    surely = [found("button", CHOSEN, 0.5), found("dropdown", whole, 0.9), ELSEWHERE]
    assert [e.kind for e in page.seen(surely)].count("dropdown") == 1
