"""Letters with a line below them in menus and on buttons."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer, TextSpan, Word
from vision.ocr.repair.mnemonic_underlines import without_mnemonic

pytestmark = pytest.mark.smoke

FONT = ImageFont.truetype("DejaVuSans.ttf", 13)


class Reader:
    """Reads what it is told, and counts how often it is asked."""

    def __init__(self, text: str, score: float = 0.99) -> None:
        self.answer = text, score
        self.asked = 0

    def __call__(self, _: Pixels) -> tuple[str, float]:
        self.asked += 1
        return self.answer


def drawn(text: str, under: slice = slice(0), far: int = 2) -> tuple[Pixels, Box]:
    """A text with a line below some of its letters, and its box."""
    image = Image.new("RGB", (160, 40), "#ececec")
    pen = ImageDraw.Draw(image)
    pen.text((12, 10), text, fill="#101010", font=FONT)
    left, top, right, base = pen.textbbox(
        (12, 10), text.translate({ord(c): "x" for c in "gjpqy"}), font=FONT
    )
    if text[under]:
        start = 12 + pen.textlength(text[: under.start or 0], font=FONT)
        end = start + pen.textlength(text[under], font=FONT) - 2
        y = base + far - 1
        pen.line((round(start), y, round(end), y), fill="#101010")
    return np.asarray(image), Box(int(left), int(top), int(right) + 1, int(base) + 3)


def seen(pixels: Pixels, box: Box, text: str, reader: Reader) -> TextSpan:
    words = tuple(Word(one, box, 0.9) for one in text.split())
    return without_mnemonic(TextSpan(text, box, 0.9, words), pixels, reader)


def test_a_text_is_read_again_without_the_line_below_a_letter():
    pixels, box = drawn("File", slice(0, 1))
    made = seen(pixels, box, "Eile", Reader("File"))
    assert made.text == "File"
    assert [word.text for word in made.words] == ["File"]
    assert made.box == box


def test_a_word_that_was_read_in_two_is_one():
    pixels, box = drawn("Documents", slice(0, 1))
    made = seen(pixels, box, "Docu ments", Reader("Documents"))
    assert [(word.text, word.box) for word in made.words] == [("Documents", box)]


@pytest.mark.parametrize(
    ("read", "again"),
    [("Page of 50 GB", "Paqe of 50 GB"), ("File of 50 GB", "EileofGB50"), ("A b c d", "E bcd")],
    ids=["a foot of its own", "another order", "glued"],
)
def test_a_second_reading_is_no_better_that_changes_feet_or_glues_words(read: str, again: str):
    pixels, box = drawn("File", slice(0, 1))
    assert seen(pixels, box, read, Reader(again)).text == read


@pytest.mark.parametrize("text", ["File", "Copy", "draft_one", "a = b"])
def test_a_text_without_such_a_line_is_not_read_again(text: str):
    pixels, box = drawn(text)
    reader = Reader("Other")
    assert seen(pixels, box, text, reader).text == text
    assert reader.asked == 0


def test_the_line_of_a_link_is_none():
    pixels, box = drawn("Find", slice(0, 4))
    reader = Reader("Eind")
    assert seen(pixels, box, "Find", reader).text == "Find"
    assert reader.asked == 0


@pytest.mark.parametrize("reader", [Reader("Fi1e?", 0.4), Reader("Wholly other"), Reader("")])
def test_a_doubtful_second_reading_counts_for_nothing(reader: Reader):
    pixels, box = drawn("File", slice(0, 1))
    assert seen(pixels, box, "Eile", reader).text == "Eile"
    assert reader.asked == 1


@pytest.mark.parametrize("text", ["File", "Tools", "Functions", "Tabs"])
def test_menus_are_read_with_their_first_letters_underlined(rapid: TextRecognizer, text: str):
    pixels, _ = drawn(text, slice(0, 1))
    assert [span.text for span in rapid.read(pixels)] == [text]
