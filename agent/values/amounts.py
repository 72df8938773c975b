"""Lengths of time, amounts of money, quantities and plain numbers."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from functools import cache

from agent.values.names import SECONDS, units
from agent.values.patterns import END, NEVER, NUMBER, Context, Rule, Span, X, any_of, number_of
from agent.values.values import Money, Quantity, Value
from agent.values.words import CARDINAL, figures, spoken

_SIZES = SECONDS | {"cent": Decimal("0.01")}
# More of a unit of time is no length of time that a task means, and overflows.
_LONGEST = 1_000_000


@cache
def numbers() -> list[Rule]:
    """Numbers of their own, and telephone numbers, which say nothing."""
    return [
        (re.compile(rf"{X}(?![\w/\\#@:&=-]|\.\w)"), _number),
        (re.compile(r"0\d{2,}(?: \d+)*"), lambda match, _: Span("number", *match.span())),
    ]


def _number(match: re.Match[str], context: Context) -> Span | None:
    """A written "one" is no number: in most languages it is an article."""
    value = number_of(match, context)
    article = value == 1 and match.group().endswith(CARDINAL)
    return None if article else Span("number", *match.span(), value)


@cache
def amounts(language: str) -> list[Rule]:
    """Numbers with units, those that follow each other as one: "1 hour and 15 minutes"."""
    table = {"one": NEVER, "and": NEVER, "half": NEVER, "lengths": {}} | spoken(language)
    named = units(language)
    half = rf"(?P<half{{}}> {table['half']})?"
    signs = any_of(name for name, unit in named.items() if unit.isupper() and len(name) <= 3)
    behind = rf"{half.format(1)}[' ]?(?P<unit>{any_of(named)}){half.format(2)}"
    pattern = re.compile(
        rf"(?:(?:{X}|{table['one']}){behind}|(?P<sign>{signs}) ?(?P<money>{NUMBER})){END}"
    )
    joined = re.compile(rf"(?:,| {table['and']})? ")

    def read(match: re.Match[str], context: Context) -> tuple[Decimal, str]:
        number = (
            figures(match["money"], context.languages)
            if match["sign"]
            else number_of(match, context)
        )
        if number is None:
            return Decimal(0), ""
        halves = Decimal("0.5") if match["half1"] or match["half2"] else Decimal(0)
        return number + halves, named[match["unit"] or match["sign"]]

    def make(match: re.Match[str], context: Context) -> Span | None:
        total, first = read(match, context)
        if first in {"", "cent"} or (first in SECONDS and total > _LONGEST):
            return None
        last, total, end = first, total * SECONDS.get(first, 1), match.end()
        while gap := joined.match(match.string, end):
            more = pattern.match(match.string, gap.end())
            number, unit = read(more, context) if more else (Decimal(0), "")
            if more is None or not _within(unit, last):
                break
            last, total, end = unit, total + number * _SIZES[unit], more.end()
        return Span("amount", match.start(), end, _amount(total, first))

    lengths = (_length(pattern, seconds) for pattern, seconds in table["lengths"].items())
    return [(pattern, make), *lengths]


def _length(pattern: str, seconds: int) -> Rule:
    length = timedelta(seconds=seconds)
    return re.compile(pattern + END), lambda match, _: Span("amount", *match.span(), length)


def _within(unit: str, whole: str) -> bool:
    """Whether one unit is a part of the other, as minutes are of hours and cents of euros."""
    if whole in SECONDS:
        return SECONDS.get(unit, SECONDS[whole]) < SECONDS[whole]
    return whole.isupper() and unit == "cent"


def _amount(total: Decimal, unit: str) -> Value:
    if unit in SECONDS:
        return timedelta(seconds=float(total))
    return Money(total, unit) if unit.isupper() else Quantity(total, unit)
