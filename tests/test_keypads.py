"""Signs on keys: how high the print of a pad is, and what readers take signs for."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.geometry import Box
from vision.keypads import Keypads, by_form
from vision.recognise import TextSpan
from vision.screen import Pixels
from vision.shapes import Shape

KEYS = {digit: Box(20 + 60 * n, 20, 70 + 60 * n, 60) for n, digit in enumerate("789")}


def lone(text: str, box: Box) -> TextSpan:
    return TextSpan(text, box, 0.9)


def in_key(text: str, key: Box, width: int = 14, height: int = 20) -> TextSpan:
    left, top = key.center.x - width // 2, key.center.y - height // 2
    return lone(text, Box(left, top, left + width, top + height))


def pad() -> Keypads:
    spans = [in_key(digit, key) for digit, key in KEYS.items()]
    return Keypads([Shape(key, False, (200, 200, 200), 0.1) for key in KEYS.values()], spans)


def test_the_print_of_a_pad_is_as_high_as_its_digits():
    assert pad().line(Box(200, 20, 250, 60)) == pytest.approx(24)
    assert pad().line(Box(200, 20, 312, 60)) == pytest.approx(24), "a key of two"
    assert pad().line(Box(200, 20, 250, 140)) == 0
    assert Keypads([], []).line(Box(0, 0, 50, 40)) == 0


def paper() -> Pixels:
    return np.full((120, 400, 3), 255, np.uint8)


def test_a_cross_on_a_pad_multiplies_and_elsewhere_it_is_a_letter():
    on_pad = in_key("X", Box(200, 20, 250, 60))
    assert by_form(on_pad, paper(), pad()).text == "×"
    below = in_key("X", Box(200, 70, 250, 110))
    assert by_form(below, paper(), pad()) is below


def test_a_narrow_c_is_a_bracket():
    assert by_form(lone("C", Box(10, 10, 15, 25)), paper(), pad()).text == "("
    assert by_form(lone("C", Box(10, 10, 22, 25)), paper(), pad()).text == "C"
    word = lone("CC", Box(10, 10, 15, 25))
    assert by_form(word, paper(), pad()) is word


def test_what_leans_is_a_slash():
    for sign in "/1":
        image = Image.new("RGB", (60, 60), "white")
        font = ImageFont.truetype("DejaVuSans.ttf", 20)
        ImageDraw.Draw(image).text((20, 20), sign, fill="black", font=font)
        pixels = np.asarray(image)
        rows, columns = np.nonzero(pixels.mean(axis=2) < 200)
        box = Box(int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
        assert by_form(lone("1", box), pixels, pad()).text == sign
