"""Boxes of the finder of text are drawn anew round the letters of their lines."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.geometry import Box
from vision.ocr.whole import Corners, whole_lines
from vision.screen import Pixels


def drawn(*texts: tuple[int, int, str], size: int = 15) -> Pixels:
    image = Image.new("RGB", (400, 60), "white")
    font = ImageFont.truetype("DejaVuSans.ttf", size)
    for left, top, text in texts:
        ImageDraw.Draw(image).text((left, top), text, fill="black", font=font)
    return np.asarray(image, dtype=np.uint8)


def ink_of(pixels: Pixels) -> Box:
    rows, columns = np.nonzero(pixels.mean(axis=2) < 200)
    return Box(int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)


def corners(box: Box, lean: int = 0) -> Corners:
    left, top, right, bottom = box.as_list()
    four = [(left, top), (right, top + lean), (right, bottom + lean), (left, bottom)]
    return np.array(four, np.float32)


def found(pixels: Pixels, *boxes: Box, lean: int = 0) -> list[Box]:
    lines, scores = whole_lines([corners(b, lean) for b in boxes], [0.9] * len(boxes), pixels)
    assert len(lines) == len(scores)
    return [Box(*(int(v) for v in (*four[0], *four[2]))) for four in lines]


def holds(box: Box, ink: Box) -> bool:
    return box.union(ink) == box


def test_letters_that_the_finder_left_outside_belong_to_the_line():
    pixels = drawn((30, 20, "after a restart."))
    ink = ink_of(pixels)
    (box,) = found(pixels, Box(ink.left + 12, ink.top - 2, ink.right - 14, ink.bottom + 2))
    assert holds(box, ink)
    assert box.width <= ink.width + 8, "with little paper round it"


def test_a_line_that_leans_by_a_little_is_set_upright():
    pixels = drawn((30, 20, "Facturen"))
    ink = ink_of(pixels)
    lines, _ = whole_lines([corners(ink.grown(2), lean=2)], [0.9], pixels)
    assert np.ptp(lines[0][:2, 1]) == 0
    leaning = corners(ink.grown(2), lean=9)
    assert whole_lines([leaning], [0.9], pixels)[0][0] is leaning


def test_pieces_of_a_name_with_a_low_line_are_one():
    pixels = drawn((30, 20, "taxes_2024.py"))
    ink = ink_of(pixels)
    first = Box(ink.left - 2, ink.top - 2, ink.left + 38, ink.bottom - 2)
    second = Box(ink.left + 50, ink.top - 2, ink.right + 2, ink.bottom - 2)
    (box,) = found(pixels, first, second)
    assert holds(box, ink)


def test_words_and_lines_apart_stay_apart():
    pixels = drawn((30, 5, "File"), (90, 5, "Edit"), (30, 32, "Open_it"))
    whole = [Box(28, 5, 58, 24), Box(88, 5, 120, 24), Box(28, 32, 90, 52)]
    boxes = found(pixels, *whole)
    assert len(boxes) == 3
    assert boxes[0].right < 70 < boxes[1].left
    assert boxes[0].bottom < boxes[2].top


def test_the_side_of_a_field_is_no_letter():
    image = Image.fromarray(drawn((34, 20, "Name")))
    ImageDraw.Draw(image).rectangle((30, 12, 300, 46), outline="black")
    pixels = np.asarray(image)
    (box,) = found(pixels, Box(34, 19, 82, 39))
    assert 30 < box.left < 40
    assert box.right < 100


def test_the_upper_edge_of_a_sheet_does_not_lengthen_the_line_below_it():
    image = Image.fromarray(drawn((34, 20, "Austria")))
    ImageDraw.Draw(image).line((31, 21, 380, 21), fill="black")
    (box,) = found(np.asarray(image), Box(32, 19, 92, 38))
    assert box.right < 110


def test_a_line_that_is_not_there_stays_as_it_was():
    pixels = np.full((40, 200, 3), 250, np.uint8)
    box = Box(20, 10, 90, 26)
    assert found(pixels, box) == [box]
    assert whole_lines([], [], pixels) == ([], [])
