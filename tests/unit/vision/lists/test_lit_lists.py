"""Entries of a list of which one is lit."""

from __future__ import annotations

from tests.support.drawn import Page, one
from vision.core.geometry import Box, iou

ELSEWHERE = one("button", Box(380, 240, 460, 270))
NAMES = ("Copy", "Back", "Print", "Share")


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
