"""Rows of trees that nothing is drawn round."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box
from vision.pixels.arrows import is_arrow_down

ELSEWHERE = one("button", Box(380, 240, 460, 270))
TREE = (("View", 0), ("letter.odt", 1), ("taxes.csv", 1), ("Home", 0), ("Drafts", 0))


def page_of(
    tree: tuple[tuple[str, int], ...] = TREE, *, arrow: str = "down", step: int = 30
) -> Page:
    page = Page()
    page.frame(ELSEWHERE.box)
    for number, (name, level) in enumerate(tree):
        page.text(50 + 20 * level, 20 + step * number, name)
    x, y = 36, page.spans[0].box.center.y
    if arrow == "down":
        page.pen.line([(x - 4, y - 2), (x, y + 2), (x + 4, y - 2)], fill="#606060")
    elif arrow == "square":
        page.pen.rectangle([x - 4, y - 4, x + 4, y + 4], fill="#606060")
    return page


def rows(page: Page) -> dict[str, Box]:
    return {e.text: e.box for e in page.seen([ELSEWHERE]) if e.kind == "list item"}


def test_names_below_an_arrow_are_rows() -> None:
    found = rows(page_of())
    assert list(found) == [name for name, _ in TREE]
    boxes = list(found.values())
    assert len({(box.left, box.right) for box in boxes}) == 1
    assert all(abs(box.height - 30) <= 1 for box in boxes)


def test_what_is_no_tree_stays_text() -> None:
    assert rows(page_of(arrow="")) == {}
    assert rows(page_of(arrow="square")) == {}
    # Nothing is farther right: the arrow belongs to something else.
    assert rows(page_of(tuple((name, 0) for name, _ in TREE))) == {}
    # Too few, or lines of a text.
    assert rows(page_of(TREE[:3])) == {}
    assert rows(page_of(step=14)) == {}


@pytest.mark.parametrize(("turned", "told"), [(0, True), (1, False), (2, False), (3, False)])
def test_only_arrows_that_point_down(turned: int, told: bool) -> None:
    arrow = np.full((15, 15, 3), 255, np.uint8)
    for column in range(9):
        arrow[5 + 4 - abs(column - 4), 3 + column] = 0
    assert is_arrow_down(np.rot90(arrow, turned), 14) is told
