"""Buttons that show a picture are icons and are named by it; keys with a sign stay buttons."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.drawn import FONT, Page
from vision.capture.screen import Screenshot
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.core.views import View
from vision.detection.detector import Detection
from vision.icons.namer import icon_of
from vision.ocr.engine import TextSpan
from vision.ocr.repair.key_labels import keys, with_labels_of_keys
from vision.pixels.flat_regions import find_shapes

pytestmark = pytest.mark.smoke

SIZE = Box(100, 100, 140, 136)


def text(said: str, score: float, box: Box = SIZE) -> TextSpan:
    return TextSpan(said, box.grown(-6), score)


def test_an_icon_on_a_ground_is_named_by_what_stands_on_it():
    pixels = np.full((80, 80, 3), 245, np.uint8)
    pixels[10:60, 10:70] = (10, 90, 180)
    pixels[28:42, 32:48] = 255
    icon = icon_of(Element(1, "icon", "", Box(10, 10, 70, 60)), Screenshot(pixels))
    assert icon is not None
    assert icon.picture.shape[:2] == (20, 22)
    assert (icon.picture[0, 0] == (10, 90, 180)).all()
    # What fills its box is seen with what is around it.
    tight = icon_of(Element(1, "icon", "", Box(32, 28, 48, 42)), Screenshot(pixels))
    assert tight is not None
    assert tight.picture.shape == icon.picture.shape


def _pad(signs: str, columns: int = 4) -> list[tuple[str, Box]]:
    """Signs and their keys, in rows."""
    return [
        (sign, SIZE.moved(44 * (n % columns), 40 * (n // columns))) for n, sign in enumerate(signs)
    ]


def _found(pad: list[tuple[str, Box]]) -> list[Detection]:
    return [Detection(b, "icon", 0.8, "icon" if not s.isdigit() else "button") for s, b in pad]


def test_what_stands_among_digits_in_rows_are_keys():
    pad = _pad("78/(45*)")
    read = [text(sign, 1.0, box) for sign, box in pad if sign.isdigit()]
    assert keys(_found(pad), read) == [box for sign, box in pad if not sign.isdigit()]
    pages = _pad("<12345>", columns=7)
    read = [text(sign, 1.0, box) for sign, box in pages if sign.isdigit()]
    assert keys(_found(pages), read) == []


class _Reader:
    """Finds the digits; of a key on its own it reads the cross that is drawn there."""

    def read(self, pixels: np.ndarray) -> list[TextSpan]:
        return [text(sign, 1.0, box) for sign, box in _pad("78x") if sign.isdigit()] + [
            text(sign, 1.0, box) for sign, box in _pad("    45") if sign.isdigit()
        ]

    def read_glyph(self, pixels: np.ndarray) -> tuple[str, float]:
        return "x", 0.95


class _Finder:
    def detect(self, pixels: np.ndarray) -> list[Detection]:
        return _found([pair for pair in _pad("78x 45") if pair[0] != " "])


@pytest.mark.parametrize(
    ("sign", "wide", "is_"),
    [("-", 7, "−"), ("-", 3, "-"), ("C", 5, "("), ("C", 10, "C"), ("x", 8, "×"), ("7", 8, "7")],
)
def test_signs_among_digits_are_told_by_how_wide_they_are(sign: str, wide: int, is_: str):
    pad = _pad("78/(45*)")
    read = [text(digit, 1.0, box) for digit, box in pad if digit.isdigit()]
    key = next(box for digit, box in pad if digit == "*")
    x, y = key.center.x, key.center.y
    own = TextSpan(sign, Box(x - wide // 2, y - 7, x - wide // 2 + wide, y + 7), 1.0)
    view = View(np.full((240, 400, 3), 255, np.uint8))
    made = with_labels_of_keys([*read, own], _found(pad), [], view, _Reader())
    assert is_ in [span.text for span in made if span.box == own.box]


def test_the_letter_of_a_large_text_is_no_key():
    page = Page()
    for y in (20, 50, 80):
        page.text(30, y, "small words beside it")
    heading = page.text(30, 120, "ADDED", size=28)
    font = FONT.font_variant(size=28)
    page.pen.text((30, 120), "ADDED", fill="black", font=font, stroke_width=2)
    shapes = find_shapes(page.pixels)
    assert any(heading.contains(shape.box.center) for shape in shapes)  # the ring of a "D"
    made = with_labels_of_keys(page.spans, [], shapes, View(page.pixels), _Reader())
    assert made == page.spans
