"""Areas of a sheet that a task says: a row, a column, a cell or a range, and the keys that select
them from wherever one is."""

from __future__ import annotations

import re

from agent.task.literals import CELL
from vision.structure.sheet_cells import column_number

# Arrow keys that lead somewhere; farther ones are left to the program's own means.
_FARTHEST = 80
_ROWS = r"rows?|zeilen?|lignes?|filas?|righ?e|riga|linhas?|rij(?:en)?|wiersz\w*"
_COLUMNS = r"columns?|spalten?|colonn[ea]s?|columnas?|colunas?|kolom(?:men)?|kolumn\w*"
ORDINALS = (
    r"first|1st|erste[nrs]?|premi[eè]re?|primer[ao]?|prim[aoe]|eerste|pierwsz\w+",
    r"second|2nd|zweite[nrs]?|deuxième|segund[ao]|second[aoe]|tweede|drug\w+",
    r"third|3rd|dritte[nrs]?|troisième|tercer[ao]?|terz[aoe]|terceir[ao]|derde|trzeci\w*",
    r"fourth|4th|vierte[nrs]?|quatrième|cuart[ao]|quart[aoe]|vierde|czwart\w+",
    r"fifth|5th|fünfte[nrs]?|cinquième|quint[aoe]|vijfde|piąt\w+",
    r"sixth|6th|sechste[nrs]?|sixième|sext[ao]|sest[aoe]|zesde|szóst\w+",
    r"seventh|7th",
    r"eighth|8th",
    r"ninth|9th",
    r"tenth|10th",
)
"""Patterns of the first to the tenth, in several languages."""
_HEADER = r"(?:header|heading|title|kopf|überschriften|titel|titre|título|titolo)"
RANGE = re.compile(
    rf"\b({CELL})\s*(?::|to|through|until|bis|à|a|bis zu|tot|do|-|–)\s*({CELL})\b", re.IGNORECASE
)
"""A range of cells as a task says it, by its first and its last one."""


def area_of(text: str) -> str | None:
    """The area that a part of a task says: "row 3", "column B", "A1:B3" or "B2"; None when it says
    none, or several."""
    found = [*_lines(text, _ROWS, "row"), *_lines(text, _COLUMNS, "column")]
    ranges = [f"{one}:{other}".upper() for one, other in RANGE.findall(text)]
    found += ranges or [cell.upper() for cell in re.findall(rf"\b{CELL}\b", text)]
    return found[0] if len(set(found)) == 1 else None


def cells_of(text: str) -> list[str]:
    """The cells of the one range in a row or a column that a text says, in their order: "A1 to A3".
    Empty where it says none, several, or a wider one."""
    ranges = RANGE.findall(text)
    ends = [_place(cell) for cell in ranges[0]] if len(ranges) == 1 else []
    first, last = (ends[0], ends[-1]) if ends else (None, None)
    if first is None or last is None:
        return []
    right, down = last[0] - first[0], last[1] - first[1]
    if min(right, down) != 0 or max(right, down) >= _FARTHEST:
        return []
    steps = [(n, 0) for n in range(right + 1)] if right else [(0, n) for n in range(down + 1)]
    return [f"{_letters(first[0] + x)}{first[1] + 1 + y}" for x, y in steps]


def _letters(column: int) -> str:
    """The name of a column, from 0."""
    name = ""
    while column >= 0:
        column, left = divmod(column, 26)
        name, column = chr(ord("A") + left) + name, column - 1
    return name


def _lines(text: str, called: str, kind: str) -> list[str]:
    number = r"\d{1,3}" if kind == "row" else r"[A-Za-z]"
    found = [
        f"{kind} {name.upper()}"
        for name in re.findall(rf"\b(?:{called})\s+({number})\b", text, re.IGNORECASE)
    ]
    for place, names in enumerate(ORDINALS, 1):
        if re.search(rf"\b(?:{names})\s+(?:{called})\b", text, re.IGNORECASE):
            found.append(f"{kind} {place if kind == 'row' else chr(ord('A') + place - 1)}")
    if kind == "row" and re.search(rf"\b{_HEADER}[\s-]*(?:{called})\b", text, re.IGNORECASE):
        found.append("row 1")
    return found


def keys_to(area: str) -> str | None:
    """The keys that go to an area from wherever one is, and select it where it is more than a cell;
    None for one that is too far, or none."""
    kind, _, name = area.partition(" ")
    if kind == "row" and name.isdigit():
        return _joined(_moves(0, int(name) - 1), ["shift+space"])
    if kind == "column" and len(name) == 1:
        return _joined(_moves(column_number(name.upper()) - 1, 0), ["ctrl+space"])
    cells = [_place(cell) for cell in area.split(":")]
    first, last = cells[0], cells[-1]
    if first is None or last is None or len(cells) > 2:
        return None
    right, down = last[0] - first[0], last[1] - first[1]
    if min(right, down) < 0:
        return None
    return _joined(_moves(*first), ["shift+right"] * right + ["shift+down"] * down)


def _moves(column: int, row: int) -> list[str]:
    return ["right"] * column + ["down"] * row


def _joined(moves: list[str], selects: list[str]) -> str | None:
    keys = ["ctrl+home", *moves, *selects]
    return " ".join(keys) if len(keys) <= _FARTHEST else None


def _place(cell: str) -> tuple[int, int] | None:
    """Column and row of a cell, from 0."""
    found = re.fullmatch(r"([A-Za-z]+)(\d+)", cell)
    return (column_number(found.group(1).upper()) - 1, int(found.group(2)) - 1) if found else None
