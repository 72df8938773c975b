"""Passwords: rows of equal dots are counted, letters and pictures are not."""

from __future__ import annotations

import pytest

from tests.support.drawn import Page, the
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.password_dots import hidden_letters

FIELD = Box(150, 80, 350, 110)


def dots(page: Page, count: int, left: int = 160, step: int = 7, size: int = 5) -> None:
    for n in range(count):
        x = left + step * n
        page.pen.ellipse((x, 93, x + size - 1, 93 + size - 1), fill="black")


@pytest.mark.parametrize("count", [3, 8, 18])
def test_dots_are_counted(count: int) -> None:
    page = Page()
    page.frame(FIELD)
    dots(page, count)
    page.pen.rectangle((330, 88, 344, 100), fill="black")  # a picture at the end
    assert hidden_letters(FIELD, page.pixels) == count


def test_dots_that_nearly_touch_are_counted() -> None:
    page = Page()
    page.frame(FIELD)
    dots(page, 6, step=6)
    for n in range(5):
        page.pen.line((165 + 6 * n, 94, 165 + 6 * n, 96), fill="#aaaaaa")
    assert hidden_letters(FIELD, page.pixels) == 6


@pytest.mark.parametrize("text", ["", "000111", "a.b.c", "12:30", "......", "Ulm", "Search…"])
def test_what_is_written_is_not_hidden(text: str) -> None:
    page = Page()
    page.frame(FIELD)
    if text:
        page.text(158, 86, text)
    expected = 6 if text == "......" else 0
    assert hidden_letters(FIELD, page.pixels) == expected


def test_uneven_dots_are_no_hidden_text() -> None:
    page = Page()
    page.frame(FIELD)
    for x in (160, 167, 190, 230):
        page.pen.ellipse((x, 93, x + 4, 97), fill="black")
    assert hidden_letters(FIELD, page.pixels) == 0


def test_the_dots_are_the_value_whatever_was_read() -> None:
    page = Page()
    page.frame(FIELD)
    label = page.text(60, 86, "Password")
    dots(page, 5)
    page.spans.append(TextSpan("00000", Box(159, 90, 196, 100), 0.6))
    field = the(page.seen([Detection(FIELD, "field", 0.9, "field")]), "field")
    assert (field.text, field.state.value) == ("Password", "•••••")
    assert label.right < field.box.left
