"""What is told of a screen that shows more than a small model reads well.

What the task names is always told. The cells of a row stand on one line; of plain text and, far
beyond that, of what can be used, only so much is told as fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

_MOST_NAMED = 20
# Tokens of a line of plain text, on average: what there is room for.
_A_LINE = 25
# Characters of a row of cells.
_LONGEST_ROW = 300
_MORE = "(and more text)"


@dataclass(frozen=True, slots=True)
class Line:
    """A line about a screen. `usable`: it names a window or something that can be used; `named`:
    the task says it. `row` is the same for texts in one row of a table, None for others; `column`
    is their place in it."""

    text: str
    usable: bool = False
    named: bool = False
    row: tuple[str, int] | None = None
    column: int = 0


def told(lines: Sequence[Line], most: int) -> list[str]:
    """The lines that are told, in their order; all of them unless they are more than `most`."""
    if len(lines) <= most:
        return [line.text for line in lines]
    lines = _folded(lines)
    usable = [n for n, line in enumerate(lines) if line.usable]
    usable = sorted(usable, key=lambda n: not lines[n].named)[: 2 * most]
    texts = [n for n, line in enumerate(lines) if not line.usable]
    named = [n for n in texts if lines[n].named][:_MOST_NAMED]
    spare = max(0, most - len(usable) - len(named))
    others = [n for n in texts if not lines[n].named][:spare]
    kept = {*usable, *_fitting(lines, [*named, *others], most * _A_LINE)}
    left = [line.text for number, line in enumerate(lines) if number in kept]
    return left if len(left) == len(lines) else [*left, _MORE]


def _fitting(lines: Sequence[Line], places: Iterable[int], room: float) -> list[int]:
    """The places of the lines for which there is room (in tokens), the first ones first."""
    kept = []
    for place in places:
        room -= _tokens(lines[place].text)
        if room < 0:
            break
        kept.append(place)
    return kept


def _tokens(text: str) -> float:
    """About how many tokens a text is: words of Latin letters are few, figures one a sign."""
    letters = sum(c.isascii() and c.isalpha() for c in text)
    return letters / 4 + sum(not c.isspace() for c in text) - letters


def _folded(lines: Iterable[Line]) -> list[Line]:
    """The lines with neighbouring cells of a row on one line."""
    folded: list[Line] = []
    for row, cells in groupby(lines, key=lambda line: line.row):
        if row is None:
            folded += cells
        else:
            folded.append(_one_row(sorted(cells, key=lambda cell: cell.column)))
    return folded


def _one_row(cells: Sequence[Line]) -> Line:
    """A row of cells, cut to what is readable; what the task names stays in it."""
    room = _LONGEST_ROW - sum(len(cell.text) for cell in cells if cell.named)
    kept: list[str] = []
    for cell in cells:
        room -= 0 if cell.named else len(cell.text)
        if cell.named or room >= 0:
            kept.append(cell.text.strip())
        elif kept[-1:] != ["…"]:
            kept.append("…")
    return replace(cells[0], text="  " + " | ".join(kept), named=any(cell.named for cell in cells))
