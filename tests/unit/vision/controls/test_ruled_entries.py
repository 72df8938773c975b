"""Rows between lines with names and a colon are entries where one of them is empty."""

from __future__ import annotations

from tests.support.drawn import Page, one
from vision.core.elements import Element
from vision.core.geometry import Box


def drawn(*rows: tuple[str, str]) -> Page:
    """A page with rows of 36 pixels between lines, each with a name and what follows it."""
    page = Page(500, 400)
    page.text(20, 10, "Write a message")
    for number, (name, rest) in enumerate(rows):
        top = 50 + 36 * number
        page.pen.line((20, top, 480, top), fill="#909090", width=1)
        page.text(26, top + 10, f"{name} {rest}".strip())
    bottom = 50 + 36 * len(rows)
    page.pen.line((20, bottom, 480, bottom), fill="#909090", width=1)
    return page


def fields(seen: list[Element]) -> list[tuple[str, str | None]]:
    return [(e.text, e.state.value) for e in seen if e.kind == "field"]


def test_rows_with_names_are_entries_and_hold_what_follows():
    page = drawn(("To:", ""), ("Subject:", "Lunch on Friday"))
    seen = page.seen([one("link", Box(10, 370, 60, 390))])
    assert fields(seen) == [("To", ""), ("Subject", "Lunch on Friday")]
    to = next(e for e in seen if e.text == "To")
    assert (to.box.left, to.box.right) > (40, 470)


def test_a_field_across_them_is_what_is_below_them():
    page = drawn(("To:", ""), ("Subject:", "Lunch on Friday"))
    page.text(26, 140, "Dear all")
    seen = page.seen([one("field", Box(20, 50, 480, 300))])
    assert fields(seen) == [("To", ""), ("Subject", "Lunch on Friday"), ("", "Dear all")]


def test_they_stay_entries_when_all_are_filled():
    page = drawn(("To:", "Ann"), ("Subject:", "Lunch on Friday"))
    seen = page.seen([one("field", Box(20, 50, 480, 300))])
    assert fields(seen)[:2] == [("To", "Ann"), ("Subject", "Lunch on Friday")]


def test_rows_that_all_tell_something_are_no_form():
    page = drawn(("From:", "Ann"), ("Subject:", "Lunch on Friday"))
    assert fields(page.seen([one("link", Box(10, 370, 60, 390))])) == []
    page = drawn(("Inbox", ""), ("Drafts", ""))
    assert fields(page.seen([one("link", Box(10, 370, 60, 390))])) == []
