"""Tables: rows of things that line up in columns, with the headings of the columns."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.core.elements import Element, Kind
from vision.core.geometry import Box
from vision.core.pieces import in_rows

_CELLS: tuple[Kind, ...] = ("text", "link", "icon", "button", "checkbox", "list item", "field")
_FEWEST_ROWS, _FEWEST_COLUMNS = 3, 2
# In heights of a line of text.
_TALLEST, _PITCH, _ALIGNED = 2.6, 4.5, 0.7


@dataclass(frozen=True, slots=True)
class Cell:
    """A place in a table, both from 1, headings not counted, and the heading of its column."""

    row: int
    column: int
    heading: str = ""


_Row = list[Element]


def cells(elements: Sequence[Element]) -> dict[int, Cell]:
    """The cells of all tables, by id. A table has three rows or more, one below the other, of two
    columns or more; forms and menus are none."""
    heights = [e.box.height for e in elements if e.kind == "text" and e.text]
    line = max(8.0, statistics.median(heights)) if heights else 14.0
    found: dict[int, Cell] = {}
    windows = dict.fromkeys(e.group for e in elements)
    for window in windows:
        inner = [e for e in elements if e.group == window and _may_be_cell(e, line)]
        for rows in _blocks(in_rows(inner, _box), line):
            found.update(_numbered(rows, line))
    return found


def _may_be_cell(element: Element, line: float) -> bool:
    return element.kind in _CELLS and element.box.height <= _TALLEST * line


def in_columns(boxes: Sequence[Box], line: float) -> bool:
    """Whether lines of text stand in columns, as those of a list with details do: three rows or
    more, in each something far at the right of what begins it, and these in line."""
    texts = [Element(n, "text", "", box) for n, box in enumerate(boxes, start=1)]
    rows = [row for row in in_rows(texts, _box) if len(row) >= _FEWEST_COLUMNS]
    far = [r for r in rows if r[1].box.left - r[0].box.right >= line]
    return (
        len(far) >= _FEWEST_ROWS
        and 2 * len(far) >= len(in_rows(texts, _box))
        and all(
            _aligned(a[0], b[0], line) and any(_aligned(a[-1], each, line) for each in b[1:])
            for a, b in pairwise(far)
        )
    )


def _blocks(rows: Sequence[_Row], line: float) -> list[list[_Row]]:
    """Runs of neighbouring rows that share at least two columns and keep an even distance."""
    blocks: list[list[_Row]] = []
    for row in rows:
        if len(row) < _FEWEST_COLUMNS:
            continue
        if blocks and _continues(blocks[-1], row, line):
            blocks[-1].append(row)
        else:
            blocks.append([row])
    return [block for block in blocks if len(block) >= _FEWEST_ROWS and _is_table(block)]


def _continues(block: Sequence[_Row], row: _Row, line: float) -> bool:
    step = row[0].box.center.y - block[-1][0].box.center.y
    if not 0 < step <= _PITCH * line:
        return False
    if len(block) > 1:
        usual = block[-1][0].box.center.y - block[-2][0].box.center.y
        if abs(step - usual) > max(4, 0.3 * usual):
            return False
    shared = sum(any(_aligned(a, b, line) for b in block[-1]) for a in row)
    return shared >= _FEWEST_COLUMNS and shared >= 0.6 * max(len(row), len(block[-1]))


def _aligned(a: Element, b: Element, line: float) -> bool:
    """Whether two things share their left edge, their right edge or their middle."""
    reach = _ALIGNED * line
    one, other = a.box, b.box
    return (
        abs(one.left - other.left) <= reach
        or abs(one.right - other.right) <= reach
        or abs(one.center.x - other.center.x) <= reach
    )


def _is_table(rows: Sequence[_Row]) -> bool:
    """Whether two columns hold text: icons with captions, or keys of a keypad, are no table. Menus
    with their keys and forms have two columns too, but no headings."""
    texts = sum(e.kind in ("text", "link", "list item") for row in rows for e in row)
    total = sum(len(row) for row in rows)
    fields = sum(e.kind == "field" for row in rows for e in row)
    widest = max(len(row) for row in rows)
    if texts < 0.5 * total or fields > 0.4 * total:
        return False
    return widest > _FEWEST_COLUMNS or _has_headings(rows)


def _numbered(rows: Sequence[_Row], line: float) -> dict[int, Cell]:
    starts = _columns(rows, line)
    headed = _has_headings(rows)
    headings = {_column(e, starts): " ".join(e.text.split()) for e in rows[0]} if headed else {}
    body = rows[1:] if headed else rows
    found: dict[int, Cell] = {}
    for number, row in enumerate(body, start=1):
        for element in row:
            column = _column(element, starts)
            found[element.id] = Cell(number, column, headings.get(column, ""))
    return found


def _columns(rows: Sequence[_Row], line: float) -> list[tuple[int, int]]:
    """The columns as spans from left to right: what overlaps across rows is one column."""
    spans: list[tuple[int, int]] = []
    for left, right in sorted((e.box.left, e.box.right) for row in rows for e in row):
        if spans and left < spans[-1][1] - 0.2 * line:
            spans[-1] = (spans[-1][0], max(spans[-1][1], right))
        else:
            spans.append((left, right))
    return spans


def _column(element: Element, spans: Sequence[tuple[int, int]]) -> int:
    middle = element.box.center.x
    return min(range(len(spans)), key=lambda n: _away(middle, spans[n])) + 1


def _away(x: int, span: tuple[int, int]) -> int:
    return max(span[0] - x, x - span[1], 0)


def _has_headings(rows: Sequence[_Row]) -> bool:
    """Whether the first row is of words where the others have figures, marks or things to press,
    or stands apart from them."""
    first, second = rows[0], rows[1]
    if not all(e.text and e.kind in ("text", "link", "button") for e in first):
        return False
    if any(any(c.isdigit() for c in e.text) for e in first):
        return False
    if any(e.kind not in ("text", "link") for row in rows[1:] for e in row):
        return True
    if any(any(c.isdigit() for c in e.text) for row in rows[1:] for e in row):
        return True
    steps = [b[0].box.center.y - a[0].box.center.y for a, b in pairwise(rows)]
    return steps[0] > 1.15 * statistics.median(steps[1:]) or len(first) == len(second) > 2


def _box(element: Element) -> Box:
    return element.box
