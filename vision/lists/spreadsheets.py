"""Empty cells of sheets: places to write in that show nothing but the lines around them.

A sheet is a grid of empty areas that share their sides. Of its empty cells those count that a
person would write in next: the chosen one, and those in a row with a text beside them and in a
column with a text above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Kind, State
from vision.core.geometry import Box, overlap_area
from vision.core.pieces import Piece, same_row
from vision.core.trace import note
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

# The part of an empty cell that is not of its ground.
_BLANK = 0.03
# In heights of a line of text, and how much wider than high it is at least.
_LOWEST, _TALLEST, _WIDEST, _FLAT = 0.9, 3.5, 40.0, 1.5
# Pixels: the line between two cells; and by how many the sides of one row or column differ.
_LINE, _OFF = 4, 3
_FEWEST_CELLS, _FEWEST_ROWS, _FEWEST_COLUMNS = 8, 3, 2
# Empty cells of one sheet that are told.
_MOST = 60
_TAKEN = 0.2
# A sheet may lie in these.
_AROUND: frozenset[Kind] = frozenset({"dialog", "image", "field"})
# Of a channel, 0 to 255: what the frame of the chosen cell differs from its ground by; and the part
# of each side on which it does.
_FRAME, _WHOLE = 40, 0.8
_GREY = 24


@dataclass(frozen=True, slots=True)
class Sheet:
    """A grid of cells: the ends of its rows (top, bottom) and of its columns (left, right)."""

    rows: tuple[tuple[int, int], ...]
    columns: tuple[tuple[int, int], ...]
    blanks: tuple[Box, ...]

    @property
    def box(self) -> Box:
        (top, _), (_, bottom) = self.rows[0], self.rows[-1]
        return Box(self.columns[0][0], top, max(right for _, right in self.columns), bottom)


def found_sheets(shapes: Sequence[Shape], line: float) -> list[Sheet]:
    """The sheets among plain areas; `line` is the usual height of a line of text in pixels."""
    found = []
    for group in _connected([shape.box for shape in shapes if _may_be_cell(shape, line)]):
        if len(group) < _FEWEST_CELLS:
            continue
        rows = _levels([(box.top, box.bottom) for box in group])
        columns = _narrow(_levels([(box.left, box.right) for box in group]))
        if len(rows) >= _FEWEST_ROWS and len(columns) >= _FEWEST_COLUMNS:
            found.append(Sheet(tuple(rows), tuple(columns), tuple(group)))
    return found


def _may_be_cell(shape: Shape, line: float) -> bool:
    box = shape.box
    return (
        not shape.round
        and shape.holes <= _BLANK
        and _LOWEST * line <= box.height <= _TALLEST * line
        and _FLAT * box.height <= box.width <= _WIDEST * line
        and max(shape.colour) - min(shape.colour) <= _GREY
    )


def _connected(boxes: Sequence[Box]) -> list[list[Box]]:
    """Groups of boxes that share their sides."""
    places = {(box.left, box.top): box for box in boxes}
    beside: dict[Box, list[Box]] = {box: [] for box in places.values()}
    for box in beside:
        for other in _following(box, places):
            beside[box].append(other)
            beside[other].append(box)
    groups = []
    left = dict.fromkeys(beside)
    while left:
        group = [left.popitem()[0]]
        for one in group:
            for other in beside[one]:
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups


def _following(box: Box, places: dict[tuple[int, int], Box]) -> Iterator[Box]:
    """The boxes that share the right or the lower side of one."""
    for line, off in product(range(_LINE + 1), range(-_OFF, _OFF + 1)):
        right = places.get((box.right + line, box.top + off))
        if right is not None and abs(right.bottom - box.bottom) <= _OFF:
            yield right
        below = places.get((box.left + off, box.bottom + line))
        if below is not None and abs(below.right - box.right) <= _OFF:
            yield below


def _alike(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) <= _OFF and abs(a[1] - b[1]) <= _OFF


def _levels(ends: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ends that two boxes or more have, a few pixels aside, in order."""
    levels: list[list[tuple[int, int]]] = []
    for one in sorted(ends):
        level = next((level for level in levels if _alike(level[0], one)), None)
        if level is None:
            levels.append([one])
        else:
            level.append(one)
    return [Counter(level).most_common(1)[0][0] for level in levels if len(level) > 1]


def _narrow(columns: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The columns without those that are several in one: a line between them is not seen."""
    return [
        one
        for one in columns
        if not any(o != one and one[0] - _OFF <= o[0] and o[1] <= one[1] + _OFF for o in columns)
    ]


def empty_cells(
    found: Sequence[Sheet], spans: Sequence[TextSpan], pieces: Sequence[Piece], pixels: Pixels
) -> list[Piece]:
    """The empty cells to write in, that no piece stands for. As what is written in a sheet, they
    are text; the chosen one is an item: what is typed goes there."""
    made: list[Piece] = []
    known = [piece.box for piece in pieces if piece.kind not in _AROUND]
    for sheet in found:
        texts = [span.box for span in spans if overlap_area(span.box, sheet.box)]
        free = list(_free(sheet, [*texts, *(b for b in known if overlap_area(b, sheet.box))]))
        blank = {(box.left, box.top) for box in sheet.blanks}
        chosen = [c for c in free if not _is_near(c, blank) and _is_framed(c, pixels)][:1]
        others = [c for c in free if c not in chosen and _is_next(c, texts)][:_MOST]
        for cell in [*chosen, *others]:
            note("sheets", cell, "an empty cell of a sheet", sheet.box)
            state = State(selected=True) if cell in chosen else State()
            kind: Kind = "list item" if cell in chosen else "text"
            made.append(Piece(kind, "", cell, state, "shape", 0.5))
    return made


def _free(sheet: Sheet, taken: Sequence[Box]) -> Iterator[Box]:
    """The cells in which nothing is."""
    for top, bottom in sheet.rows:
        inside = [box for box in taken if box.top < bottom and top < box.bottom]
        for left, right in sheet.columns:
            cell = Box(left, top, right, bottom)
            if not any(_covers(box, cell) for box in inside):
                yield cell


def _covers(box: Box, cell: Box) -> bool:
    common = overlap_area(box, cell)
    return common > _TAKEN * min(box.area, cell.area)


def _is_next(cell: Box, texts: Sequence[Box]) -> bool:
    """Whether a text stands beside it, and one above it."""
    beside = any(
        same_row(box, cell)
        and (0 <= cell.left - box.right < cell.width or 0 <= box.left - cell.right < cell.width)
        for box in texts
    )
    return beside and any(
        box.bottom <= cell.center.y and cell.left - _OFF <= box.center.x <= cell.right + _OFF
        for box in texts
    )


def _is_near(cell: Box, places: set[tuple[int, int]]) -> bool:
    """Whether a cell is drawn as an empty one, to the pixel or nearly so."""
    steps = product((-1, 0, 1), repeat=2)
    return any((cell.left + x, cell.top + y) in places for x, y in steps)


def _is_framed(cell: Box, pixels: Pixels) -> bool:
    """Whether a frame is drawn inside of its lines: that of the chosen cell."""
    crop = pixels[cell.top : cell.bottom, cell.left : cell.right].astype(np.int16)
    ground = np.median(crop[3:-3, 3:-3].reshape(-1, 3), axis=0)
    drawn = np.abs(crop - ground).max(axis=2) >= _FRAME
    across = drawn[:2].any(axis=0), drawn[-2:].any(axis=0)
    down = drawn[:, :2].any(axis=1), drawn[:, -2:].any(axis=1)
    return all(float(side.mean()) >= _WHOLE for side in (*across, *down))
