"""Names below pictures."""

from __future__ import annotations

from tests.support.drawn import Page, one
from vision.core.geometry import Box
from vision.core.views import View
from vision.ocr.repair.names_under_pictures import with_whole_names, without_picture

ENTRY = Box(40, 40, 140, 126)


def test_a_sign_read_in_the_picture_is_no_part_of_the_name():
    page = Page()
    page.frame(Box(66, 46, 114, 90), fill="#3aa0e0", outline="#3aa0e0")
    page.text(80, 60, "-")
    page.text(64, 96, "Holiday")
    view = View(page.pixels)
    assert [span.text for span in without_picture(page.spans, view)] == ["Holiday"]


def test_a_number_above_a_text_on_one_ground_stays():
    page = Page()
    page.text(80, 50, "22")
    page.text(60, 96, "Meeting")
    kept = without_picture(page.spans, View(page.pixels))
    assert [span.text for span in kept] == ["22", "Meeting"]


def lines(page: Page, *texts: str) -> None:
    """Lines one below another, their middles at 90."""
    for number, text in enumerate(texts):
        width = page.text(0, 0, text).width
        page.spans.pop()
        page.text(90 - width // 2, 96 + 17 * number, text)


def test_an_entry_takes_in_the_last_lines_of_its_name():
    page = Page()
    lines(page, "market-", "planet.sqli-", "te")
    (entry,) = with_whole_names([one("list item", ENTRY)], page.spans)
    assert entry.box.bottom >= page.spans[-1].box.bottom
    assert (entry.box.left, entry.box.top) == (ENTRY.left, ENTRY.top)


def test_the_line_of_another_entry_is_left_to_it():
    page = Page()
    lines(page, "market-", "planet.sqlite", "notes")
    other = one("list item", page.spans[-1].box.grown(3))
    found = with_whole_names([one("list item", ENTRY), other], page.spans)
    assert found == [one("list item", ENTRY), other]


def test_a_row_of_one_line_takes_in_no_line_below_it():
    page = Page()
    lines(page, "one", "two")
    row = one("list item", page.spans[0].box.grown(3))
    assert with_whole_names([row], page.spans) == [row]


def test_the_entry_keeps_its_picture_where_a_sign_was_read_in_it():
    page = Page()
    page.frame(Box(66, 46, 114, 90), fill="#c09040", outline="#c09040")
    page.text(78, 60, "zip")
    page.text(64, 96, "todo.zip")
    (entry,) = [e for e in page.seen([one("list item", ENTRY)]) if e.kind == "list item"]
    assert entry.text == "todo.zip"
    assert entry.box == ENTRY
