"""Ruled tables and lists: cells are no controls, rows are as wide as their lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.core.geometry import Box
from vision.detection.detector import Detection
from vision.false_positives.contradicted import without_cells
from vision.false_positives.ruled_tables import ruled_cells
from vision.lists.ruled_rows import whole_rows
from vision.pixels.flat_regions import find_shapes

GREY = 170


def page() -> NDArray[np.uint8]:
    return np.full((400, 600, 3), 255, np.uint8)


def ruled(columns: list[int], rows: list[int]) -> NDArray[np.uint8]:
    """A page with a table whose lines are at these places."""
    pixels = page()
    for x in columns:
        pixels[rows[0] : rows[-1] + 1, x] = GREY
    for y in rows:
        pixels[y, columns[0] : columns[-1] + 1] = GREY
    return pixels


def test_cells_of_a_ruled_table_are_known_by_the_lines_that_they_share() -> None:
    shapes = find_shapes(ruled([40, 120, 260, 340], [50, 80, 110, 140, 170]))
    cells = ruled_cells(shapes)
    assert len(cells) == 12
    inside = Detection(Box(122, 83, 258, 109), "field", 0.7, "field")
    apart = Detection(Box(400, 200, 520, 230), "field", 0.7, "field")
    assert without_cells([inside, apart], cells) == [apart]


def test_keys_of_one_width_and_fields_with_room_between_them_are_no_table() -> None:
    keypad = find_shapes(ruled([40, 90, 140, 190], [50, 90, 130, 170]))
    assert ruled_cells(keypad) == []
    pixels = page()
    for top in (40, 90, 140, 190):
        for left, right in ((40, 160), (180, 400)):
            pixels[top : top + 30, left:right] = GREY
            pixels[top + 1 : top + 29, left + 1 : right - 1] = 255
    assert ruled_cells(find_shapes(pixels)) == []


def test_parts_of_rows_between_lines_become_whole_rows() -> None:
    pixels = page()
    for y in (50, 90, 130, 170, 210):
        pixels[y, 20:580] = GREY
    part = Detection(Box(30, 55, 200, 85), "list item", 0.4, "list item")
    other = Detection(Box(210, 54, 500, 88), "list item", 0.6, "list item")
    lower = Detection(Box(25, 135, 575, 168), "list item", 0.5, "list item")
    button = Detection(Box(520, 60, 570, 80), "button", 0.8, "button")
    found = whole_rows([part, other, lower, button], pixels, 14.0)
    rows = [d.box for d in found if d.kind == "list item"]
    assert rows == [Box(20, y + 1, 580, y + 40) for y in (50, 90, 130, 170)]
    assert button in found
    alone = whole_rows([part, button], pixels, 14.0)
    assert alone == [part, button], "one part of one row is no list"


def test_rows_that_begin_with_a_box_to_tick_and_a_picture_are_entries() -> None:
    pixels = page()
    tops = (50, 90, 130, 170)
    for y in (*tops, 210):
        pixels[y, 20:580] = GREY
    ticks = [Detection(Box(30, y + 12, 46, y + 28), "checkbox", 0.8, "checkbox") for y in tops]
    stars = [Detection(Box(56, y + 12, 72, y + 28), "icon", 0.8, "icon") for y in tops]
    whole = [Box(20, y + 1, 580, y + 40) for y in tops]

    def rows(*detections: Detection) -> list[Box]:
        return [d.box for d in whole_rows(detections, pixels, 14.0) if d.kind == "list item"]

    assert rows(*ticks, *stars) == whole
    # Settings are such rows, too: without a picture one row must have been seen.
    assert rows(*ticks) == []
    part = Detection(Box(60, 55, 200, 85), "list item", 0.4, "list item")
    assert rows(*ticks, part) == whole
    assert rows(*ticks[:2], part) == [part.box]


def test_fields_and_what_stands_between_them_are_no_rows() -> None:
    pixels = page()
    pixels[:] = 80
    for y in (50, 130, 210, 290):
        pixels[y : y + 40, 20:580] = 250
    between = Detection(Box(20, 92, 580, 128), "list item", 0.4, "list item")
    field = Detection(Box(25, 132, 575, 168), "list item", 0.5, "list item")
    assert whole_rows([between, field], pixels, 14.0) == [between, field]
    # One row that is selected is another thing.
    pixels = page()
    pixels[91:130, 20:580] = (30, 90, 200)
    for y in (50, 90, 130, 170, 210):
        pixels[y, 20:580] = GREY
    parts = [Detection(Box(30, y, 200, y + 30), "list item", 0.4, "list item") for y in (55, 135)]
    assert len(whole_rows(parts, pixels, 14.0)) == 4
