"""The kinds of value that a task's text can say, and where it says them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Money:
    """An amount with the ISO 4217 code of its currency."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit as CLDR names it without its group: "kilogram", "percent"."""

    number: Decimal
    unit: str


Value = date | time | datetime | timedelta | Decimal | Money | Quantity


@dataclass(frozen=True, slots=True)
class Found:
    """A value that a text says, with the characters `start` to `end` that say it.

    `other` is the second reading of a date that has two: of "03/04/2027", and of "next Friday".
    `quoted` tells that the words stand in quotation marks.
    """

    text: str
    start: int
    end: int
    value: Value
    other: date | None = None
    quoted: bool = False
