"""What stands around a text does not change how it is read: frames, underlines."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word
from vision.pixels.ink import split_wide_gaps, tightened, without_bars

FRAME = (130, 42, 400, 72)


@pytest.mark.parametrize("around", ["nothing", "frame", "underline"])
@pytest.mark.parametrize(("shown", "read"), [("Ann Lee", "AnnLee"), ("New Window", "NewWindow")])
def test_a_gap_between_words_is_a_space_also_within_a_frame(around: str, shown: str, read: str):
    image = Image.new("RGB", (500, 120), "#ffffff")
    pen = ImageDraw.Draw(image)
    pen.text((136, 48), shown, fill="black", font=ImageFont.load_default(size=18))
    if around == "frame":
        pen.rectangle(FRAME, outline="black")
    if around == "underline":
        pen.line((130, 70, 280, 70), fill="black", width=2)
    # The reader's box begins at the frame, and cuts it: its corner is ink like the letters.
    span = TextSpan(read, Box(128, 40, 240, 74), 1.0)
    assert tightened(span, np.asarray(image)).text == shown


def test_a_word_with_a_capital_within_stays_one():
    image = Image.new("RGB", (500, 120), "#ffffff")
    pen = ImageDraw.Draw(image)
    pen.text((136, 48), "LibreOffice", fill="black", font=ImageFont.load_default(size=18))
    pen.rectangle(FRAME, outline="black")
    span = TextSpan("LibreOffice", Box(128, 40, 260, 74), 1.0)
    assert tightened(span, np.asarray(image)).text == "LibreOffice"


def test_the_sides_of_tabs_close_no_gap():
    """The reader's box cuts off the tops and feet of the frames, and their sides are left."""
    image = Image.new("RGB", (500, 120), "#d9d9d9")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=18)
    for left, name in ((130, "Inputs"), (206, "Outputs"), (292, "Places")):
        pen.text((left + 6, 48), name, fill="black", font=font)
        pen.line([(left, 30), (left, 90)], fill="black", width=2)
    words = ((134, "Inputs"), (210, "Outputs"), (296, "Places"))
    read = tuple(Word(text, Box(left, 44, left + 62, 72), 1.0) for left, text in words)
    span = TextSpan("Inputs Outputs Places", Box(132, 42, 366, 74), 1.0, read)
    pieces = split_wide_gaps(span, np.asarray(image))
    assert [piece.text for piece in pieces] == ["Inputs", "Outputs", "Places"]


def test_the_side_of_the_field_beside_is_no_part_of_a_text():
    image = Image.new("RGB", (500, 120), "#ffffff")
    pen = ImageDraw.Draw(image)
    pen.text((136, 48), "Room", fill="black", font=ImageFont.load_default(size=18))
    alone = tightened(TextSpan("Room", Box(130, 44, 188, 72), 1.0), np.asarray(image)).box
    pen.rectangle((190, 40, 280, 76), outline="black")
    beside = tightened(TextSpan("Room", Box(130, 44, 191, 72), 1.0), np.asarray(image)).box
    assert beside == alone


def test_a_letter_as_high_as_its_box_stays():
    image = Image.new("RGB", (500, 120), "#ffffff")
    pen = ImageDraw.Draw(image)
    pen.text((136, 48), "oil", fill="black", font=ImageFont.load_default(size=18))
    tight = tightened(TextSpan("oil", Box(130, 44, 188, 72), 1.0), np.asarray(image))
    assert tightened(tight, np.asarray(image)).box == tight.box


def test_the_upper_side_of_a_pane_glues_no_words():
    """The first line of a text editor stands close under the frame of its pane."""
    image = Image.new("RGB", (500, 120), "#ffffff")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=18)
    words = []
    for left, text in ((136, "the"), (174, "kettle"), (232, "sings")):
        pen.text((left, 48), text, fill="black", font=font)
        words.append(Word(text, Box(left, 46, round(left + font.getlength(text)), 68), 1.0))
    pen.line((60, 46, 460, 46), fill="black")
    span = TextSpan("the kettle sings", Box(132, 45, 284, 72), 1.0, tuple(words))
    pieces = split_wide_gaps(span, np.asarray(image))
    assert [piece.text for piece in pieces] == ["the kettle sings"]


def test_a_narrow_space_of_small_print_parts_two_words():
    """Its box has room above and below: by the height of that the space would be none."""
    image = Image.new("RGB", (120, 30), "white")
    pen = ImageDraw.Draw(image)
    for left in (20, 26, 33, 39):
        pen.rectangle((left, 10, left + 3, 19), fill="black")
    box = Box(18, 5, 46, 26)
    words = Word("la", Box(18, 5, 31, 26), 1.0), Word("th", Box(33, 5, 46, 26), 1.0)
    pixels = np.asarray(image, dtype=np.uint8)
    assert [s.text for s in split_wide_gaps(TextSpan("la th", box, 1.0, words), pixels)] == [
        "la th"
    ]


def test_letters_that_reach_down_to_the_line_of_a_grid_stay():
    ink = np.zeros((16, 30), bool)
    ink[15] = True  # The line of the grid; a "p" stands on it, an "l" beside.
    ink[5:15, 4:6] = ink[5, 4:9] = ink[10, 4:9] = ink[3:12, 14:16] = True
    kept = without_bars(ink)
    assert not kept[15].any()
    assert (kept[:15] == ink[:15]).all()
