"""Lengths of time, amounts of money, quantities and plain numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from functools import cache, partial

from agent.values.names import SECONDS, units
from agent.values.patterns import END, NEVER, Context, Rule, X, any_of, number_of
from agent.values.values import Money, Quantity, Value
from agent.values.words import CARDINAL, spoken

_SIZES = SECONDS | {"cent": Decimal("0.01")}
# More of a unit of time is no length of time that a task means, and overflows.
_LONGEST = 1_000_000


@cache
def numbers() -> tuple[Rule, ...]:
    """Numbers of their own, and telephone numbers, which say nothing."""
    return (
        Rule("number", re.compile(rf"{X}(?![\w/\\#@:&=-]|\.\w)"), _number),
        Rule("number", re.compile(r"0\d{2,}(?: \d+)*"), lambda match, _: ()),
    )


def _number(match: re.Match[str], context: Context) -> tuple[Value, ...]:
    """A written "one" is no number: in most languages it is an article."""
    value = number_of(match, context)
    article = value == 1 and match.group().endswith(CARDINAL)
    return () if value is None or article else (value,)


@cache
def amounts(language: str) -> tuple[Rule, ...]:
    """Numbers with units, also in steps: "1 hour and 15 minutes", "12 euros and 40 cents"."""
    table = {"one": NEVER, "and": NEVER, "half": NEVER, "lengths": {}} | spoken(language)
    named, half = units(language), rf"(?: {table['half']})?"

    def part(*kinds: str) -> str:
        names = any_of(name for name, unit in named.items() if _kind(unit) in kinds)
        return rf"(?:{X}|{table['one']}){half}[' ]?(?P<unit>{names}){half}{END}"

    def rule(pattern: str, one: str) -> Rule:
        pattern = re.sub(r"\?P<\w+>", "?:", pattern)
        return Rule("amount", re.compile(pattern), partial(_read, re.compile(one), half, named))

    joined = rf"(?:,| {table['and']})? "
    every, length = part("time", "money", "cent", "measure"), part("time")
    signs = any_of(name for name, unit in named.items() if _kind(unit) == "money" and len(name) < 4)
    before = rf"(?P<unit>{signs}) ?{X}{END}"
    return (
        rule(part("measure", "money"), every),
        rule(rf"{length}(?:{joined}{length})*", every),
        rule(part("money") + joined + part("cent"), every),
        rule(before, before),
        *(_length(pattern, seconds) for pattern, seconds in table["lengths"].items()),
    )


def _kind(unit: str) -> str:
    if unit in SECONDS or unit == "cent":
        return "time" if unit in SECONDS else unit
    return "money" if unit.isupper() else "measure"


def _read(
    one: re.Pattern[str],
    half: str,
    named: Mapping[str, str],
    match: re.Match[str],
    context: Context,
) -> tuple[Value, ...]:
    """The sum of the parts of an amount, in the unit of the first."""
    total, unit = Decimal(0), ""
    for part in one.finditer(match.group()):
        number, size = number_of(part, context), named[part["unit"]]
        if number is None or (size in SECONDS and number > _LONGEST):
            return ()
        number += Decimal("0.5") if re.search(half[:-1], part.group()) else 0
        total += number * _SIZES.get(size, 1)
        unit = unit or size
    if unit in SECONDS:
        return (timedelta(seconds=float(total)),)
    return (Money(total, unit) if unit.isupper() else Quantity(total, unit),)


def _length(pattern: str, seconds: int) -> Rule:
    value = (timedelta(seconds=seconds),)
    return Rule("amount", re.compile(pattern + END), lambda match, context: value)
