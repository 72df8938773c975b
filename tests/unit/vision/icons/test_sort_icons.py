"""Three dots behind which a menu is, and the arrows of columns that can be sorted."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box
from vision.core.views import View
from vision.icons.sort_icons import small_signs, with_small_signs
from vision.ocr.engine import TextSpan


def three_dots(page: Page, x: int, y: int, fill: str = "#555555", dot: int = 3) -> Box:
    for place in range(3):
        top = y + place * 2 * dot
        page.pen.rectangle((x, top, x + dot - 1, top + dot - 1), fill=fill)
    return Box(x, y, x + dot, y + 5 * dot)


def dots_in_a_row(page: Page, x: int, y: int, dot: int = 3) -> Box:
    for place in range(3):
        left = x + place * 2 * dot
        page.pen.rectangle((left, y, left + dot - 1, y + dot - 1), fill="#555555")
    return Box(x, y, x + 5 * dot, y + dot)


def sorting(page: Page, x: int, y: int) -> Box:
    page.pen.polygon([(x, y + 3), (x + 3, y), (x + 6, y + 3)], fill="#777777")
    page.pen.polygon([(x, y + 6), (x + 6, y + 6), (x + 3, y + 9)], fill="#777777")
    return Box(x, y, x + 7, y + 10)


def found(page: Page) -> list[Box]:
    return [sign.box for sign in small_signs(View(page.pixels), page.spans)]


@pytest.mark.parametrize(
    ("ground", "fill", "dot"),
    [("#f4f4f4", "#555555", 3), ("#1a2230", "#8895a7", 3), ("white", "black", 6)],
)
def test_three_dots_above_each_other_are_a_button(ground: str, fill: str, dot: int) -> None:
    page = Page(ground=ground)
    # One of them lies across the edge of the parts that are looked at.
    dots = [three_dots(page, x, y, fill, dot) for x, y in ((60, 40), (238, 232), (400, 120))]
    seen = found(page)
    assert len(seen) == 3
    for sign in dots:
        (button,) = [box for box in seen if box.contains(sign.center)]
        assert min(button.width, button.height) >= 22
        assert abs(button.center.x - sign.center.x) <= 1


def test_three_dots_in_a_row_are_a_button_also_where_they_were_read_as_a_word() -> None:
    page = Page()
    dots = dots_in_a_row(page, 60, 40)
    page.spans.append(TextSpan("God", dots.grown(1), 0.6))
    (button,) = found(page)
    assert button.contains(dots.center)
    assert min(button.width, button.height) >= 2 * dots.width
    # At the end of a text they are signs of it.
    page.spans[:] = [TextSpan("Wait...", Box(10, 30, dots.right, dots.bottom), 0.9)]
    assert found(page) == []


def test_arrows_that_were_read_with_the_name_of_their_column_are_buttons() -> None:
    page = Page()
    for x in (100, 220):
        arrows = sorting(page, x, 40)
        page.spans.append(TextSpan("Order #", Box(x - 60, 38, arrows.right, 52), 0.9))
    assert len(found(page)) == 2
    page.spans[:] = [TextSpan("Order # 12", Box(40, 38, 260, 52), 0.9)]
    assert found(page) == []


def test_arrows_of_two_columns_are_buttons_and_those_of_one_field_are_none() -> None:
    page = Page()
    sorting(page, 100, 40)
    assert found(page) == []
    sorting(page, 220, 40)
    assert len(found(page)) == 2


def test_points_in_text_and_lines_of_dots_are_none() -> None:
    page = Page()
    page.text(20, 20, "Wait... : ; i: 12:30 ⋮ more")
    for place in range(20):
        page.pen.rectangle((300, 20 + 6 * place, 302, 22 + 6 * place), fill="#555555")
    assert found(page) == []


def test_dots_before_a_label_are_its_picture() -> None:
    page = Page()
    three_dots(page, 20, 40)
    page.text(34, 40, "Reports")
    assert found(page) == []


def test_a_sign_on_a_button_that_is_known_is_not_told_twice() -> None:
    page = Page()
    sign = three_dots(page, 60, 40)
    known = one("icon", sign.grown(14))
    row = one("list item", Box(0, 30, 500, 70))
    view = View(page.pixels)
    assert with_small_signs([known], page.spans, view) == [known]
    assert len(with_small_signs([row], page.spans, view)) == 2


def test_an_empty_picture_has_none() -> None:
    assert small_signs(View(np.full((20, 20, 3), 200, np.uint8)), []) == []
