"""Lines are cut out with room around their ink, and read again where the reader doubts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.drawn import Page
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer, TextSpan, Word
from vision.ocr.line_crop import line_crop
from vision.ocr.reread import surer

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
@pytest.mark.parametrize("text", ["Add...", "Edit...", "Sign in", "guardar", "Remember me"])
def test_labels_of_buttons_are_read_as_they_stand(rapid: TextRecognizer, text: str, fill: str):
    page = Page(ground="#d9d9d9")
    page.text(40, 42, text, fill=fill)
    assert [span.text for span in rapid.read(page.pixels)] == [text]


class Readings:
    """Gives one reading after the other."""

    def __init__(self, *readings: tuple[str, float]) -> None:
        self.left = list(readings)

    def __call__(self, pixels: Pixels) -> tuple[str, float]:
        assert pixels.shape[1] > CROP.shape[1], "it is drawn wider"
        return self.left.pop(0)


def line(text: str, score: float) -> TextSpan:
    words = [Word(word, Box(0, 0, 60, 16), score) for word in text.split()]
    return TextSpan(text, Box(0, 0, 60, 16), score, tuple(words))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ad...", "Add..."),
        ("Save s..", "Save as..."),
        ("Contrasefla", "Contraseña"),
        ("plan.xIsx", "plan.xlsx"),
        ("[Back", "Back"),
        ("Wraplines", "Wrap lines"),
    ],
)
def test_a_line_in_doubt_is_what_two_more_readings_agree_on(old: str, new: str):
    for readings in ([(new, 0.96), (new, 0.9)], [(new, 0.9), ("else", 0.99), (new, 0.96)]):
        found = surer(line(old, 0.85), CROP, Readings(*readings))
        assert (found.text, found.score) == (new, 0.96)
        assert " ".join(word.text for word in found.words) == new
        boxes = [word.box for word in found.words]
        assert all(a.right <= b.left or a == b for a, b in pairwise(boxes))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("notes.ods", "otes.ods"),
        ("Última", "última"),
        ("£ 74965", "£74965"),
        ("Chart...", "Chart.."),
        ("GitHub", "O GitHub"),
        ("● Pending", "• Pending"),
        ("3 de 28", "三 de 28"),
        ("or", "an"),
        ("C:\\notes\\a.txt", "C:\\noteslaa.txt"),
    ],
)
def test_worse_readings_do_not_count(old: str, new: str):
    known = line(old, 0.8)
    assert surer(known, CROP, Readings((new, 0.99), (new, 0.99), (new, 0.99))) is known


def test_what_is_sure_or_never_agreed_on_stays():
    sure = line("Ad...", 0.99)
    assert surer(sure, CROP, Readings()) is sure
    known = line("Ad...", 0.85)
    assert (
        surer(known, CROP, Readings(("Add...", 0.99), ("Ade...", 0.99), ("Adc...", 0.99))) is known
    )
    assert surer(known, CROP, Readings(("Add...", 0.5), ("Add...", 0.5))) is known


def test_other_letters_must_be_read_with_more_certainty():
    known = line("Settings of windows", 0.965)
    other = ("Setting5 of windows", 0.96)
    assert surer(known, CROP, Readings(other, other)) is known
    # Of words without the space between them a reader is as sure.
    parted = ("Settings of win dows", 0.96)
    assert surer(known, CROP, Readings(parted, parted)).text == parted[0]
