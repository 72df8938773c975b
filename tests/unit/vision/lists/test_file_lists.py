"""Lists with a picture, a name and more columns to a row."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.drawn import Page, one
from vision.core.geometry import Box, iou
from vision.core.views import View
from vision.detection.detector import Detection
from vision.lists.file_lists import with_details

NAMES = ("Holiday", "contract.py", "notes.txt", "plan.png", "shopping list", "Timetable.pdf")
PANE, STEP, TOP = Box(100, 60, 480, 240), 28, 66
WHOLE = [Box(100, TOP - 6 + STEP * row, 480, TOP - 6 + STEP * (row + 1)) for row in range(6)]
BACK = one("icon", Box(10, 10, 40, 40))


def files(page: Page, sizes: str = "{} KiB", kinds: str = "text", ground: str = "white") -> None:
    page.frame(PANE, fill=ground, outline=ground)
    for row, name in enumerate(NAMES):
        y = TOP + STEP * row
        page.pen.rectangle((108, y - 1, 124, y + 15), fill=("#3aa0e0", "#d03040")[row % 2])
        page.text(132, y, name)
        page.text(290, y, sizes.format(11 * row + 12))
        page.text(380, y, kinds)


def seen(page: Page, *found: Detection) -> list[Detection]:
    return with_details(found, page.spans, View(page.pixels))


def nothing(page: Page) -> bool:
    """Whether a list leaves all as it was seen."""
    return seen(page, BACK) == [BACK]


def rows_of(found: list[Detection]) -> list[Box]:
    return sorted((d.box for d in found if d.kind == "list item"), key=lambda box: box.top)


@pytest.mark.parametrize("ground", ["white", "#2d2e30"])
def test_each_line_is_one_row_whatever_a_detector_took_its_parts_for(ground: str):
    page = Page(ground="#cccccc")
    files(page, ground=ground)
    found = seen(
        page,
        one("menu", Box(104, 62, 260, 88), 0.7),
        one("checkbox", Box(107, 92, 126, 111), 0.4),
        one("icon", Box(107, 120, 126, 139), 0.9),
        one("field", Box(105, 118, 470, 172), 0.5),
        one("button", Box(10, 10, 80, 40)),
    )
    rows = rows_of(found)
    assert len(rows) == 6
    assert min(iou(a, b) for a, b in zip(rows, WHOLE, strict=True)) > 0.85
    assert [d.box for d in found if d.kind != "list item"] == [Box(10, 10, 80, 40)]


def test_the_texts_right_above_the_columns_can_be_clicked():
    page = Page()
    files(page)
    for left, name in ((110, "Name"), (290, "Size"), (380, "Type")):
        page.text(left, TOP - STEP, name)
    buttons = [d.box for d in seen(page, BACK) if d.kind == "button"]
    texts = [span.box for span in page.spans[-3:]]
    held = [[b for b in buttons if b.contains(text.center)] for text in texts]
    assert [len(boxes) for boxes in held] == [1, 1, 1]
    assert len(buttons) == 3
    assert not any(a.intersection(b) for a, b in pairwise(sorted(buttons, key=lambda b: b.left)))


def test_a_title_above_the_list_is_no_heading_of_a_column():
    page = Page()
    page.text(110, TOP - STEP, "Files in this folder")
    files(page)
    assert not [d for d in seen(page, BACK) if d.kind == "button"]


def test_a_menu_with_pictures_and_shortcuts_is_left_as_it_was_seen():
    page = Page()
    files(page, sizes="Ctrl+{}", kinds="Save as")
    assert nothing(page)


def test_lines_of_two_panes_are_no_rows():
    page = Page(ground="white")
    files(page)
    page.frame(Box(240, 40, 270, 260), fill="#304060", outline="#304060")
    assert nothing(page)


def test_rows_that_can_be_ticked_are_left_to_those_who_see_the_ticks():
    page = Page()
    files(page)
    marks = [
        one("checkbox", Box(84, TOP + STEP * row, 98, TOP + STEP * row + 14)) for row in range(6)
    ]
    assert seen(page, *marks) == marks
    page = Page()
    files(page)
    own = [
        one("checkbox", Box(108, TOP + STEP * row, 124, TOP + STEP * row + 16)) for row in range(6)
    ]
    assert seen(page, *own) == own


def test_a_menu_that_lies_over_a_row_ends_none_of_the_others():
    page = Page()
    files(page)
    covered = page.frame(Box(250, 205, 360, 250), fill="#e0e0f0")
    page.spans = [s for s in page.spans if not covered.contains(s.box.center)]
    assert len(rows_of(seen(page, BACK))) == 6


def test_names_with_pictures_alone_are_no_such_list():
    page = Page()
    files(page)
    page.frame(Box(280, 60, 480, 240), outline="white")
    page.spans = [span for span in page.spans if span.box.left < 280]
    assert nothing(page)


def test_letters_before_a_name_are_no_picture():
    """The keys of a calculator stand in even rows and columns."""
    page = Page(ground="white")
    for row in range(6):
        for column in range(5):
            page.text(110 + 40 * column, TOP + STEP * row, str((row * column) % 10))
    assert nothing(page)


def test_without_a_detector_that_knows_kinds_nothing_is_made():
    page = Page()
    files(page)
    assert seen(page) == []


def test_rows_of_buttons_are_no_list():
    page = Page()
    files(page)
    buttons = [
        one("button", Box(284, TOP + STEP * row - 4, 330, TOP + STEP * row + 20))
        for row in range(6)
    ]
    assert seen(page, *buttons) == buttons


@pytest.mark.parametrize("left", [0, 1, 6])
def test_names_at_the_very_edge_of_the_screen_have_no_picture_before_them(left: int):
    page = Page()
    for row, name in enumerate(NAMES):
        y = 2 + STEP * row
        page.text(left, y, name)
        page.text(190, y, f"{row + 12} KiB")
        page.text(290, y, "text")
    assert nothing(page)


@pytest.mark.parametrize("score", [0.8, 0.4])
def test_an_open_menu_over_the_rows_keeps_its_entries(score: float):
    page = Page(ground="#cccccc")
    files(page)
    entries = [Box(280, 70 + 26 * n, 420, 96 + 26 * n) for n in range(4)]
    found = seen(page, *(one("menu", box, score) for box in entries))
    assert sum(d.kind == "menu" for d in found) == (4 if score > 0.5 else 0)
    assert len(rows_of(found)) == 6
