"""Entries of a list of which one is lit."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, one
from vision.core.elements import Element
from vision.core.geometry import Box, iou

ELSEWHERE = one("button", Box(380, 240, 460, 270))
NAMES = ("Copy", "Back", "Print", "Share")


def navigation(
    names: tuple[str, ...] = NAMES, *, lit: int = 1, step: int = 60, beside: str = ""
) -> list[Element]:
    page = Page(500, 300, ground="#ffffff")
    page.frame(ELSEWHERE.box)
    for n, name in enumerate(names):
        top = 20 + step * n
        if n == lit:
            page.frame(Box(12, top - 8, 120, top + 24), fill="#f0d8e0", outline="#f0d8e0")
        page.text(24, top, name)
        if beside:
            page.text(240, top, f"{beside} {n}")
    return page.seen([ELSEWHERE])


def links(elements: list[Element]) -> list[str]:
    return [element.text for element in elements if element.kind == "link"]


def test_texts_at_even_steps_with_one_that_is_lit_are_links():
    seen = navigation()
    assert links(seen) == list(NAMES)
    boxes = [element.box for element in seen if element.kind == "link"]
    assert all(
        iou(box, Box(12, 12 + 60 * n, 120, 44 + 60 * n)) > 0.8 for n, box in enumerate(boxes)
    )


@pytest.mark.parametrize(
    ("names", "lit", "beside"),
    [
        (NAMES, 9, ""),  # none is lit
        (NAMES[:3], 1, ""),  # a row of a table, or of a text
        (("12 May", "3 June", "7 July", "9 May"), 1, ""),
        (NAMES, 1, "Total"),  # a table
        (("/home/ann", *NAMES[1:]), 0, ""),  # below a field in which something is written
    ],
)
def test_other_columns_are_none(names: tuple[str, ...], lit: int, beside: str):
    assert not links(navigation(names, lit=lit, beside=beside))


def test_an_entry_with_a_picture_is_as_broad_as_the_lit_one():
    page = Page(500, 300, ground="#ffffff")
    page.frame(ELSEWHERE.box)
    found = [ELSEWHERE, one("link", Box(8, 8, 300, 44))]
    page.frame(Box(8, 8, 300, 44), fill="#f0d8e0", outline="#f0d8e0")
    for n, name in enumerate(NAMES):
        top = 18 + 40 * n
        page.pen.ellipse((20, top, 34, top + 14), fill="#404040")
        found.append(one("icon", Box(20, top, 35, top + 15)))
        page.text(48, top, name)
    rows = {e.text: e.box for e in page.seen(found) if e.kind in ("link", "list item")}
    assert set(rows) == set(NAMES)
    for n, name in enumerate(NAMES):
        assert iou(rows[name], Box(8, 8 + 40 * n, 300, 44 + 40 * n)) > 0.75, name
