"""Numbers of pages are a link each, read as one number or apart; other numbers are not."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tests.support.drawn import FONT, Page
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.navigation.pagers import pages, split_pages
from vision.ocr.engine import TextSpan, Word


def row(signs: str, *, gap: int = 8, size: int = 20) -> tuple[Pixels, Box]:
    """Signs beside each other on white, and the box around them."""
    image = Image.new("RGB", (400, 60), "white")
    pen = ImageDraw.Draw(image)
    font = FONT.font_variant(size=size)
    left = 20.0
    for sign in signs.split(" "):
        pen.text((left, 10), sign, fill="black", font=font)
        left += pen.textlength(sign, font) + gap
    return np.asarray(image), Box(18, 10, round(left), 14 + size)


def told(text: str, box: Box) -> TextSpan:
    return TextSpan(text, box, 0.99, (Word(text, box, 0.99),))


@pytest.mark.parametrize(
    ("drawn", "read", "parts"),
    [
        ("< 1 2 3 4 >", "<1234>", ["<", "1", "2", "3", "4", ">"]),
        ("8 9 10 11", "8 91011", ["8", "9", "10", "11"]),
    ],
)
def test_numbers_of_pages_that_were_read_as_one_are_apart(
    drawn: str, read: str, parts: list[str]
) -> None:
    pixels, box = row(drawn)
    split = split_pages([told(read, box)], pixels)
    assert [part.text for part in split] == parts
    assert all(a.box.right < b.box.left for a, b in pairwise(split))


@pytest.mark.parametrize(
    ("drawn", "read"), [("1234", "1234"), ("1 2 4 8", "1248"), ("1 2", "12"), ("a b c", "abc")]
)
def test_other_texts_stay_as_they_are(drawn: str, read: str) -> None:
    pixels, box = row(drawn, gap=8)
    span = told(read, box)
    assert split_pages([span], pixels) == [span]


def numbered(page: Page, *, top: int = 40, first: int = 1) -> list[TextSpan]:
    for number in range(5):
        page.text(60 + 24 * number, top, str(first + number))
    return page.spans


def test_a_row_of_numbers_between_arrows_is_one_of_pages() -> None:
    page = Page()
    page.text(36, 40, "<")
    numbered(page)
    page.text(180, 40, ">")
    found = pages(page.spans, [])
    assert [piece.kind for piece in found.values()].count("link") == 5
    assert [piece.kind for piece in found.values()].count("icon") == 2
    boxes = [piece.box for piece in found.values()]
    assert all(span.box.center.x in range(p.box.left, p.box.right) for span, p in found.items())
    assert len(set(boxes)) == 7


def test_one_number_that_is_pressed_tells_of_the_others() -> None:
    page = Page()
    spans = numbered(page)
    assert pages(spans, []) == {}  # a scale, or the days of a week
    pressed = Piece("button", "2", spans[1].box.grown(6))
    found = pages([span for span in spans if span.text != "2"], [pressed])
    assert {span.text: piece.kind for span, piece in found.items()} == dict.fromkeys(
        "1345", "button"
    )


def test_keys_of_a_pad_are_no_pages() -> None:
    page = Page()
    numbered(page, first=1)
    numbered(page, top=70, first=6)
    assert pages(page.spans, [Piece("button", "3", page.spans[2].box.grown(6))]) == {}
