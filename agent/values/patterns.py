"""What the patterns for days, times and amounts have in common.

Patterns read plain text (see `words`): small letters, and number words as marked figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from agent.values.words import CARDINAL, ORDINAL, figures

X = rf"(?P<x>\d{{1,3}}(?: \d{{3}})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,']\d+)*){CARDINAL}?"
MARK = f"[{CARDINAL}{ORDINAL}]?"
# Not within a word, a file's name, a version or a code: "12.txt", "4711-0815", "today.doc"
_START = re.compile(r"(?<![\w./\\#@&=:-])[^\W_]|[^\w\s]")
END = r"(?![^\W_]|[_.@:,]\w|/\d)"
NEVER = "(?!)"

Readings = tuple[Any, ...]
"""What a match says: a value, and a second reading if it has one; nothing where there is no such
day or number."""


class Context(NamedTuple):
    """The day that days are counted from, and the languages whose signs in numbers count, the
    likeliest first."""

    today: date
    languages: tuple[str, ...]


class Span(NamedTuple):
    """What characters `start` to `end` of a plain text say.

    A `kind` is "day", "weekday", "clock" for a time, "perhaps" for one only if a day is near,
    "part" for a part of the day, "amount" or "number".
    """

    start: int
    end: int
    kind: str
    readings: Readings


Read = Callable[[re.Match[str], Context], Readings]
Rule = tuple[str, re.Pattern[str], Read]


def rule(kind: str, pattern: str, read: Read, end: str = END) -> Rule:
    """A pattern that ends with a word, and what reads its match."""
    return kind, re.compile(pattern + end), read


def always(*readings: Any) -> Read:
    """What reads the same in every match."""
    return lambda match, context: readings


def spans_of(text: str, rules: Iterable[Rule], context: Context) -> Iterator[Span]:
    """All that the rules find in a plain text, also where they overlap. A number that says nothing
    is among it, as nothing within it says anything."""
    starts = [found.start() for found in _START.finditer(text)]
    for kind, pattern, read in rules:
        for match in filter(None, (pattern.match(text, start) for start in starts)):
            readings = read(match, context)
            if readings or kind == "number":
                yield Span(*match.span(), kind, readings)


def any_of(names: Iterable[str]) -> str:
    """A pattern of names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def number_of(match: re.Match[str], context: Context) -> Decimal | None:
    """The number at `X`; 1 where a word such as "an" stands for it; None for a code."""
    if match["x"] is None:
        return Decimal(1)
    marked = match.string.startswith(CARDINAL, match.end("x"))
    return Decimal(match["x"]) if marked else figures(match["x"], context.languages)
