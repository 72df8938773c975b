"""The days of a month are buttons, and so is what stands in them."""

from __future__ import annotations

from tests.support.drawn import Page
from tests.support.drawn import one as found
from vision.core.geometry import Box, iou

LEFT, TOP, WIDE, HIGH = 20, 20, 80, 60
ELSEWHERE = found("button", Box(20, 420, 120, 450))


def cell(number: int) -> Box:
    row, column = divmod(number, 7)
    left, top = LEFT + WIDE * column, TOP + HIGH * row
    return Box(left, top, left + WIDE, top + HIGH)


def month(first: int = 3, step: int = 1) -> Page:
    """Five weeks whose numbers go up by `step`."""
    page = Page(640, 480, ground="#1a2332")
    for number in range(35):
        box = cell(number)
        page.pen.rectangle((box.left, box.top, box.right, box.bottom), outline="#506070")
        page.text(box.left + 8, box.top + 6, str((number * step - first) % 31 + 1), fill="white")
    return page


def test_each_day_is_a_button_called_by_its_number() -> None:
    seen = [e for e in month().seen([ELSEWHERE]) if e.kind == "button" and e.text]
    assert [e.text for e in seen[:4]] == ["29", "30", "31", "1"]
    assert len(seen) == 35
    assert all(iou(e.box, cell(n)) > 0.9 for n, e in enumerate(seen))
    assert not [e for e in month().seen([ELSEWHERE]) if e.kind == "text"]


def test_what_stands_in_a_day_is_a_button_of_its_own() -> None:
    page = month()
    inner = Box(cell(8).left + 4, cell(8).top + 28, cell(8).right - 4, cell(8).bottom - 8)
    page.frame(inner, "#204a50", "#204a50")
    page.text(inner.left + 4, inner.top + 4, "Call", fill="white")
    seen = page.seen([found("field", inner, 0.6), ELSEWHERE])
    assert {e.text for e in seen if e.kind == "button"} >= {"Call", "6"}
    assert not [e for e in seen if e.kind == "field"]


def test_numbers_that_do_not_follow_each_other_are_no_days() -> None:
    seen = month(step=4).seen([ELSEWHERE])
    assert not [e for e in seen if e.kind == "button" and e.text]


def test_a_week_may_have_five_days() -> None:
    page = Page(640, 480)
    for number in range(20):
        row, column = divmod(number, 5)
        box = Box(20 + 80 * column, 20 + 60 * row, 100 + 80 * column, 80 + 60 * row)
        page.pen.rectangle((box.left, box.top, box.right, box.bottom), outline="#909090")
        page.text(box.left + 8, box.top + 6, str(7 * row + column + 1))
    seen = [e.text for e in page.seen([ELSEWHERE]) if e.kind == "button" and e.text]
    assert seen[:6] == ["1", "2", "3", "4", "5", "8"]
    assert len(seen) == 20
