"""Calculations that are said in words: "23 times 19", "add 12.5 and 7.5", "15 % of 240". What they
mean is no guess, so no model is asked."""

from __future__ import annotations

import re

_N = r"(?<![\w.,])(\d+(?:\.\d+)?)(?![\w]|\.\d)"
_SIGNS = (
    (
        "*",
        r"times|multiplied by|mal|multipliziert mit|fois|multiplié par|por|multiplicado por|per"
        r"|keer|razy",
    ),
    (
        "/",
        r"divided by|over|geteilt durch|dividiert durch|divisé par|dividido (?:por|entre)|diviso"
        r"|gedeeld door|podzielone przez",
    ),
    ("+", r"plus|più|más|mais|dodać"),
    ("-", r"minus|less|moins|menos|meno|min"),
)
_AND = r"(?:\s*,\s*(?:and\s+)?|\s+(?:and|und|et|y|e|en|i|to|zu|à|a)\s+)"
_LISTED = (
    (
        "+",
        r"add(?: up)?|sum of|total of|addiere|summe (?:von|aus)|somme de|suma (?:de)?"
        r"|somma (?:di)?",
    ),
    (
        "*",
        r"multiply|product of|multipliziere|produkt (?:von|aus)|produit de|producto de"
        r"|prodotto di",
    ),
)
_BY = r"\s+(?:by|with|durch|mit|par|por|entre|per)\s+"
_PERCENT = re.compile(
    rf"{_N}\s*(?:%|percent|per cent|prozent|pour ?cent|por ?ciento|per ?cento|procent)"
    rf"\s*(?:of|von|de|du|di|van|z)\s+{_N}",
    re.IGNORECASE,
)
_FROM = re.compile(
    rf"\b(?:subtract|take|deduct|subtrahiere|ziehe)\s+{_N}\s+(?:from|von)\s+{_N}", re.I
)
_BETWEEN = re.compile(
    rf"\b(?:difference|differenz|différence|diferencia)\s+\w+\s+{_N}{_AND}{_N}", re.IGNORECASE
)
_NUMBER = re.compile(_N)


def worded_sum(text: str) -> str | None:
    """The calculation that a text says in words; None where it says none, more than one, or has
    numbers beside it."""
    numbers = _NUMBER.findall(text)
    found = [each for each in (_percent(text), _infix(text), _listed(text), _taken(text)) if each]
    whole = [formula for formula, used in found if used == len(numbers)]
    return whole[0] if len(whole) == 1 else None


def whole_sum(text: str) -> str | None:
    """The calculation that a text is, in words and with nothing beside it."""
    text = text.strip()
    for sign, words in _SIGNS:
        if re.fullmatch(rf"{_N}(?:\s+(?:{words})\s+{_N})+", text, re.IGNORECASE):
            return f" {sign} ".join(_NUMBER.findall(text))
    return worded_sum(text) if _PERCENT.fullmatch(text) else None


_Found = tuple[str, int] | None


def _percent(text: str) -> _Found:
    said = _PERCENT.search(text)
    return (f"{said[2]} * {said[1]} / 100", 2) if said else None


def _infix(text: str) -> _Found:
    """A chain of numbers with one kind of sign, so that no order of working it out is meant."""
    for sign, words in _SIGNS:
        chain = re.search(rf"{_N}(?:\s+(?:{words})\s+{_N})+", text, re.IGNORECASE)
        if chain is not None:
            numbers = _NUMBER.findall(chain.group())
            return f" {sign} ".join(numbers), len(numbers)
    return None


def _listed(text: str) -> _Found:
    for sign, words in _LISTED:
        said = re.search(rf"\b(?:{words})\s+{_N}(?:(?:{_AND}|{_BY}){_N})+", text, re.IGNORECASE)
        if said is not None:
            numbers = _NUMBER.findall(said.group())
            return f" {sign} ".join(numbers), len(numbers)
    divide = re.search(rf"\b(?:divide|teile|dividiere|divise[rz]?)\s+{_N}{_BY}{_N}", text, re.I)
    return (f"{divide[1]} / {divide[2]}", 2) if divide else None


def _taken(text: str) -> _Found:
    if said := _FROM.search(text):
        return f"{said[2]} - {said[1]}", 2
    said = _BETWEEN.search(text)
    return (f"{said[1]} - {said[2]}", 2) if said else None
