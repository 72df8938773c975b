"""What the patterns for days, times and amounts have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agent.values.values import Value
from agent.values.words import CARDINAL, ORDINAL, figures

NUMBER = r"(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,']\d+)*)"
X = rf"(?P<x>{NUMBER}){CARDINAL}?"
MARK = f"[{CARDINAL}{ORDINAL}]?"
# Not within a word, a file's name, a version or a code: "12.txt", "4711-0815", "today.doc"
START = re.compile(r"(?<![\w./\\#@&=-])(?<!\d:)[^\W_]|[^\w\s]")
END = r"(?![^\W_]|[_.@:,]\w|/\d)"
NEVER = "(?!)"


@dataclass(frozen=True, slots=True)
class Span:
    """What characters `start` to `end` of a plain text say.

    A `kind` is "day", "weekday", "clock", "perhaps" for a time only if a day is near, "part" for a
    part of the day, "amount" or "number". `other` is a day's second reading. `late` tells of a part
    and of a time whether it is after noon; None for a time that leaves it open.
    """

    kind: str
    start: int
    end: int
    value: Value | None = None
    other: date | None = None
    late: bool | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """The day that days are counted from, and the languages whose signs in numbers count, the
    likeliest first."""

    today: date
    languages: tuple[str, ...]


Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Context], Span | None]]
"""A pattern, and what makes a span of its match; None when the match says nothing."""


def any_of(names: Iterable[str]) -> str:
    """A pattern of names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def number_of(match: re.Match[str], context: Context) -> Decimal | None:
    """The number at `X`; 1 where a word such as "an" stands for it; None for a code."""
    if match["x"] is None:
        return Decimal(1)
    marked = match.string.startswith(CARDINAL, match.end("x"))
    return Decimal(match["x"]) if marked else figures(match["x"], context.languages)


def spans_of(text: str, rules: Iterable[Rule], context: Context) -> list[Span]:
    """All that the patterns find in a plain text, also where they overlap."""
    starts = [found.start() for found in START.finditer(text)]
    made = (
        make(match, context)
        for pattern, make in rules
        for start in starts
        if (match := pattern.match(text, start))
    )
    return [span for span in made if span is not None]
