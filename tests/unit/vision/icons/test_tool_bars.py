"""Pictures of a tool bar that the detector passed over."""

from __future__ import annotations

import numpy as np

from tests.support.drawn import Page
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.views import Sight
from vision.icons.tool_bars import in_tool_bars


def bar(noise: int = 0) -> Page:
    """Ten pictures of 20 px in a row; behind the fourth a small arrow and a line."""
    page = Page(600, 100)
    for left in range(20, 520, 50):
        page.pen.rectangle((left, 40, left + 19, 59), outline="#303030", width=2)
        page.pen.line((left, 40, left + 19, 59), fill="#303030", width=2)
    page.pen.polygon([(195, 48), (203, 48), (199, 53)], fill="#303030")
    page.pen.line((210, 30, 210, 70), fill="#a0a0a0")
    for x, y in np.random.default_rng(1).integers((0, 30), (600, 70), (noise, 2)):
        page.pen.point((int(x), int(y)), fill="#dcdce8")
    return page


def added(page: Page, known: list[int]) -> list[Box]:
    pieces = [Piece("icon", "", Box(left - 6, 34, left + 26, 66)) for left in known]
    sight = Sight(page.pixels, tuple(page.spans), (), 12.0)
    return [piece.box for piece in in_tool_bars(sight, pieces)]


def test_what_is_drawn_in_a_row_with_icons_is_an_icon() -> None:
    for noise in (0, 60):
        found = added(bar(noise), [20, 70, 170, 320, 470])
        assert [box.center.x // 50 for box in found] == [2, 4, 5, 7, 8]
        assert all(28 <= box.width <= 34 for box in found)


def test_a_few_icons_are_no_bar_and_words_no_pictures() -> None:
    assert added(bar(), [20, 70, 170]) == []
    page = Page(600, 100)
    for left in (20, 70, 120, 170):
        page.pen.rectangle((left, 40, left + 19, 59), outline="#303030", width=2)
    page.text(240, 42, "Open")
    assert added(page, [20, 70, 120, 170]) == []
