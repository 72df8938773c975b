"""Entries of a bar in which one is a tab are no headings of the page below them."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.core.views import View
from vision.false_positives.contradicted import without_doubtful
from vision.pixels.flat_regions import find_shapes

PAGE = Box(20, 62, 520, 300)
NAMES = ("Home", "Profile", "Messages", "Settings")


def bar() -> tuple[Page, list[Box]]:
    """A blue bar on a white page, its first entry on white as the page is."""
    page = Page(560, 340, "#e4e6ea")
    page.frame(Box(20, 24, 520, 62), fill="#007bff")
    page.frame(PAGE)
    boxes = [Box(20 + 80 * n, 26, 100 + 80 * n, 61) for n in range(len(NAMES))]
    page.frame(boxes[0])
    for name, box in zip(NAMES, boxes, strict=True):
        page.text(box.left + 10, 38, name, fill="black" if box is boxes[0] else "white")
    return page, boxes


@pytest.mark.parametrize(("first", "kept"), [("tab", 3), ("list item", 0)])
def test_entries_beside_a_tab_are_no_headings(first: ControlKind, kept: int):
    page, boxes = bar()
    found = [one(first, boxes[0], 0.5), *(one("button", box, 0.45) for box in boxes[1:])]
    view = View(page.pixels)
    left = without_doubtful(found, page.spans, find_shapes(page.pixels), view)
    assert sum(each.kind == "button" for each in left) == kept
