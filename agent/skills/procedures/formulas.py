"""Formulas that a task says in words: "the sum of A1 and A2 in A3", "their average in C1"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.skills.procedures.areas import RANGE
from agent.task.literals import CELL

INTO = "in|into|to|en|dans|nella|nel|na|w"
"""What stands before the place where something goes, as a pattern."""
_INTO = re.compile(
    rf"\b(?:{INTO})\s+(?:the\s+)?(?:cell\s+|zelle\s+|cellule\s+|celda\s+)?"
    rf"({CELL})\b",
    re.IGNORECASE,
)
# What is said for each sign, or function where there is none.
_SAID = (
    ("+", "SUM", r"sum|total|add(?:ed)? up|summe|gesamt\w*|somme|suma|soma|somma|som|sumę"),
    ("*", "PRODUCT", r"product|multiply|produkt|produit|producto|prodotto"),
    ("-", "", r"difference|differenz|différence|diferencia|differenza|verschil|różnic\w+"),
    ("/", "", r"quotient|ratio|verhältnis"),
    ("", "AVERAGE", r"average|mean|mittelwert|durchschnitt|moyenne|promedio|media|gemiddelde"),
    ("", "MAX", r"maximum|largest|highest|biggest|höchst\w*|größt\w*"),
    ("", "MIN", r"minimum|smallest|lowest|kleinst\w*|niedrigst\w*"),
)
_THEIR = re.compile(
    r"\b(?:their|them|these|those|both|the two|its|ihre|ihrer|beider|leur|su|loro|hun)\b"
    r"|^\W*(?:and|then|und|et|y|e)\s+(?:the|die|la|el)\s+\w+\s+(?:in|into|en|dans)\b",
    re.IGNORECASE,
)


def formula_of(text: str, earlier: Sequence[str] = ()) -> tuple[str, str] | None:
    """The cell and the formula that a part of a task says in words; None when it says none.
    `earlier` are the cells that the part before filled, which "their" means."""
    if "=" in text:
        return None
    said = next((each for each in _SAID if re.search(rf"\b(?:{each[2]})\b", text, re.I)), None)
    places = list(_INTO.finditer(text))
    if said is None or not places:
        return None
    sign, function, _ = said
    target = places[-1]
    rest = text[: target.start()] + text[target.end() :]
    ranges = [f"{first}:{last}".upper() for first, last in RANGE.findall(rest)]
    cells = [cell.upper() for cell in re.findall(rf"\b{CELL}\b", RANGE.sub(" ", rest))]
    if not (ranges or cells) and _THEIR.search(text):
        cells = [cell.upper() for cell in earlier]
    # A sign is the same in all languages, the names of functions are not.
    if not ranges and sign and len(cells) > 1:
        return target.group(1).upper(), f"={sign.join(cells)}"
    if function and (ranges or len(cells) > 1):
        return target.group(1).upper(), f"={function}({','.join([*ranges, *cells])})"
    return None
