"""Links within a line are parted; each number of a page has a line of its own."""

from __future__ import annotations

import itertools

import numpy as np
from PIL import Image, ImageDraw

from tests.support.drawn import FONT
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word
from vision.ocr.repair.inline_links import split_links


class NotAsked:
    """A reader that knows nothing: letters are counted off."""

    def read(self, pixels: Pixels) -> list[TextSpan]:
        return []

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        return "", 0.0


def line(words: list[str], *, gap: int = 12, size: int = 28) -> tuple[Pixels, Box]:
    """Underlined blue words on white, and the box around them."""
    image = Image.new("RGB", (400, 80), "white")
    pen = ImageDraw.Draw(image)
    font = FONT.font_variant(size=size)
    left = 20.0
    for word in words:
        right = left + pen.textlength(word, font)
        pen.text((left, 20), word, fill="#0000ee", font=font)
        pen.line((left, 22 + size, right, 22 + size), fill="#0000ee", width=2)
        left = right + gap
    return np.asarray(image), Box(20, 22, round(left - gap), 20 + size)


def test_numbers_of_pages_are_apart_even_when_they_are_read_as_one():
    pixels, box = line(["2", "3", ">"])
    read = TextSpan("23≥", box, 0.99, (Word("23≥", box, 0.99),))
    parts = split_links([read], pixels, NotAsked())
    assert [part.text for part in parts] == ["2", "3", ">"]
    lefts = [part.box.left for part in parts]
    assert lefts == sorted(lefts)
    assert all(a.box.right < b.box.left for a, b in itertools.pairwise(parts))


def test_a_word_with_a_gap_in_its_line_stays_one():
    pixels, box = line(["no", "tes"], gap=8)
    read = TextSpan("notes", box, 0.99, (Word("notes", box, 0.99),))
    assert [part.text for part in split_links([read], pixels, NotAsked())] == ["notes"]


def test_a_part_is_as_high_as_its_line():
    pixels, box = line(["low", "high"])
    words = (Word("low", Box(20, 20, 70, 48), 1.0), Word("high", Box(82, 20, 150, 48), 1.0))
    span = TextSpan("low high", box, 1.0, words)
    parts = split_links([span], pixels, NotAsked())
    assert len(parts) == 2
    assert {part.box.top for part in parts} == {box.top}


def test_soft_edges_of_a_links_letters_do_not_part_it():
    """Of a blue like this one thin strokes are too pale for a link's colour by themselves."""
    image = Image.new("RGB", (400, 60), "white")
    ImageDraw.Draw(image).text(
        (20, 20), "Printers", fill="#0172ad", font=FONT.font_variant(size=16)
    )
    box = Box(20, 22, 20 + round(FONT.font_variant(size=16).getlength("Printers")), 37)
    read = TextSpan("Printers", box, 0.99, (Word("Printers", box, 0.99),))
    parts = split_links([read], np.asarray(image), NotAsked())
    assert [part.text for part in parts] == ["Printers"]


def test_the_feet_of_figures_are_no_line_below_them():
    image = Image.new("RGB", (400, 60), "white")
    font = FONT.font_variant(size=20)
    ImageDraw.Draw(image).text((20, 20), "22.12.2012", fill="#0172ad", font=font)
    box = Box(20, 23, 20 + round(font.getlength("22.12.2012")), 40)
    read = TextSpan("22.12.2012", box, 0.99, (Word("22.12.2012", box, 0.99),))
    parts = split_links([read], np.asarray(image), NotAsked())
    assert [part.text for part in parts] == ["22.12.2012"]
