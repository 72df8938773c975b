"""Reading the cells of a spreadsheet that is on the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.skills.procedures.front import in_front
from agent.task.literals import CELL, normal
from vision.core.elements import Element, ElementMap
from vision.core.pieces import same_row

_CELL = re.compile(rf"(?={CELL}$)([A-Za-z]+)(\d+)")
_FORMULA = re.compile(r"=\s*[A-Za-zÀ-ÿ.]+\(.*\)|=.*[A-Za-z]+\d")


def result_in_sheet(values: Sequence[str], map_: ElementMap) -> str | None:
    """What a sheet shows in the cell into which a formula was written, when `values` are one of
    each; None when it cannot be read."""
    cells = [value for value in values if _CELL.fullmatch(value)]
    formulas = [value for value in values if _FORMULA.fullmatch(value)]
    return cell_of(cells[0], map_) if len(cells) == len(formulas) == 1 else None


def cell_of(name: str, map_: ElementMap) -> str | None:
    """The text of a cell such as B6, by the letters above and the numbers at the left of a sheet;
    None when it is empty or not in sight."""
    found = _CELL.fullmatch(name)
    shown = in_front(map_)
    if found is None:
        return None
    for header in (e for e in shown if normal(e.text) == normal(found.group(1))):
        letters = [e for e in shown if same_row(e.box, header.box) and _is_letter(e)]
        steps = [abs(e.box.center.x - header.box.center.x) for e in letters if e is not header]
        if not steps:
            continue
        left, half = min(e.box.left for e in letters), min(steps) // 2
        number = next(
            (
                e
                for e in shown
                if e.text.strip() == found.group(2)
                and e.box.top > header.box.bottom
                and e.box.right < left
            ),
            None,
        )
        if number is None:
            continue
        inside = (
            e
            for e in shown
            if e is not number
            and same_row(e.box, number.box)
            and abs(e.box.center.x - header.box.center.x) < half
        )
        cell = next((e.state.value or e.text for e in inside if e.state.value or e.text), None)
        if cell is not None:
            return cell
    return None


def _is_letter(element: Element) -> bool:
    return bool(re.fullmatch(r"[A-Z]{1,2}", element.text.strip()))
