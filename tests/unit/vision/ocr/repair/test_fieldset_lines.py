"""Titles in the line of a frame keep no sign of that."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.core.answers import Glances
from vision.core.geometry import Box
from vision.core.views import View
from vision.ocr.engine import TextSpan, Word
from vision.ocr.repair.fieldset_lines import without_frame_lines

FONT = ImageFont.truetype("DejaVuSans.ttf", 14)


def legend(
    text: str, *, left: int = 12, line: int = 1, fill: str = "#b0b0b0", both: bool = False
) -> tuple[View, Box]:
    """A frame whose upper line is open for a title, and the box of that with the line's end."""
    image = Image.new("RGB", (300, 120), "white")
    pen = ImageDraw.Draw(image)
    width = round(pen.textlength(text, FONT))
    for n in range(line):
        pen.line((20 - left, 30 + n, 31, 30 + n), fill)
        pen.line((40 + width, 30 + n, 280, 30 + n), fill)
    pen.line((20 - left, 30, 20 - left, 100), fill)
    pen.text((36, 22), text, fill="black", font=FONT)
    box = Box(27, 21, 36 + width + (9 if both else 1), 40)
    return View(np.asarray(image), Glances()), box


def span(text: str, box: Box) -> TextSpan:
    words = tuple(Word(word, box) for word in text.split())
    return TextSpan(text, box, 0.98, words)


@pytest.mark.parametrize("sign", ["-", "·", "—"])
@pytest.mark.parametrize("line", [1, 2])
def test_the_line_of_a_frame_is_no_sign_of_its_title(sign: str, line: int):
    view, box = legend("Time zone", line=line)
    (found,) = without_frame_lines([span(f"{sign}Time zone", box)], view)
    assert found.text == "Time zone"
    assert 31 <= found.box.left <= 36
    assert found.box.right == box.right
    (found,) = without_frame_lines([span(f"{sign} Time zone", box)], view)
    assert [word.text for word in found.words] == ["Time", "zone"]


def test_neither_is_its_other_end():
    view, box = legend("Time zone", both=True)
    (found,) = without_frame_lines([span("-Time zone-", box)], view)
    assert found.text == "Time zone"
    assert found.box.right < box.right


def test_what_is_written_so_stays():
    # An option of a command, an entry after a bullet, a title without a line on its left.
    view, box = legend("Time zone", left=-14)
    for text in ("-Time zone", "-v", "· Apples", "Time zone-"):
        assert without_frame_lines([span(text, box)], view) == [span(text, box)]


def test_a_picture_beside_a_title_is_no_line():
    view, box = legend("Time zone", line=9, fill="#202020")
    assert without_frame_lines([span("-Time zone", box)], view)[0].text == "-Time zone"
