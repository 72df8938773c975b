"""Entries that go on with a column, and texts that do not."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.elements import ControlKind, Element
from vision.core.geometry import Box, iou

NAMES = ("Home", "Orders", "Customers", "Reports", "Settings")


def column(page: Page, names: tuple[str, ...] = NAMES, step: int = 30) -> list[Box]:
    """Texts below each other, and the boxes of entries as wide as the column."""
    boxes = []
    for number, name in enumerate(names):
        page.text(40, 20 + step * number, name)
        boxes.append(Box(10, 14 + step * number, 200, 14 + step * number + 26))
    return boxes


def seen(page: Page, boxes: list[Box], kind: ControlKind = "link") -> dict[str, Element]:
    detections = [one(kind, box, 0.8) for box in boxes]
    return {e.text: e for e in page.seen(detections)}


@pytest.mark.parametrize("kind", ["link", "menu", "list item"])
@pytest.mark.parametrize("missed", [0, 3, 4], ids=["first", "within", "last"])
def test_an_entry_that_a_detector_missed_is_one(kind: ControlKind, missed: int):
    page = Page()
    boxes = column(page)
    found = seen(page, [box for box in boxes if box is not boxes[missed]], kind)
    assert found[NAMES[missed]].kind == kind
    assert iou(found[NAMES[missed]].box, boxes[missed]) > 0.6


def test_two_in_a_row_are_found_one_after_the_other():
    page = Page()
    boxes = column(page)
    found = seen(page, boxes[:3])
    assert [found[name].kind for name in NAMES] == ["link"] * 5


def test_entries_far_apart_go_on_where_two_or_many_say_how_far():
    page = Page(height=640)
    boxes = column(page, step=115)
    between = seen(page, [boxes[0], boxes[1], boxes[3]])
    assert [between[name].kind for name in NAMES] == ["link"] * 5
    few = seen(page, boxes[:3])
    assert [few[name].kind for name in NAMES] == ["link"] * 3 + ["text"] * 2


@pytest.mark.parametrize("how", ["farther", "indented", "other colour", "larger", "too few"])
def test_other_texts_below_are_no_entries(how: str):
    page = Page()
    boxes = column(page, NAMES[:4] if how != "too few" else NAMES[:2])
    end = 20 + 30 * (4 if how != "too few" else 2)
    colour = "#c03030" if how == "other colour" else "black"
    left = 60 if how == "indented" else 40
    size = 24 if how == "larger" else 14
    page.text(left, end + (16 if how == "farther" else 0), "Version 2", colour, size)
    assert seen(page, boxes)["Version 2"].kind == "text"
