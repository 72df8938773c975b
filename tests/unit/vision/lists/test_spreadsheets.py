"""Empty cells of sheets: the chosen one, and those that a person would write in next."""

from __future__ import annotations

from tests.support.drawn import Page
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.lists.spreadsheets import found_sheets
from vision.pixels.flat_regions import find_shapes

# Somewhere else, so that the detector says the kinds.
ELSEWHERE = Detection(Box(600, 20, 660, 50), "button", 0.9, "button")


def sheet() -> Page:
    """A sheet of 12 rows (20 px) and 5 columns (100 px), with three names and their heading."""
    page = Page(700, 320, "white")
    for x in range(40, 541, 100):
        page.pen.line((x, 40, x, 280), fill="#c0c0c0")
    for y in range(40, 281, 20):
        page.pen.line((40, y, 540, y), fill="#c0c0c0")
    for row, words in enumerate(
        [("Product", "Total"), ("Cups", ""), ("Spoons", ""), ("Forks", "")]
    ):
        for column, word in enumerate(words):
            if word:
                page.text(144 + 100 * column, 42 + 20 * row, word)
    page.frame(ELSEWHERE.box)
    return page


def cells(page: Page) -> list[Element]:
    found = page.seen([ELSEWHERE])
    return [e for e in found if not e.text and e.kind in ("text", "list item")]


def test_cells_beside_a_text_and_below_another_are_places_to_write_in() -> None:
    found = cells(sheet())
    below_total = [e for e in found if 240 <= e.box.center.x < 340]
    assert [e.box.center.y // 20 for e in below_total] == [3, 4, 5]
    assert all(e.kind == "text" and e.box.width >= 98 for e in found)
    # A row or a column without a word is not told.
    assert not any(e.box.center.y > 130 or e.box.center.x > 340 for e in found)


def test_the_chosen_cell_is_an_item_that_is_selected() -> None:
    page = sheet()
    page.pen.rectangle((440, 200, 540, 220), outline="#3070d0", width=3)
    (chosen,) = [e for e in cells(page) if e.kind == "list item"]
    assert chosen.state.selected
    assert chosen.box.center.x // 100 == 4
    assert chosen.box.center.y == 210


def test_a_keypad_and_a_list_are_no_sheets() -> None:
    keys = Page(400, 300)
    for left in range(40, 240, 40):
        for top in range(40, 200, 40):
            keys.frame(Box(left, top, left + 38, top + 38))
    assert found_sheets(find_shapes(keys.pixels), 12) == []
    rows = Page(400, 300, "white")
    for y in range(20, 260, 20):
        rows.pen.line((20, y, 380, y), fill="#c0c0c0")
    assert found_sheets(find_shapes(rows.pixels), 12) == []
