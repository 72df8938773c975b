"""The cells of a spreadsheet that is on the screen, and what changes in a row of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from agent.skills.procedures.front import in_front
from agent.task.literals import CELL
from vision.core.elements import ElementMap
from vision.structure.sheet_cells import column_number, letters_of

_CELL = re.compile(rf"(?={CELL}$)([A-Za-z]+)(\d+)")
_FORMULA = re.compile(r"=\s*[A-Za-zÀ-ÿ.]+\(.*\)|=.*[A-Za-z]+\d")
_BETWEEN, _AND, _IS = " | ", " · ", " = "
Table = Mapping[int, Mapping[int, str]]
"""Texts by their rows and columns, both from 1; rows in sight with nothing in them, too."""


def table_of(map_: ElementMap) -> Table:
    """What stands in the cells of the sheet in front; nothing where there is none."""
    found: dict[int, dict[int, str]] = {}
    for element in in_front(map_):
        row, column = element.cell or (0, 0)
        if row:
            found.setdefault(row, {})
            found[row] |= {column: element.text} if column and element.text else {}
    return dict(sorted(found.items()))


def result_in_sheet(values: Sequence[str], map_: ElementMap) -> str | None:
    """What a sheet shows in the cell into which a formula was written, when `values` are one of
    each; None when it cannot be read."""
    cells = [value for value in values if _CELL.fullmatch(value)]
    formulas = [value for value in values if _FORMULA.fullmatch(value)]
    return cell_of(cells[0], map_) if len(cells) == len(formulas) == 1 else None


def cell_of(name: str, map_: ElementMap) -> str | None:
    """The text of a cell such as B6; None when it is empty or not in sight."""
    found = _CELL.fullmatch(name)
    if found is None:
        return None
    column = column_number(found.group(1).upper())
    return table_of(map_).get(int(found.group(2)), {}).get(column)


def headings_of(table: Table) -> dict[str, int]:
    """The headings of a sheet, which are the first row with as many cells as most have, and their
    columns; a column without one by its letters, if more than one of its cells holds something."""
    usual = Counter(len(row) for row in table.values() if row).most_common(1)
    first = next((row for row in table.values() if usual and len(row) >= usual[0][0]), {})
    filled = Counter(column for row in table.values() for column in row)
    told: dict[str, int] = {}
    for column in sorted(filled):
        if column in first or filled[column] > 1:
            told.setdefault(first.get(column) or letters_of(column), column)
    return told


def rows_told(table: Table) -> dict[str, int]:
    """The rows of a sheet as a line each, and their numbers."""
    columns = headings_of(table).values()
    told: dict[str, int] = {}
    for number, row in table.items() if columns else ():
        if not row:
            continue
        told.setdefault(_BETWEEN.join(row.get(column, "") for column in columns), number)
    return told


def row_below(table: Table) -> int | None:
    """The row below the last one that holds something; None where that is not in sight: the table
    may go on there."""
    below = max((number for number, row in table.items() if row), default=0) + 1
    return below if below in table else None


def changes(table: Table, line: str, new: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """What is typed into which cells where the row that is told by a line holds under each heading
    what is `new`, with the keys behind each. Without a line it goes below the last row; with
    nothing new the row goes. Nothing where there is no such row."""
    number = rows_told(table).get(line) if line else row_below(table)
    if number is None:
        return ()
    if not new:
        return ({"cell": f"row {number}", "text": "", "keys": "ctrl+minus"},)
    before = table.get(number, {})
    return tuple(
        {"cell": f"{letters_of(column)}{number}", "text": new[heading], "keys": "enter"}
        for heading, column in headings_of(table).items()
        if heading in new and new[heading] != before.get(column, "")
    )


def cells_told(cells: Mapping[str, str]) -> str:
    """What cells hold, by their headings, as a line."""
    return _AND.join(f"{heading}{_IS}{text}" for heading, text in cells.items())


def cells_said(line: str) -> dict[str, str]:
    """What such a line tells."""
    return dict(each.split(_IS, 1) for each in line.split(_AND) if _IS in each)
