"""Rows of messages, with a box to tick and a star, are entries where lines part them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.drawn import Page
from tests.support.drawn import one as found
from vision.core.geometry import Box, iou
from vision.detection.detector import Detection
from vision.lists.rows_to_tick import ticked_rows

LINES = (20, 100, 220, 290)
WHOLE = [Box(30, top + 1, 200, bottom) for top, bottom in pairwise(LINES)]


def messages(lines: bool = True) -> tuple[Page, list[Detection]]:
    page, known = Page(), []
    for top, bottom in pairwise(LINES):
        middle = (top + bottom) // 2
        mark = page.frame(Box(40, middle - 7, 54, middle + 7))
        known += [found("checkbox", mark), found("icon", Box(70, middle - 10, 90, middle + 10))]
        page.text(100, middle - 7, "Ann Lee")
    for y in LINES if lines else ():
        page.pen.line((30, y, 199, y), fill="#b0b0b0")
    return page, known


def rows(page: Page, known: list[Detection]) -> list[Box]:
    return [d.box for d in ticked_rows(known, page.pixels, 12.0) if d.kind == "list item"]


def test_each_is_an_entry_however_high_it_is() -> None:
    made = rows(*messages())
    assert len(made) == 3
    assert all(iou(a, b) > 0.95 for a, b in zip(made, WHOLE, strict=True))


@pytest.mark.parametrize("missing", ["lines", "pictures", "others"])
def test_without_lines_pictures_or_others_of_their_kind_there_are_none(missing: str) -> None:
    page, known = messages(lines=missing != "lines")
    if missing == "pictures":
        known = [d for d in known if d.kind == "checkbox"]
    if missing == "others":
        known = known[:2]
    assert not rows(page, known)


def test_a_row_that_was_seen_is_not_told_twice() -> None:
    page, known = messages()
    assert len(rows(page, [*known, found("list item", WHOLE[1])])) == 3
