"""Tabs that a bar in a colour marks, and what such a bar is under that are none."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.elements import Element
from vision.core.geometry import Box, iou

BLUE = "#1b6acb"
NAMES = ("Info", "Source code", "Results")


def row(
    page: Page, opened: int, room: int = 30, names: tuple[str, ...] = NAMES, left: int = 20
) -> list[Box]:
    """Labels with as much room at their sides, and a bar under one of them."""
    boxes = []
    for number, name in enumerate(names):
        label = page.text(left + room, 40, name)
        box = Box(left, 30, label.right + room, 66)
        if number == opened:
            page.pen.rectangle((box.left, 64, box.right - 1, 65), fill=BLUE)
        boxes.append(box)
        left = box.right
    return boxes


def tabs(seen: list[Element]) -> dict[str, Element]:
    return {e.text: e for e in seen if e.kind == "tab"}


SURE = one("button", Box(420, 240, 480, 270))


@pytest.mark.parametrize("opened", [0, 1, 2])
@pytest.mark.parametrize("room", [6, 40, 90])
def test_labels_of_which_one_has_a_bar_under_it_are_tabs(opened: int, room: int):
    page = Page(900)
    boxes = row(page, opened, room)
    page.pen.line((0, 66, 900, 66), "#d0d0d0")
    seen = tabs(page.seen([SURE]))
    assert list(seen) == list(NAMES)
    assert [bool(tab.state.selected) for tab in seen.values()] == [n == opened for n in range(3)]
    assert all(iou(tab.box, box) > 0.6 for tab, box in zip(seen.values(), boxes, strict=True))


def test_a_row_that_was_taken_for_a_field_is_one_of_tabs():
    page = Page(600)
    boxes = row(page, 0)
    field = one("field", Box(10, 32, boxes[-1].right + 10, 64), 0.4)
    seen = page.seen([SURE, field])
    assert list(tabs(seen)) == list(NAMES)
    assert not [e for e in seen if e.kind == "field"]


def test_what_a_detector_is_sure_of_keeps_its_kind():
    page = Page(600)
    links = [one("link", box, 0.7) for box in row(page, 1)]
    seen = page.seen([SURE, *links])
    assert not tabs(seen)
    assert [e.text for e in seen if e.kind == "link"] == list(NAMES)


def test_a_pane_beside_a_row_of_tabs_is_none_of_them():
    page = Page(700)
    page.text(20, 40, "Class")
    page.pen.line((90, 0, 90, 300), "#a0a0a0")
    row(page, 0, left=100)
    assert list(tabs(page.seen([SURE]))) == list(NAMES)


@pytest.mark.parametrize("shape", ["alone", "frame", "aside", "under all", "thick", "grey"])
def test_other_lines_below_texts_make_no_tabs(shape: str):
    page = Page(600)
    names = NAMES[:1] if shape == "alone" else NAMES
    boxes = row(page, 0 if shape == "alone" else -1, names=names)
    first = boxes[0]
    if shape == "frame":  # of a field that has the focus, below a title
        page.pen.rectangle((first.left, 64, first.right, 90), outline=BLUE, width=2)
    if shape == "aside":
        page.pen.rectangle((first.left, 64, first.right + 60, 65), fill=BLUE)
    if shape == "under all":
        for box in boxes:
            page.pen.rectangle((box.left + 4, 64, box.right - 5, 65), fill=BLUE)
    if shape == "thick":
        page.pen.rectangle((first.left, 58, first.right - 1, 80), fill=BLUE)
    if shape == "grey":
        page.pen.rectangle((first.left, 64, first.right - 1, 65), fill="#808080")
    assert not tabs(page.seen([SURE]))
