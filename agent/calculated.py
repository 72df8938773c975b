"""Calculations that a task asks for: done when their result can be seen, not when they were typed
somewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.actions import Action, Tap
from agent.arithmetic import result_of
from agent.literals import normal, without_quotes
from agent.outline import Part
from vision.elements import ElementMap

_ASKED = re.compile(
    r"\b(calculate|compute|work out|solve|what is|what's|what are|how much (?:is|are)|divide"
    r"|multiply|add up|berechne|rechne|was ist|wie ?viel ist|calcule[rz]?|combien (?:fait|font)"
    r"|calcula[r]?|cuánto es|quanto é|calcola|quanto fa|bereken|hoeveel is|oblicz|ile jest)\b",
    re.IGNORECASE,
)
# A number as a calculator shows it; a single digit may be a key.
_A_NUMBER = re.compile(r"[-−]?\d[\d.,' ]*\d(?:e[-+]?\d+)?", re.IGNORECASE)
# Where a calculator may round a result.
_SURE_DECIMALS = 5


def is_asked_for(word: str, part: Part) -> bool:
    """Whether a part of a task wants this calculation worked out, and not only written."""
    known = any(normal(_formula(word)) == normal(each) for each in part.values)
    worked_out = known and result_of(_formula(word)) is not None
    return worked_out and bool(_ASKED.search(without_quotes(part.text)))


def _formula(word: str) -> str:
    return word.rstrip("= ")


def proved(words: Sequence[str], action: Action, part: Part | None, after: ElementMap) -> list[str]:
    """The words of an action without the calculations of a part of the task whose results are not
    seen after it. What was entered on a keypad ended with its equals sign: it counts too where no
    other number is shown instead."""
    if part is None:
        return list(words)
    entered = isinstance(action, Tap)
    return [w for w in words if not is_asked_for(w, part) or _is_seen(w, after, entered=entered)]


def _is_seen(formula: str, map_: ElementMap, *, entered: bool) -> bool:
    result = result_of(_formula(formula))
    if result is None:
        return entered
    texts = [text for e in map_.elements for text in (e.text, e.state.value or "") if text]
    if any(as_written(result).search(text) for text in texts):
        return True
    return entered and not any(_A_NUMBER.fullmatch(text) for text in texts)


def as_written(result: str) -> re.Pattern[str]:
    """How a program may show a result: "1710", "1,710", "1 710.00"; more decimals than `result_of`
    gives, and the last one rounded otherwise."""
    whole, _, decimals = result.removeprefix("-").partition(".")
    sign = "[-−–] ?" if result.startswith("-") else ""
    signs = [
        rf"[,.'’\s]?{digit}" if place and (len(whole) - place) % 3 == 0 else digit
        for place, digit in enumerate(whole)
    ]
    rest = rf"[.,]{decimals[:_SURE_DECIMALS]}" if decimals else ""
    rest += r"\d*" if len(decimals) > _SURE_DECIMALS else r"0*" if decimals else r"(?:[.,]0+)?"
    before = r"(?<![\d.,])" if sign else r"(?<![-−–\d.,])"
    return re.compile(rf"{before}{sign}{''.join(signs)}{rest}(?![\d])(?![.,]\d)")
