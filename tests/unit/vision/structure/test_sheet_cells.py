"""The cells of a spreadsheet, from its lines and heads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.support.made_maps import window
from vision.capture.screen import Pixels
from vision.core.geometry import Box, Point
from vision.core.pieces import Piece
from vision.core.views import Sight, View
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pipeline.assembly import with_labels
from vision.structure.sheet_cells import column_number, letters_of, sheets_apart

LEFTS, TOPS = (0, 40, 140, 200, 260, 320), tuple(range(20, 241, 20))
HEADS = [
    *(TextSpan(name, Box(x, 5, x + 8, 15)) for name, x in zip("CDF", (86, 166, 286), strict=True)),
    TextSpan("8", Box(16, 45, 24, 55)),
]


class Reader:
    """Says how wide the ink of a crop is."""

    def read(self, pixels: Pixels) -> list[TextSpan]:
        raise AssertionError("cells are read by themselves")

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        return str(int((pixels.min(axis=2) < 100).any(axis=0).sum())), 0.9


def drawn(*texts: Box) -> Pixels:
    """A sheet from C7 on, with a bar for each text."""
    pixels = np.full((260, 330, 3), 255, np.uint8)
    pixels[:20] = pixels[:241, :40] = 240
    for x in LEFTS[1:]:
        pixels[:241, x] = 190
    for y in TOPS:
        pixels[y, :321] = 190
    for box in texts:
        pixels[box.top : box.bottom, box.left : box.right] = 0
    return pixels


def test_each_cell_is_read_by_itself() -> None:
    pixels = drawn(Box(45, 26, 75, 36), Box(150, 26, 190, 36), Box(205, 46, 225, 56))
    joined = TextSpan("a and b", Box(45, 26, 190, 36))
    field = Detection(Box(42, 22, 198, 58), "field", 0.9)
    text, seen, _, (grid,) = sheets_apart([*HEADS, joined], [field], [], View(pixels), (), Reader())
    numbers = [span.text for span in text if span.text.isdecimal()]
    assert numbers == [*map(str, range(7, 18)), "30", "40", "20"]
    assert [span.text for span in text if span.text.isalpha()] == ["C", "D", "E", "F"]
    assert seen == []
    assert grid.cell_at(Point(170, 30)) == (7, 4)
    assert grid.cell_at(Point(20, 30)) == (7, 0)
    assert grid.cell_at(Point(170, 10)) == (0, 4)


def test_stems_of_letters_one_below_another_are_no_line() -> None:
    pixels = drawn(*(Box(60, y + 4, 61, y + 16) for y in TOPS[:-1]))
    *_, (grid,) = sheets_apart(HEADS, [], [], View(pixels), (), Reader())
    assert grid.xs[1:] == LEFTS[1:]


def test_a_column_that_is_cut_off_to_a_few_pixels_has_no_text() -> None:
    pixels = drawn(Box(45, 26, 75, 36))
    pixels[:241, 316] = 190
    text, *_, (grid,) = sheets_apart(HEADS, [], [], View(pixels), (), Reader())
    assert grid.xs[-2:] == (316, 320)
    assert "30" in [span.text for span in text]


def test_a_sheet_whose_rows_are_not_all_shown_is_left() -> None:
    pixels, far = (
        drawn(Box(45, 26, 75, 36)),
        [
            TextSpan(name, Box(12, y, 28, y + 10))
            for name, y in (("9", 65), ("30", 105), ("31", 125))
        ],
    )
    assert sheets_apart([*HEADS, *far], [], [], View(pixels), (), Reader())[3] == ()


def test_a_long_text_runs_over_lines_that_are_not_there() -> None:
    pixels = drawn()
    pixels[21:40, 140] = 255
    pixels[26:36, 45:175] = 0
    text = sheets_apart(HEADS, [], [], View(pixels), (), Reader())[0]
    assert "130" in [span.text for span in text]


def test_what_lies_on_a_sheet_in_a_window_of_its_own_is_left() -> None:
    pixels = drawn(Box(45, 26, 75, 36))
    sizes = (Box(120, 60, 240, 180), Box(0, 0, 330, 260))
    windows = tuple(replace(window(n, "w", active=n == 1), box=box) for n, box in enumerate(sizes))
    tip = TextSpan("Tip", Box(160, 80, 180, 90))
    ok = Detection(Box(150, 120, 180, 140), "button", 1)
    text, seen, *_ = sheets_apart([*HEADS, tip], [ok], [], View(pixels), windows, Reader())
    assert tip in text
    assert seen == [ok]


def test_letters_without_lines_are_no_sheet() -> None:
    blank = np.full((260, 330, 3), 255, np.uint8)
    assert sheets_apart(HEADS, [], [], View(blank), (), Reader()) == (HEADS, [], [], ())


def test_columns_are_counted_with_letters() -> None:
    assert [letters_of(n) for n in (1, 26, 27, 52, 703)] == ["A", "Z", "AA", "AZ", "AAA"]
    assert [column_number(name) for name in ("A", "Z", "AA", "AZ")] == [1, 26, 27, 52]


def test_a_cell_is_no_label_of_what_stands_in_its_row_beside_the_sheet() -> None:
    pixels = drawn(Box(45, 26, 75, 36))
    text, *_, sheets = sheets_apart(HEADS, [], [], View(pixels), (), Reader())
    cell = next(span for span in text if span.text == "30")
    said = Piece("text", "thirty", cell.box)
    mark = Piece("radio", "", Box(400, 24, 414, 38), label=True)
    sight = Sight(pixels=pixels, spans=tuple(text), line=10.0)
    assert {p.text for p in with_labels([said, mark], (), sheets, sight)} == {"thirty", ""}
    assert {p.text for p in with_labels([said, mark], (), (), sight)} == {"thirty"}
