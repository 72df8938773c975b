"""Cells of ruled tables: frames that share their lines with the next ones, in rows and columns.

Fields and buttons have frames of their own, with room between them. The keys of a keypad and the
days of a calendar may touch, but are all of one width; the columns of a table are not.
"""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.geometry import Box
from vision.pixels.flat_regions import Shape

_FEWEST_ROWS, _FEWEST_COLUMNS = 3, 2
# Pixels: between two areas lies one line; a side may be read one pixel off.
_LINE, _OFF = 4, 2
# How much wider than the narrowest column the widest one is.
_WIDER = 1.15


def ruled_cells(shapes: Sequence[Shape]) -> list[Box]:
    """The cells of all ruled tables of three rows and two columns or more."""
    cells: list[Box] = []
    for table in framed_tables(shapes):
        widths = [cell.width for cell in table[0]]
        if max(widths) > _WIDER * min(widths):
            cells += [cell for row in table for cell in row]
    return cells


def framed_tables(shapes: Sequence[Shape]) -> list[list[list[Box]]]:
    """The cells, row by row, of all frames that touch in three rows and two columns or more."""
    rows = [row for row in _rows([s.box for s in shapes]) if len(row) >= _FEWEST_COLUMNS]
    return [table for table in _tables(rows) if len(table) >= _FEWEST_ROWS]


def _rows(boxes: Sequence[Box]) -> list[list[Box]]:
    """Runs of boxes of one height, each a line after the one before."""
    rows: list[list[Box]] = []
    for box in sorted(boxes, key=lambda b: (b.top, b.left)):
        row = next((row for row in rows if _follows(row[-1], box)), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    return rows


def _follows(box: Box, following: Box) -> bool:
    even = abs(box.top - following.top) <= _OFF and abs(box.bottom - following.bottom) <= _OFF
    return even and 0 <= following.left - box.right <= _LINE


def _tables(rows: Sequence[list[Box]]) -> list[list[list[Box]]]:
    """Runs of rows of the same columns, each a line below the one before."""
    tables: list[list[list[Box]]] = []
    for row in rows:
        table = next((table for table in tables if _is_below(table[-1], row)), None)
        if table is None:
            tables.append([row])
        else:
            table.append(row)
    return tables


def _is_below(row: Sequence[Box], below: Sequence[Box]) -> bool:
    return len(row) == len(below) and all(
        abs(a.left - b.left) <= _OFF
        and abs(a.right - b.right) <= _OFF
        and 0 <= b.top - a.bottom <= _LINE
        for a, b in zip(row, below, strict=True)
    )
