"""Durations, amounts of money, quantities and plain numbers that a text says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from functools import cache

from agent.values.phrases import first_phrase
from agent.values.values import Found, Money, Quantity
from agent.values.words import Word, spoken, stands_alone

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
# More of a unit of time is no length of time that a task means, and overflows.
_LONGEST = 1_000_000
_MEASURES = (
    "percent", "mass-gram", "mass-kilogram", "mass-pound", "mass-ounce",
    "length-millimeter", "length-centimeter", "length-meter", "length-kilometer", "length-inch",
    "length-foot", "length-mile", "length-point", "volume-milliliter", "volume-liter",
    "digital-kilobyte", "digital-megabyte", "digital-gigabyte", "digital-terabyte",
    "graphics-pixel", "temperature-celsius", "temperature-fahrenheit", "angle-degree",
    "speed-kilometer-per-hour", "frequency-hertz", "frequency-kilohertz",
)  # fmt: skip
_CURRENCIES = (
    "EUR", "USD", "GBP", "CHF", "PLN", "JPY", "SEK", "NOK", "DKK", "CZK", "HUF", "CAD", "AUD",
    "NZD", "CNY", "INR", "BRL", "MXN", "UAH", "KRW",
)  # fmt: skip
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "₹": "INR", "zł": "PLN", "₩": "KRW"}
# Signs of units that are words or letters elsewhere: inches and "in", hours and "h".
_WORDS = (
    "m",
    "h",
    "s",
    "d",
    "w",
    "t",
    "j",
    "u",
    "",
    "′",
    "″",
    "'",
    '"',
    "b",
    "in",
    "po",
    "pt",
    "p",
    "pi",
    "#",
    "mi",
)
_MANY = (1, 2, 5, 1.5)


def _spaced(text: str) -> str:
    """A text in small letters with one space between its words and signs, as phrases have them."""
    return " ".join(re.findall(r"[^\W\d_]+|[^\w\s]", text.casefold()))


@cache
def unit_names(language: str) -> dict[str, str]:
    """The units by each of their names and signs in a language: "kg", "minuten", "%"."""
    from babel.units import format_unit

    named: dict[str, str] = {}
    for unit in (*(f"duration-{name}" for name in SECONDS), *_MEASURES):
        short = unit.partition("-")[2] or unit
        for width in ("long", "short", "narrow"):
            for many in _MANY:
                name = _spaced(
                    format_unit(many, unit, width, locale=language).lstrip("0123456789.,")
                )
                # One letter says too little: the "m" of metres is also that of minutes.
                if len(name) > 1 or name in {"%", "g", "l", "°"}:
                    named.setdefault(name, short)
                named.setdefault(name.removesuffix(" ."), short)
    for name in _WORDS:
        named.pop(name, None)
    own: dict[str, str] = spoken(language).get("units", {})
    return named | {"%": "percent", "m": "meter"} | own


@cache
def currency_names(language: str) -> dict[str, str]:
    """The currencies by each of their names, signs and codes in a language."""
    from babel.numbers import get_currency_name

    named = {name.casefold(): code for name, code in _SYMBOLS.items()}
    for code in _CURRENCIES:
        named[code.casefold()] = code
        for many in _MANY:
            named[_spaced(get_currency_name(code, count=many, locale=language))] = code
    own: dict[str, str] = spoken(language).get("money", {})
    return named | own


def _number_at(text: str, words: Sequence[Word], at: int) -> Decimal | None:
    """The cardinal number of a word that is no part of a name."""
    if not 0 <= at < len(words):
        return None
    word = words[at]
    if word.number is None or word.ordinal:
        return None
    alone = not word.in_figures or stands_alone(text[: word.end], word)
    return word.number if alone else None


def _counted(text: str, words: Sequence[Word], at: int, language: str) -> Decimal | None:
    """The number before a unit: also "an" of "an hour"."""
    number = _number_at(text, words, at)
    if number is None and words[at].low in spoken(language).get("one", ()):
        return Decimal(1)
    return number


def durations(text: str, words: Sequence[Word], languages: Sequence[str]) -> Iterator[Found]:
    """Lengths of time, those that follow each other as one: "1 hour and 15 minutes"."""
    for language in languages:
        at = 0
        while at < len(words):
            behind, length = _duration_at(text, words, at, language)
            if length is None:
                at += 1
                continue
            joined = set(spoken(language).get("and", ()))
            while True:
                ahead = (
                    behind + 1 if behind < len(words) and words[behind].low in joined else behind
                )
                further, more = _duration_at(text, words, ahead, language)
                if more is None or more >= length:
                    break
                behind, length = further, length + more
            start, end = words[at].start, words[behind - 1].end
            yield Found(text[start:end], start, end, length)
            at = behind


def _duration_at(
    text: str, words: Sequence[Word], at: int, language: str
) -> tuple[int, timedelta | None]:
    if at >= len(words):
        return at, None
    whole: dict[str, int] = spoken(language).get("durations", {})
    hit = first_phrase(words, at, tuple(whole))
    if hit is not None:
        return hit[1], timedelta(seconds=whole[hit[0]])
    number = _counted(text, words, at, language)
    unit = _unit_at(words, at + 1, unit_names(language)) if number is not None else None
    if number is None or unit is None or unit[1] not in SECONDS or number > _LONGEST:
        return at, None
    return unit[0], timedelta(seconds=float(number) * SECONDS[unit[1]])


def _unit_at(words: Sequence[Word], at: int, names: Mapping[str, str]) -> tuple[int, str] | None:
    """Where the unit or currency at word `at` ends, and which it is."""
    for length in (4, 3, 2, 1):
        name = " ".join(word.low for word in words[at : at + length])
        if len(words) >= at + length and name in names:
            return at + length, names[name]
    return None


def money(text: str, words: Sequence[Word], languages: Sequence[str]) -> Iterator[Found]:
    """Amounts with their currency before or after them, with the cents that follow."""
    for language in languages:
        names = currency_names(language)
        table = spoken(language)
        for at in range(len(words)):
            amount = _number_at(text, words, at)
            if amount is None:
                continue
            first, behind, code = _currency_beside(words, at, names)
            if not code:
                continue
            behind, cents = _cents_after(text, words, behind, table)
            start, end = words[first].start, words[behind - 1].end
            yield Found(text[start:end], start, end, Money(amount + cents, code))


def _currency_beside(
    words: Sequence[Word], at: int, names: Mapping[str, str]
) -> tuple[int, int, str]:
    after = _unit_at(words, at + 1, names)
    if after is not None:
        return at, after[0], after[1]
    before = words[at - 1] if at else None
    if before is not None and (before.text in _SYMBOLS or before.text in _CURRENCIES):
        return at - 1, at + 1, names[before.low]
    return at, at + 1, ""


def _cents_after(
    text: str, words: Sequence[Word], at: int, table: dict[str, list[str]]
) -> tuple[int, Decimal]:
    ahead = at + 1 if at < len(words) and words[at].low in table.get("and", ()) else at
    cents = _number_at(text, words, ahead)
    named = ahead + 1 < len(words) and words[ahead + 1].low in table.get("cents", ())
    if cents is None or not named or cents >= 100:
        return at, Decimal(0)
    return ahead + 2, (cents / 100).quantize(Decimal("0.01"))


def quantities(text: str, words: Sequence[Word], languages: Sequence[str]) -> Iterator[Found]:
    """Numbers with a unit that is none of time."""
    for language in languages:
        for at in range(len(words)):
            number = _number_at(text, words, at)
            unit = _unit_at(words, at + 1, unit_names(language)) if number is not None else None
            if number is None or unit is None or unit[1] in SECONDS:
                continue
            start, end = words[at].start, words[unit[0] - 1].end
            yield Found(text[start:end], start, end, Quantity(number, unit[1]))


def numbers(text: str, words: Sequence[Word]) -> Iterator[Found]:
    """Numbers of their own. A written "one" is none: in most languages it is an article. Nor are
    the further figures of a telephone number."""
    in_name = False
    for word in words:
        in_name = word.in_figures and (in_name or not stands_alone(text, word))
        if word.number is None or word.ordinal or in_name:
            continue
        if word.in_figures or word.number != 1:
            yield Found(word.text, word.start, word.end, word.number)
