"""Lines are cut out with room around their ink, and read again where the reader doubts."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.drawn import Page
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer, TextSpan, Word
from vision.ocr.line_crop import line_crop

pytestmark = pytest.mark.smoke

CROP = np.full((16, 60, 3), 255, np.uint8)


def corners_of(box: Box) -> NDArray[np.float32]:
    return np.array(box.corners, np.float32)


@pytest.mark.parametrize("box", [Box(38, 42, 104, 58), Box(30, 36, 120, 66)], ids=["close", "far"])
def test_a_line_is_cut_out_alike_wherever_its_box_ends(box: Box):
    page = Page()
    page.text(40, 42, "Longing")
    crop, place = line_crop(corners_of(box), box, page.pixels)
    other = Box(34, 40, 110, 62)
    again, same = line_crop(corners_of(other), other, page.pixels)
    assert (crop == again).all()
    assert place == same
    assert crop.shape[:2] == (place.height, place.width)
    assert (crop[:2] == crop[0, 0]).all()
    assert (crop[:, :2] == crop[0, 0]).all()


def test_what_stands_at_the_side_of_a_line_is_not_in_its_picture():
    page = Page()
    page.text(40, 42, "Name")
    box = page.spans[0].box.grown(2)
    page.pen.line((box.right + 2, 0, box.right + 2, 299), fill="black")
    crop, _ = line_crop(corners_of(box), box, page.pixels)
    assert (crop[:, -2:] == crop[0, 0]).all()


def test_a_line_at_the_edge_of_the_screen_has_room_as_well():
    page = Page()
    page.text(0, -3, "Applications")
    box = Box(0, 0, 92, 14)
    crop, place = line_crop(corners_of(box), box, page.pixels)
    assert place.top < 0
    assert crop.shape[:2] == (place.height, place.width)


@pytest.mark.parametrize("fill", ["black", "#a3a3a3"], ids=["enabled", "disabled"])
@pytest.mark.parametrize("text", ["Add...", "Edit...", "guardar", "Remember me"])
def test_labels_of_buttons_are_read_as_they_stand(rapid: TextRecognizer, text: str, fill: str):
    page = Page(ground="#d9d9d9")
    page.text(40, 42, text, fill=fill)
    assert [span.text for span in rapid.read(page.pixels)] == [text]


def line(text: str, score: float) -> TextSpan:
    words = [Word(word, Box(0, 0, 60, 16), score) for word in text.split()]
    return TextSpan(text, Box(0, 0, 60, 16), score, tuple(words))
