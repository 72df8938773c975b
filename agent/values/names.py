"""The names of months, weekdays, units and currencies in a language, as CLDR has them (Babel)."""

from __future__ import annotations

import re
from functools import cache

from agent.values.words import plain_of, spoken

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
# The units by name and sign, and those by name alone, as their sign is a word ("in", "po", "mi").
_MEASURES = (
    "percent", "mass-gram", "mass-kilogram", "mass-pound", "mass-ounce",
    "length-millimeter", "length-centimeter", "length-meter", "length-kilometer",
    "volume-milliliter", "volume-liter", "digital-kilobyte", "digital-megabyte",
    "digital-gigabyte", "digital-terabyte", "graphics-pixel", "temperature-celsius",
    "temperature-fahrenheit", "angle-degree", "speed-kilometer-per-hour", "frequency-hertz",
    "frequency-kilohertz",
)  # fmt: skip
_BY_NAME = ("length-inch", "length-foot", "length-mile", "length-point")
_CURRENCIES = (
    "EUR", "USD", "GBP", "CHF", "PLN", "JPY", "SEK", "NOK", "DKK", "CZK", "HUF", "CAD", "AUD",
    "NZD", "CNY", "INR", "BRL", "MXN", "UAH", "KRW",
)  # fmt: skip
# One letter says too little: the "m" of metres is also that of minutes, "h" is a sign of times.
_SIGNS = {"%", "g", "l", "°"}
# Numbers of each plural form that one of the languages has
_MANY = (1, 2, 5, 1.5)


@cache
def months(language: str) -> dict[str, int]:
    """The months by name and by short form, without points, in small letters."""
    from babel import Locale

    known = Locale.parse(language).months
    named = {
        name.lower().rstrip("."): int(number)
        for use in ("format", "stand-alone")
        for width in ("abbreviated", "wide")
        for number, name in known[use][width].items()
    }
    return {name: number for name, number in named.items() if name.isalpha()}


@cache
def weekdays(language: str) -> dict[str, int]:
    """The weekdays by name, Monday as 0."""
    from babel.dates import get_day_names

    named = {name.lower(): at for at, name in get_day_names("wide", locale=language).items()}
    return named | spoken(language).get("weekdays", {})


@cache
def units(language: str) -> dict[str, str]:
    """The units and currencies by each of their names and signs: "kg", "minuten", "€".

    A unit is called as by CLDR, without its group; a currency by its ISO 4217 code, its hundredth
    part "cent".
    """
    from babel.numbers import get_currency_name, get_currency_symbol
    from babel.units import format_unit

    named = {"$": "USD"}
    for code in _CURRENCIES:
        named |= {code.lower(): code, get_currency_symbol(code, language).lower(): code}
        for many in _MANY:
            named[get_currency_name(code, count=many, locale=language).lower()] = code
    for unit in (*_BY_NAME, *_MEASURES, *(f"duration-{name}" for name in SECONDS)):
        for width in ("long",) if unit in _BY_NAME else ("long", "short", "narrow"):
            for many in _MANY:
                name = _bare(format_unit(many, unit, width, locale=language))
                if len(name) > 1 or name in _SIGNS:
                    named[name] = unit.partition("-")[2] or unit
    named |= {"m": "meter"} | spoken(language).get("units", {})
    # "por cento" holds a number word.
    return {
        plain_of(name, (language,)).text if " " in name else name: named[name] for name in named
    }


def _bare(text: str) -> str:
    """The name of a unit without its number and its point."""
    return re.sub(r"^[\d.,]+\s*|\.$", "", text.lower()).replace("\u00a0", " ")
