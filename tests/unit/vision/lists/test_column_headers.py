"""Heads of columns are buttons where most of them were seen as such."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page
from tests.support.drawn import one as found
from vision.core.elements import ControlKind
from vision.core.geometry import Box, iou
from vision.detection.detector import Detection
from vision.lists.column_headers import with_heads

LEFTS = {"Category": 30, "First name": 180, "Due date": 330, "Tags": 480}


def table(rows: int = 2) -> Page:
    page = Page(640, 300, ground="#ffffff")
    for name, left in LEFTS.items():
        page.text(left, 30, name)
        for row in range(rows):
            page.text(left, 74 + 36 * row, f"{left} of {row}")
    return page


def head(name: str, kind: ControlKind = "button", score: float = 0.5) -> Detection:
    left = LEFTS[name] - 10
    return found(kind, Box(left, 16, left + 140, 58), score)


def heads(page: Page, *known: Detection) -> list[Box]:
    return sorted(
        (one.box for one in with_heads(known, page.spans) if one.kind == "button"),
        key=lambda box: box.left,
    )


@pytest.mark.parametrize("as_field", [True, False])
def test_the_others_are_some_too(as_field: bool) -> None:
    known = [head("Category"), head("Due date")]
    known += [head("First name", "field", 0.3)] if as_field else []
    boxes = heads(table(), *known)
    assert len(boxes) == 4
    for box, name in zip(boxes, LEFTS, strict=True):
        assert iou(box, head(name).box) > 0.75


def test_one_of_four_speaks_for_none_and_texts_without_a_column_are_no_heads() -> None:
    assert len(heads(table(), head("Category"))) == 1
    assert len(heads(table(0), head("Category"), head("Due date"))) == 2


def test_a_button_over_two_heads_is_one_for_each() -> None:
    wide = found("button", Box(20, 16, 310, 58), 0.5)
    boxes = heads(table(), wide)
    assert len(boxes) == 4  # two of four speak for the others
    assert iou(boxes[1], head("First name").box) > 0.8
    # Where nothing stands below them, it is one button with two words.
    assert heads(table(0), wide) == [wide.box]
