"""Spreadsheets: the cells between thin lines, below letters and beside numbers, each read by
itself. A finder of text joins neighbouring cells and passes over lone figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.core.geometry import Box, Point
from vision.core.pieces import in_rows
from vision.core.reading_order import window_of
from vision.core.trace import note
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.pixels.flat_regions import Shape
from vision.pixels.ink import ink_mask

_LETTERS = re.compile(r"[A-Z]{1,2}")
# Letters in a row that rise to the right, and lines below them, that make a sheet.
_FEWEST, _FEWEST_ROWS = 3, 4
# Of a channel: what a line differs from both its sides by. Lines cross: the gap that is closed.
_STEP, _GAP = 10, 3
# In heights of a letter: the shortest line, the lowest and the highest row, the farthest header.
_SHORTEST, _LOWEST, _TALLEST, _FARTHEST = 10, 1.1, 8.0, 3.0
# The part of a side along which there is a line; the part of the rows that it goes through.
_IN_HEAD, _IN_GRID = 0.8, 0.5
# So many heads that say something else are no misreading.
_DISAGREE = 2
# Pixels inside a cell that its frame may take; around what is read.
_INSET, _AROUND = 2, 5
# Nothing is read of a narrower cell, such as the last one that is cut off.
_NARROWEST = 2 * _INSET + 4
# Pixels beside a line that show its ground.
_BESIDE = 4
_LOWEST_SCORE = 0.4

_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines of a sheet: x of those that stand, y of those that lie; its first column and row
    hold letters and numbers. `letter` and `number` are those of the first cell, from 1."""

    xs: tuple[int, ...]
    ys: tuple[int, ...]
    letter: int
    number: int

    @property
    def box(self) -> Box:
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def holds(self, box: Box, windows: Sequence[Window]) -> bool:
        """Whether a box lies on the sheet, and not in another window before it."""
        corner = Box(self.xs[0], self.ys[0], self.xs[1], self.ys[1])
        own = window_of(corner, windows)
        return self.box.contains(box.center) and window_of(box, windows) == own

    def cell_at(self, place: Point) -> tuple[int, int]:
        """The row and column of what is there, as the sheet counts them; 0 for its heads."""
        row, column = _at(self.ys, place.y), _at(self.xs, place.x)
        return (
            self.number + row - 1 if row else 0,
            self.letter + column - 1 if column else 0,
        )


def sheets_apart(
    text: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    view: View,
    windows: Sequence[Window],
    reader: TextRecognizer,
) -> tuple[list[TextSpan], list[Detection], list[Shape], tuple[Grid, ...]]:
    """The text with that of spreadsheets read cell by cell, what was seen outside of these, and
    their lines. What lies on a sheet in a window of its own is left."""
    grids = [grid for row in _rising(text) if (grid := _grid(row, text, view, windows))]
    spans, seen, flat = list(text), list(detections), list(shapes)
    for grid in grids:
        note("sheet cells", grid.box, f"{len(grid.xs) - 2} columns, {len(grid.ys) - 2} rows")
        spans = [s for s in spans if not grid.holds(s.box, windows)]
        spans += _cells(grid, windows, view, reader)
        seen = [d for d in seen if not grid.holds(d.box, windows)]
        flat = [s for s in flat if not grid.holds(s.box, windows)]
    return spans, seen, flat, tuple(grids)


def _rising(text: Sequence[TextSpan]) -> list[list[TextSpan]]:
    """Rows of letters as sheets have them above their columns."""
    letters = [span for span in text if _LETTERS.fullmatch(span.text)]
    found = []
    for row in in_rows(letters, lambda span: span.box):
        ordered = sorted(row, key=lambda span: span.box.left)
        rising = [a for a, b in pairwise(ordered) if column_number(b.text) > column_number(a.text)]
        if len(rising) >= max(_FEWEST - 1, len(row) // 2):
            found.append(ordered)
    return found


def column_number(letters: str) -> int:
    """The number of a column, from 1, by its capital letters."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def letters_of(number: int) -> str:
    """The letters of a column, 1 for A."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _grid(
    heads: Sequence[TextSpan], text: Sequence[TextSpan], view: View, windows: Sequence[Window]
) -> Grid | None:
    """The lines of the sheet below some letters; None where there are none."""
    first = heads[0].box
    number = window_of(first, windows)
    pane = windows[number].box if number < len(windows) else Box(0, 0, *view.pixels.shape[1::-1])
    grey = view.crop(pane).sum(axis=2, dtype=np.int16)
    size = max(8, first.height)
    middle = first.center.y - pane.top
    lying = _lines(grey.T, size)
    lying = [line for line in lying if line[0] > middle]
    whole = [line for line in lying if line[1] <= first.left - pane.left]
    if len(whole) < _FEWEST_ROWS or whole[0][0] > middle + _FARTHEST * size:
        return None
    ys = _even([y for y, _, _ in whole], [y for y, _, _ in lying], size)
    standing = _thin(grey)
    left, end = (sorted(line[side] for line in whole)[len(whole) // 2] for side in (1, 2))
    head = standing[max(0, middle - size) : ys[0]].mean(axis=0)
    # A line goes through whole rows: stems of letters one below another do not.
    along = [_closed(standing[a:b].T).mean(axis=1) >= _IN_HEAD for a, b in pairwise(ys)]
    found = (head >= _IN_HEAD) | (np.mean(along, axis=0) >= _IN_GRID)
    # The first is the one between the numbers of the rows and the first column.
    xs = [x for x in _apart(np.flatnonzero(found)) if left + size // 2 < x <= end]
    if len([x for x in xs if x > first.center.x - pane.left]) < _FEWEST:
        return None
    columns = tuple(x + pane.left for x in _apart([left, *xs, end]))
    rows = tuple(y + pane.top for y in [max(0, 2 * middle - ys[0]), *ys])
    return _numbered(Grid(columns, rows, 1, 1), heads, text)


def _numbered(grid: Grid, heads: Sequence[TextSpan], text: Sequence[TextSpan]) -> Grid | None:
    """The grid with the letter and number of its first cell, as the heads that were read say. None
    where these disagree: some rows or columns are hidden, or stay while others are scrolled."""
    letters = Counter(
        column_number(s.text) - place for s in heads if (place := _at(grid.xs, s.box.center.x))
    )
    side = Box(grid.xs[0], grid.ys[1], grid.xs[1], grid.ys[-1])
    numbers = Counter(
        int(s.text) - place
        for s in text
        if s.text.isdecimal() and side.contains(s.box.center)
        if (place := _at(grid.ys, s.box.center.y))
    )
    letter, number = _agreed(letters), _agreed(numbers)
    if letter is None or number is None:
        return None
    return Grid(grid.xs, grid.ys, letter + 1, number + 1)


def _agreed(votes: Counter[int]) -> int | None:
    """What most say; None where nobody does, or two of them say something else."""
    first, *others = [*votes.most_common(2), (-1, 0)]
    return first[0] if first[0] >= 0 and others[0][1] < _DISAGREE else None


def _at(lines: Sequence[int], where: int) -> int:
    """Between which lines a place is: 0 is the head, the first cell 1; 0 outside, too."""
    return next((n for n, (a, b) in enumerate(pairwise(lines)) if a <= where < b), 0)


def _cells(
    grid: Grid, windows: Sequence[Window], view: View, reader: TextRecognizer
) -> list[TextSpan]:
    """The heads of the columns and rows, and what stands in the cells, where these are in sight."""
    columns, rows = list(pairwise(grid.xs)), list(pairwise(grid.ys))
    (head_left, head_right), (head_top, head_bottom) = columns[0], rows[0]
    found = [
        _span(letters_of(grid.letter + n), Box(left, head_top, right, head_bottom))
        for n, (left, right) in enumerate(columns[1:])
    ]
    found += [
        _span(str(grid.number + n), Box(head_left, top, head_right, bottom))
        for n, (top, bottom) in enumerate(rows[1:])
    ]
    for top, bottom in rows[1:]:
        for left, right in _joined(columns[1:], top, bottom, view):
            if right - left < _NARROWEST:
                continue
            box = Box(left + 1 + _INSET, top + 1 + _INSET // 2, right - _INSET, bottom)
            said = view.ask(_read, box, reader) if grid.holds(box, windows) else None
            if said is not None:
                found.append(said.moved(box.left, box.top))
    return [span for span in found if grid.holds(span.box, windows)]


def _span(text: str, box: Box) -> TextSpan:
    """A head, as large as what is written there."""
    half, high = 4 * len(text), box.height // 2
    centre = box.center
    return TextSpan(
        text, Box(centre.x - half, centre.y - high // 2, centre.x + half, centre.y + high // 2 + 1)
    )


def _joined(
    columns: Sequence[tuple[int, int]], top: int, bottom: int, view: View
) -> list[tuple[int, int]]:
    """The cells of a row: over a line that is not there a long text runs on into the next one."""
    whole: list[tuple[int, int]] = []
    for left, right in columns:
        side = Box(left - _BESIDE, top + _INSET, left + _BESIDE + 1, bottom - 1)
        if whole and not view.ask(_is_line, side):
            whole[-1] = (whole[-1][0], right)
        else:
            whole.append((left, right))
    return whole


def _is_line(crop: Pixels) -> bool:
    """Whether a line stands in the middle of a crop."""
    ground = np.median(crop.reshape(-1, 3), axis=0)
    apart = np.abs(crop[:, crop.shape[1] // 2] - ground).max(axis=1)
    return bool((apart > _STEP).mean() >= _IN_HEAD)


def _read(crop: Pixels, reader: TextRecognizer) -> TextSpan | None:
    """What stands in a cell; None for nothing."""
    ink = ink_mask(crop)
    # The frame of the chosen cell reaches into it.
    for edge in (0, 1, 2, -1, -2, -3):
        if ink[edge : edge + 1 or None].mean() >= _IN_HEAD:
            crop, ink = crop.copy(), ink.copy()
            crop[edge], ink[edge] = np.median(crop.reshape(-1, 3), axis=0), False
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(rows) < _INSET or len(columns) == 0:
        return None
    box = Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    part = crop[:, max(0, box.left - _AROUND) : box.right + _AROUND]
    ground = np.median(crop.reshape(-1, 3), axis=0).astype(np.uint8)
    framed = np.full((part.shape[0] + 4, part.shape[1] + 2 * _AROUND, 3), ground, np.uint8)
    framed[2:-2, _AROUND:-_AROUND] = part
    text, score = reader.read_glyph(framed)
    return TextSpan(text, box, score) if text and score >= _LOWEST_SCORE else None


def _thin(grey: NDArray[np.int16]) -> _Mask:
    """Height x width; True where a pixel is darker or lighter than those at its left and right."""
    before, after = grey[:, 1:-1] - grey[:, :-2], grey[:, 1:-1] - grey[:, 2:]
    step = 3 * _STEP
    found = np.zeros(grey.shape, bool)
    found[:, 1:-1] = ((before < -step) & (after < -step)) | ((before > step) & (after > step))
    return found


def _closed(lines: _Mask) -> _Mask:
    """Each row with its short gaps closed."""
    grown, closed = lines.copy(), np.ones_like(lines)
    for step in range(1, _GAP + 1):
        grown[:, step:] |= lines[:, :-step]
    closed &= grown
    for step in range(1, _GAP + 1):
        closed[:, :-step] &= grown[:, step:]
    return closed


def _lines(turned: NDArray[np.int16], size: int) -> list[tuple[int, int, int]]:
    """The lying lines of a picture that is turned by its diagonal: y, begin and end."""
    found = []
    for y, row in enumerate(_closed(_thin(turned).T)):
        if row.sum() < _SHORTEST * size:
            continue
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        runs = edges.reshape(-1, 2)
        begin, end = max(runs, key=lambda run: run[1] - run[0])
        if end - begin >= _SHORTEST * size:
            found.append((y, int(begin), int(end)))
    return found


def _apart(places: Iterable[int]) -> list[int]:
    """Places without those that touch the one before."""
    kept: list[int] = []
    for place in map(int, places):
        if not kept or place > kept[-1] + 2:
            kept.append(place)
    return kept


def _even(whole: Sequence[int], all_: Sequence[int], size: int) -> list[int]:
    """Lines from the first whole one on, as far as rows of a sheet go; with those between them that
    the frame of the chosen cell cuts off."""
    usual = sorted(b - a for a, b in pairwise(whole))[(len(whole) - 1) // 2]
    kept = [whole[0]]
    for y in all_:
        cut = y not in whole and abs(y - kept[-1] - usual) > 1
        if y - kept[-1] > _TALLEST * size:
            break
        if y - kept[-1] >= _LOWEST * size and not cut:
            kept.append(y)
    return kept
