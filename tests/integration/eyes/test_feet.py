"""Underscores and full stops that a reader leaves out are seen in the ink."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer, TextSpan, Word
from vision.ocr.repair.underscores_and_stops import with_feet

pytestmark = pytest.mark.smoke

FONT = "DejaVuSans.ttf"


def drawn(
    text: str, size: int = 14, *, underlined: bool = False
) -> tuple[Pixels, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (600, 60), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(FONT, size)
    pen.text((20, 10), text, fill="black", font=font)
    if underlined:
        left, _, right, bottom = pen.textbbox((20, 10), text, font=font)
        pen.line((left, bottom + 1, right, bottom + 1), fill="black")
    return np.asarray(image, dtype=np.uint8), pen


def line(pen: ImageDraw.ImageDraw, read: str, shown: str, size: int) -> TextSpan:
    """What a reader makes of a line: its box cuts what is below the letters."""
    font = ImageFont.truetype(FONT, size)
    _, top, _, base = pen.textbbox((20, 10), "H", font=font)
    words, place = [], 0
    for word in read.split():
        place = shown.index(word, place)
        left = pen.textlength(shown[:place], font=font) + 20
        right = pen.textlength(shown[: place + len(word)], font=font) + 20
        words.append(Word(word, Box(int(left), int(top) - 2, int(right), int(base) + 2)))
        place += len(word)
    box = words[0].box.union(words[-1].box)
    return TextSpan(read, box.grown(1), 0.99, tuple(words))


@pytest.mark.parametrize("size", [11, 12, 14, 16, 20, 32])
def test_an_underscore_that_was_read_as_a_space(size: int):
    pixels, pen = drawn("report_2024.txt", size)
    made = with_feet(line(pen, "report 2024.txt", "report_2024.txt", size), pixels)
    assert made.text == "report_2024.txt"
    assert [word.text for word in made.words] == ["report_2024.txt"]


# At 12 pixels the dot touches the letter before it in this font.
@pytest.mark.parametrize("size", [11, 13, 14, 16, 20, 32])
def test_a_full_stop_that_was_left_out(size: int):
    pixels, pen = drawn("after a restart.", size)
    span = line(pen, "after a restart", "after a restart.", size)
    made = with_feet(span, pixels)
    assert made.text == "after a restart."
    assert made.words[-1].text == "restart."
    assert made.box.right > span.words[-1].box.right


@pytest.mark.parametrize(
    ("shown", "read", "underlined"),
    [
        ("report 2024.txt", "report 2024.txt", False),
        ("“summary_v2.txt” | 3 bytes", "“summary_v2.txt” | 3 bytes", False),
        ("a_b c_d 5", "a_b c_d 5", False),
        ("open the page", "open the page", True),
        ("any gray page", "any gray page", True),
        ("Loading...", "Loading", False),
        ("more - less", "more less", False),
        ("see a: b", "see a", False),
        ("one, two", "one", False),
        ("required*", "required", False),
    ],
)
def test_what_is_no_underscore_and_no_full_stop(shown: str, read: str, underlined: bool):
    pixels, pen = drawn(shown, underlined=underlined)
    assert with_feet(line(pen, read, shown, 14), pixels).text == read


def test_the_reader_sees_names_of_files_and_ends_of_sentences(rapid: TextRecognizer):
    image = Image.new("RGB", (640, 200), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(FONT, 13)
    lines = ["backup_v3.odt", "Changes take effect after a restart.", "Invoices of 2024"]
    for number, text in enumerate(lines):
        pen.text((30, 20 + 50 * number), text, fill="#202020", font=font)
    found = rapid.read(np.asarray(image, dtype=np.uint8))
    assert sorted(span.text for span in found) == sorted(lines)
