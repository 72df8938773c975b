"""Lists without lines: rows that the detector passed over, and boxes across two of them."""

from __future__ import annotations

from tests.support.drawn import Page
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.navigation.even_columns import even_rows

NAMES = ("Oslo", "Bergen", "Rome", "Paris", "Lima", "Cairo", "Accra", "Quito")


def page() -> Page:
    made = Page(400, 300, "white")
    for number, name in enumerate(NAMES):
        made.text(60, 20 + 26 * number, name)
    return made


def row(number: int, score: float = 0.5, kind: ControlKind = "list item") -> Detection:
    top = 15 + 26 * number
    return Detection(Box(40, top, 240, top + 26), kind, score, kind)


def test_all_texts_of_an_even_column_are_rows_where_many_are() -> None:
    across = Detection(Box(50, 95, 220, 135), "link", 0.7, "link")
    found = even_rows([row(0), row(1), row(5), row(6), across], page().spans)
    assert across not in found
    assert sorted(one.box.center.y // 26 for one in found) == list(range(1, 9))
    assert {one.kind for one in found} == {"list item"}
    assert {(one.box.left, one.box.right) for one in found} == {(40, 240)}


def test_lines_of_which_few_are_rows_are_left_as_they_are() -> None:
    few = [row(0), row(4)]
    assert even_rows(few, page().spans) == few
    uneven = Page(400, 300, "white")
    for y in (20, 46, 90, 120, 180, 206):
        uneven.text(60, y, "Some words")
    seen = [row(0), row(1), row(3)]
    assert even_rows(seen, uneven.spans) == seen


def test_what_is_surely_something_else_is_no_row() -> None:
    button = Detection(Box(50, 118, 130, 146), "button", 0.9, "button")
    found = even_rows([*(row(n) for n in (0, 1, 2, 5, 6)), button], page().spans)
    assert button in found
    assert not any(one.kind == "list item" and one.box.contains(button.box.center) for one in found)
