"""Segments of one bar that are seen as one button."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box, iou

NAMES = ("Warm", "Neutral", "Cool")


def bar(page: Page, chosen: int, left: int = 20, width: int = 110) -> list[Box]:
    """Choices in one frame, with nothing between those that are not chosen."""
    page.frame(Box(left, 40, left + width * len(NAMES), 76), "white")
    boxes = []
    for number, name in enumerate(NAMES):
        box = Box(left + width * number, 40, left + width * (number + 1), 76)
        if number == chosen:
            page.frame(box, "#5b5fd6", "#5b5fd6")
        page.text(box.left + 30, 50, name, "white" if number == chosen else "black")
        boxes.append(box)
    return boxes


@pytest.mark.parametrize("chosen", [0, 2])
def test_each_segment_is_a_button(chosen: int) -> None:
    page = Page()
    boxes = bar(page, chosen)
    first, last = (boxes[1], boxes[2]) if chosen == 0 else (boxes[0], boxes[1])
    both = Box(first.left, first.top, last.right, last.bottom)
    seen = page.seen([one("button", both), one("button", boxes[chosen])])
    buttons = {e.text: e.box for e in seen if e.kind == "button"}
    assert sorted(buttons) == sorted(NAMES)
    assert all(iou(buttons[name], box) > 0.8 for name, box in zip(NAMES, boxes, strict=True))


def test_a_button_with_two_texts_beside_a_narrow_one_stays_whole() -> None:
    page = Page()
    wide = page.frame(Box(20, 40, 320, 76))
    page.text(30, 50, "Network")
    page.text(230, 50, "Connected")
    narrow = page.frame(Box(322, 40, 360, 76))
    page.text(334, 50, "?")
    seen = page.seen([one("button", wide), one("button", narrow)])
    assert any(iou(e.box, wide) > 0.8 for e in seen)
