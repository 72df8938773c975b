"""The names of months, weekdays, units and currencies in a language, as CLDR has them (Babel)."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Literal

from babel import Locale
from babel.numbers import get_currency_name, get_currency_symbol
from babel.units import format_unit

from agent.values.words import plain_of, spoken

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
# One letter says too little: the "m" of metres is also that of minutes, "h" is a sign of times.
_SIGNS = {"%", "g", "l", "°"}
_WIDTHS: tuple[Literal["long", "short", "narrow"], ...] = ("long", "short", "narrow")
# Numbers of each plural form that one of the languages has
_MANY = (1, 2, 5, 1.5)


@cache
def months(language: str) -> dict[str, int]:
    """The months by name and by short form, without points, in small letters."""
    known = Locale.parse(language).months
    named = {
        str(name).lower().rstrip("."): int(number)
        for use, width in product(("format", "stand-alone"), ("abbreviated", "wide"))
        for number, name in known[use][width].items()
    }
    return {name: number for name, number in named.items() if name.isalpha()}


@cache
def units(language: str) -> dict[str, str]:
    """The units and currencies by each of their names and signs: "kg", "minuten", "€".

    A unit is called as by CLDR, without its group; a currency by its ISO 4217 code, its hundredth
    part "cent".
    """
    named = {"$": "USD"}
    every = {key: text.split() for key, text in spoken("every").items()}
    for code in every["currencies"]:
        named |= {code.lower(): code, get_currency_symbol(code, language).lower(): code}
        named |= {get_currency_name(code, many, language).lower(): code for many in _MANY}
    for unit in (*every["by_name"], *every["measures"]):
        widths = _WIDTHS[:1] if unit in every["by_name"] else _WIDTHS
        for width, many in product(widths, _MANY):
            text = format_unit(many, unit, width, locale=language).lower()
            name = re.sub(r"^[\d.,]+\s*|\.$", "", text).replace("\u00a0", " ")
            if len(name) > 1 or name in _SIGNS:
                named[name] = unit.partition("-")[2] or unit
    named |= {"m": "meter"} | spoken(language).get("units", {})
    # "por cento" holds a number word.
    worded = {name: plain_of(name, (language,)).text for name in named if " " in name}
    return {worded.get(name, name): unit for name, unit in named.items()}


def kind_of(unit: str) -> str:
    """What a unit measures, as far as it matters here."""
    if unit in SECONDS or unit == "cent":
        return "time" if unit in SECONDS else unit
    return "money" if unit.isupper() else "measure"
