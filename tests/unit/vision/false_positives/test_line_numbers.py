"""Numbers of lines beside a text."""

from __future__ import annotations

from tests.support.drawn import Page
from vision.core.elements import ControlKind
from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.false_positives.line_numbers import without_line_numbers


def editor(texts: bool = True) -> Page:
    page = Page(400, 300, "white")
    for number in range(1, 9):
        page.text(30 if number < 10 else 22, 10 + 26 * number, str(number))
        if texts and number % 2:
            page.text(80, 10 + 26 * number, "some words of a text")
    return page


def around(number: int, kind: ControlKind = "link", score: float = 0.4) -> Detection:
    return Detection(Box(26, 8 + 26 * number, 44, 30 + 26 * number), kind, score, kind)


def test_numbers_that_count_lines_are_no_controls() -> None:
    seen = [around(3), around(5, "button")]
    assert without_line_numbers(seen, editor().spans) == []


def test_rows_that_count_up_and_numbers_beside_nothing_are_controls() -> None:
    rows = [around(3, "list item"), around(5, "link", 0.9)]
    assert without_line_numbers(rows, editor().spans) == rows
    pages = [around(3), around(5)]
    assert without_line_numbers(pages, editor(texts=False).spans) == pages
    wide = [Detection(Box(26, 86, 380, 108), "button", 0.4, "button")]
    assert without_line_numbers(wide, editor().spans) == wide
