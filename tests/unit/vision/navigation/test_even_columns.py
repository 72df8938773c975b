"""Lists without lines: rows that the detector passed over, and boxes across two of them."""

from __future__ import annotations

from tests.support.drawn import Page
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.navigation.even_columns import even_rows as _even_rows
from vision.pixels.flat_regions import find_shapes

NAMES = ("Oslo", "Bergen", "Rome", "Paris", "Lima", "Cairo", "Accra", "Quito")


def even_rows(found: list[Detection], on: Page) -> list[Detection]:
    return _even_rows(found, on.spans, find_shapes(on.pixels))


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
    found = even_rows([row(0), row(1), row(5), row(6), across], page())
    assert across not in found
    assert sorted(one.box.center.y // 26 for one in found) == list(range(1, 9))
    assert {one.kind for one in found} == {"list item"}
    assert {(one.box.left, one.box.right) for one in found} == {(40, 240)}


def test_lines_of_which_few_are_rows_are_left_as_they_are() -> None:
    few = [row(0), row(4)]
    assert even_rows(few, page()) == few
    uneven = Page(400, 300, "white")
    for y in (20, 46, 90, 120, 180, 206):
        uneven.text(60, y, "Some words")
    seen = [row(0), row(1), row(3)]
    assert even_rows(seen, uneven) == seen


def test_what_is_surely_something_else_is_no_row() -> None:
    button = Detection(Box(50, 118, 130, 146), "button", 0.9, "button")
    found = even_rows([*(row(n) for n in (0, 1, 2, 5, 6)), button], page())
    assert button in found
    assert not any(one.kind == "list item" and one.box.contains(button.box.center) for one in found)


def short_list(*, title: bool = True) -> Page:
    """A list of four with a question above it, as far from it as its rows are from each other."""
    made = Page(400, 300, "#d9d9d9")
    if title:
        made.text(60, 20, "Which town?")
    made.frame(Box(55, 42, 360, 160))
    for number, name in enumerate(NAMES[:4]):
        made.text(60, 46 + 26 * number, name)
    return made


def test_a_few_texts_that_fill_a_frame_are_rows_where_half_of_them_are() -> None:
    found = even_rows([row(2), row(4)], short_list())
    assert sorted(one.box.center.y // 26 for one in found) == [2, 3, 4, 5]


def test_of_a_few_texts_one_that_was_seen_as_a_row_stays_alone() -> None:
    assert even_rows([row(2)], short_list()) == [row(2)]


def test_what_reaches_a_bit_over_the_first_row_stays() -> None:
    chosen = Detection(Box(56, 22, 358, 49), "list item", 0.7, "list item")
    assert chosen in even_rows([row(1), row(2), row(3), chosen], short_list(title=False))
