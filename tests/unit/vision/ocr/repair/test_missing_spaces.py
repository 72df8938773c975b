"""Words that the reader glues together are parted where the ink says so."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word
from vision.ocr.repair.missing_spaces import unglued
from vision.pixels.ink import ink_mask


def drawn(text: str, size: int = 14) -> tuple[Pixels, Box]:
    """A line in the plain font, and the bounds of its ink."""
    image = Image.new("RGB", (600, 60), "white")
    font = ImageFont.truetype("DejaVuSans.ttf", size)
    ImageDraw.Draw(image).text((10, 10), text, fill="black", font=font)
    pixels = np.asarray(image, dtype=np.uint8)
    ink = ink_mask(pixels)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    return pixels, Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


class Reader:
    """Reads the parts that it is given one after the other."""

    def __init__(self, *parts: str) -> None:
        self.parts, self.asked = list(parts), 0

    def __call__(self, pixels: Pixels) -> tuple[str, float]:
        assert pixels.ndim == 3
        assert pixels.shape[0] >= 30, "parts are enlarged before they are read"
        self.asked += 1
        return self.parts.pop(0), 0.9


def test_glued_words_are_read_again_in_parts():
    pixels, box = drawn("Buy now today")
    made = unglued(TextSpan("Buynowtoday", box, 0.9), pixels, Reader("Buy", "now", "today"))
    assert made.text == "Buy now today"
    assert [word.text for word in made.words] == ["Buy", "now", "today"]
    lefts = [word.box.left for word in made.words]
    assert lefts == sorted(lefts)
    assert (made.words[0].box.left, made.words[-1].box.right) == (box.left, box.right)


def test_what_was_read_as_a_space_stays_one():
    pixels, box = drawn("Ask every time")
    made = unglued(TextSpan("Ask everytime", box, 0.9), pixels, Reader("Ask", "every", "time"))
    assert made.text == "Ask every time"
    reader = Reader()
    whole = TextSpan("Ask every time", box, 0.9)
    assert unglued(whole, pixels, reader) is whole
    assert reader.asked == 0


def test_the_feet_of_letters_above_fill_no_gap():
    pixels, box = drawn("Buy now")
    above = pixels.copy()
    # As the foot of a “g” that stands over the gap; it does not touch this line.
    gap = box.left + 31
    above[box.top - 6 : box.top - 2, gap - 14 : gap + 14] = 0
    high = Box(box.left, box.top - 6, box.right, box.bottom)
    made = unglued(TextSpan("Buynow", high, 0.9), above, Reader("Buy", "now"))
    assert made.text == "Buy now"


@pytest.mark.parametrize(
    ("shown", "text", "parts"),
    [
        ("Buy now", "Buynow", ("Buy", "nou")),  # other letters: nothing is believed
        ("Buy now", "Buynow", ("Buy", "")),
        ("20 10", "2010", ("20", "10")),  # figures stand apart
        ("Numbe r", "Number", ("Numbe", "r")),  # no word
        ("notes .txt", "notes.txt", ("notes", ".txt")),
    ],
)
def test_doubtful_parts_leave_the_line_as_it_was(shown: str, text: str, parts: tuple[str, ...]):
    pixels, box = drawn(shown)
    reader = Reader(*parts)
    assert unglued(TextSpan(text, box, 0.9), pixels, reader).text == text
    assert reader.asked == len(parts), "it was tried"


@pytest.mark.parametrize("text", ["Newsletter", "11:11:11", "WAVE", "保存文件", "x" * 90])
def test_words_long_lines_and_ideographs_are_not_read_again(text: str):
    pixels, box = drawn(text[:40])
    reader = Reader()
    assert unglued(TextSpan(text, box, 0.9), pixels, reader).text == text
    assert reader.asked == 0


def spread(*gaps: int) -> tuple[Pixels, Box]:
    """Upright strokes of 12 pixels with these gaps between them."""
    pixels = np.full((40, 120, 3), 255, np.uint8)
    left = 10
    for gap in (*gaps, 0):
        pixels[10:22, left : left + 3] = 0
        left += 3 + gap
    return pixels, Box(10, 2, left, 36)


def test_within_a_word_of_large_print_a_gap_of_three_pixels_is_none():
    """In "Inbox" the letters n and b stand three pixels apart, others two."""
    pixels, box = spread(2, 3, 2, 1)
    assert unglued(TextSpan("Inbox", box, 0.9), pixels, Reader()).text == "Inbox"
    pixels, box = spread(1, 4, 1, 1)
    made = unglued(TextSpan("Inbox", box, 0.9), pixels, Reader("In", "box"))
    assert made.text == "In box"


def test_keys_that_are_pressed_together_stay_together():
    pixels, box = spread(1, 5, 1, 1, 1)
    assert unglued(TextSpan("Ctrl+S", box, 0.9), pixels, Reader()).text == "Ctrl+S"


@pytest.mark.parametrize("thick", [1, 2])
def test_what_is_struck_out_is_parted_and_read_without_the_line(thick: int):
    pixels, box = drawn("Review design tokens")
    struck = pixels.copy()
    middle = box.top + round(0.55 * box.height)
    struck[middle : middle + thick, box.left : box.right] = 0
    glued = TextSpan("Reviewdesigntokens", box, 0.9)
    asked: list[Pixels] = []

    def read(part: Pixels) -> tuple[str, float]:
        asked.append(part)
        return ("Review", "design", "tokens")[len(asked) - 1], 0.9

    assert unglued(glued, struck, read).text == "Review design tokens"
    for part in asked:
        dark = (part.max(axis=2) < 128).mean(axis=1)
        assert dark.max() < 0.9, "no row is inked from side to side"
    assert not np.array_equal(pixels, struck)
    reader = Reader()
    assert unglued(TextSpan("Review", box, 0.9), np.full_like(pixels, 255), reader).text == "Review"


@pytest.mark.parametrize("rows", [slice(0, 1), slice(0, 2), slice(11, 12), slice(5, 6)])
def test_a_dash_is_not_struck_out(rows: slice):
    pixels = np.full((20, 60, 3), 255, np.uint8)
    pixels[rows, 5:55] = 0
    dash = TextSpan("—", Box(0, 0, 60, 12), 0.9)
    assert unglued(dash, pixels, Reader()) is dash


def test_where_another_word_was_misread_the_glued_one_is_parted():
    pixels, box = drawn("Storage in MB now")
    word = TextSpan("Storaqe inMBnow", box, 0.9)
    at = box.left + round(0.43 * box.width)
    words = (
        Word("Storaqe", Box(box.left, box.top, at, box.bottom), 0.9),
        Word("inMBnow", Box(at + 4, box.top, box.right, box.bottom), 0.9),
    )
    reader = Reader("Storage", "in", "MB", "now")
    made = unglued(TextSpan(word.text, box, 0.9, words), pixels, reader)
    assert made.text == "Storaqe in MB now"


def test_a_gap_that_begins_before_a_word_parts_nothing():
    pixels, box = spread(1, 20, 1, 1)
    box = Box(box.left, 10, box.right, 22)
    # A word's box is only about where it is: it begins within the gap.
    word = Word("inbox", Box(box.left + 9, 10, box.right, 22), 0.9)
    span = TextSpan("inbox", box, 0.9, (word,))
    assert unglued(span, pixels, Reader("other", "in", "box")).text == "inbox"


def test_a_currency_apart_from_its_number_stays_apart():
    pixels, box = drawn("$ 53")
    span = unglued(TextSpan("$53", box, 0.95), pixels, Reader("$", "53"))
    assert span.text == "$ 53"
    pixels, box = drawn("$53")
    assert unglued(TextSpan("$53", box, 0.95), pixels, Reader()).text == "$53"


def test_a_single_letter_is_a_word_by_a_wide_gap_only():
    pixels, box = spread(4)
    assert unglued(TextSpan("OK", box, 0.9), pixels, Reader("O", "K")).text == "OK"
    pixels, box = spread(1, 1, 1, 7)
    made = unglued(TextSpan("PlanB", box, 0.9), pixels, Reader("Plan", "B"))
    assert made.text == "Plan B"


def test_reading_ends_with_the_first_part_that_has_other_letters():
    pixels, box = drawn("Buy now today")
    reader = Reader("Boy", "now", "today")
    assert unglued(TextSpan("Buynowtoday", box, 0.9), pixels, reader).text == "Buynowtoday"
    assert reader.asked == 1


LONG = "do you want to save the changes to this file and to all of the others"


@pytest.mark.parametrize(
    ("parts", "made"),
    [(("save", "the"), LONG), (("sane", "the"), LONG.replace("save the", "savethe"))],
)
def test_of_a_long_line_only_the_glued_word_is_read_again(parts: tuple[str, ...], made: str):
    image = Image.new("RGB", (800, 60), "white")
    font = ImageFont.truetype("DejaVuSans.ttf", 14)
    pen = ImageDraw.Draw(image)
    pen.text((10, 10), LONG, fill="black", font=font)
    words = []
    for text in LONG.replace("save the", "savethe").split():
        shown = "save the" if text == "savethe" else text
        left = 10 + pen.textlength(LONG[: LONG.index(shown)], font=font)
        right = left + pen.textlength(shown, font=font)
        words.append(Word(text, Box(round(left), 10, round(right), 28), 0.9))
    span = TextSpan(
        " ".join(w.text for w in words), Box(9, 10, words[-1].box.right, 28), 0.9, tuple(words)
    )
    reader = Reader(*parts)
    found = unglued(span, np.asarray(image), reader)
    assert found.text == made
    assert reader.asked == (2 if made == LONG else 1), "the first other letters end it"
    assert " ".join(word.text for word in found.words) == made
