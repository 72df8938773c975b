"""Lengths of time, amounts of money, quantities and plain numbers."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from functools import cache, partial

from agent.values.names import SECONDS, kind_of, units
from agent.values.patterns import NEVER, Context, Readings, Rule, X, always, any_of, number_of, rule
from agent.values.values import Money, Quantity
from agent.values.words import CARDINAL, spoken

_SIZES = SECONDS | {"cent": Decimal("0.01")}
# More of a unit of time is no length of time that a task means, and overflows.
_LONGEST = 1_000_000


@cache
def numbers() -> tuple[Rule, ...]:
    """Numbers of their own, and those of telephones and accounts, which say nothing."""
    return (
        rule("number", X, _number, r"(?![\w/\\#@:&=-]|\.\w)"),
        rule("number", r"0\d\d+(?: \d+)*|[^\W\d_]{2}\d\d(?: \d+){2,}", always(), ""),
    )


def _number(match: re.Match[str], context: Context) -> Readings:
    """A written "one" is no number: in most languages it is an article."""
    value = number_of(match, context)
    article = value == 1 and match.group().endswith(CARDINAL)
    return () if value is None or article else (value,)


@cache
def amounts(language: str) -> tuple[Rule, ...]:
    """Numbers with units, also in steps: "1 hour and 15 minutes", "12 euros and 40 cents"."""
    table = {"one": NEVER, "and": NEVER, "half": NEVER, "lengths": {}} | spoken(language)
    named, half = units(language), f" {table['half']}"

    def part(*kinds: str) -> str:
        names = any_of(name for name, unit in named.items() if kind_of(unit) in kinds)
        one = table["one"] if kinds == ("time",) else NEVER
        return rf"(?:{X}|{one})(?:{half})?[' ]?(?P<unit>{names})(?:{half})?"

    def read(one: str, match: re.Match[str], context: Context) -> Readings:
        """The sum of the parts of an amount, in the unit of the first."""
        total, unit = Decimal(0), ""
        for found in re.finditer(one, match.group()):
            number, size = number_of(found, context), named[found["unit"]]
            if number is None or (size in SECONDS and number > _LONGEST):
                return ()
            number += Decimal("0.5") if re.search(half, found.group()) else 0
            total, unit = total + number * _SIZES.get(size, 1), unit or size
        if unit in SECONDS:
            return (timedelta(seconds=float(total)),)
        return (Money(total, unit) if unit.isupper() else Quantity(total, unit),)

    joined = rf"(?:,| {table['and']})? "
    signs = any_of(name for name, unit in named.items() if unit.isupper() and len(name) < 4)
    before = rf"(?P<unit>{signs}) ?{X}"
    # A pattern, and that of each of its parts
    patterns = {
        part("measure", "money"): part("measure", "money"),
        rf"{part('time')}(?:{joined}{part('time')})*": part("time"),
        part("money") + joined + part("cent"): part("money", "cent"),
        before: before,
    }
    unnamed = [(re.sub(r"\?P<\w+>", "?:", whole), one) for whole, one in patterns.items()]
    lengths = [(said, timedelta(seconds=count)) for said, count in table["lengths"].items()]
    return (
        *(rule("amount", whole, partial(read, one)) for whole, one in unnamed),
        *(rule("amount", said, always(length)) for said, length in lengths),
    )
