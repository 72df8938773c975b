"""Numbers between the signs of a stepper that nobody read."""

from __future__ import annotations

import numpy as np

from tests.support.made_maps import element
from vision.capture.screen import Pixels, Screenshot
from vision.core.elements import Element
from vision.core.geometry import Box, Point
from vision.icons.stepper_numbers import with_numbers
from vision.ocr.engine import TextSpan

MINUS, PLUS = (
    element(1, "icon", "remove", Box(10, 10, 40, 40)),
    element(2, "icon", "add", Box(90, 10, 120, 40)),
)


class Reader:
    """Reads the same everywhere."""

    def __init__(self, text: str) -> None:
        self.text = text

    def read(self, pixels: Pixels) -> list[TextSpan]:
        raise AssertionError("lines are read before")

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        return self.text, 0.9


def seen(text: str, *elements: Element) -> list[tuple[str, str]]:
    pixels = np.full((60, 140, 3), 255, np.uint8)
    pixels[18:32, 60:70] = 0
    shot = Screenshot(pixels, Point(0, 0))
    return [(e.kind, e.text) for e in with_numbers(elements, shot, Reader(text))]


def test_the_number_takes_the_place_of_an_icon_without_a_name() -> None:
    icon = element(3, "icon", "", Box(56, 14, 74, 36))
    assert seen("0", MINUS, icon, PLUS) == [("icon", "remove"), ("text", "0"), ("icon", "add")]


def test_a_number_that_nothing_stands_for_is_added() -> None:
    assert seen("12", MINUS, PLUS) == [("icon", "remove"), ("text", "12"), ("icon", "add")]


def test_a_word_between_two_signs_is_no_number() -> None:
    assert seen("Go", MINUS, PLUS) == [("icon", "remove"), ("icon", "add")]


def test_what_was_read_stays() -> None:
    said = element(3, "text", "7", Box(60, 18, 70, 32))
    assert seen("9", MINUS, said, PLUS)[1] == ("text", "7")
