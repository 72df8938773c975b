"""Times of day in figures and in words, and the parts of the day."""

from __future__ import annotations

import re
from datetime import time
from functools import cache

from agent.values.patterns import END, MARK, NEVER, Context, Rule, Span
from agent.values.words import CARDINAL, spoken

_PLACES = {
    "{h}": rf"(?P<h>[01]?\d|2[0-4]){MARK}",
    "{m}": rf"(?P<m>[0-5]?\d){CARDINAL}?",
    "{mm}": r"(?P<m>[0-5]\d)",
}
_IN_FIGURES = r"(?P<h>[01]?\d|2[0-3])[:h](?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?: uhr| uur)?"
_DOTTED = r"(?P<h>[01]?\d|2[0-3])\.(?P<m>[0-5]\d)"


@cache
def clocks(language: str) -> list[Rule]:
    """The times that the words of a language say, each with the part of the day that follows it
    directly, and the parts of the day alone."""
    table = {"am": NEVER, "pm": NEVER, "clock": {}, "beside": [], "times": {}} | spoken(language)
    part = rf"(?:(?P<am>{table['am']})|(?P<pm>{table['pm']})){END}"
    after = rf"(?: ?{part}|{END})"
    rules = [
        _rule(part, kind="part"),
        _rule(rf"{_IN_FIGURES}{after}", 1),
        _rule(rf"{_DOTTED} ?(?:u[hu]r{END}|{part})", 1),
        # An hour that only the part of the day makes one: "11 pm"
        _rule(rf"(?P<h>1[0-2]|[1-9]){CARDINAL}? ?{part}"),
    ]
    rules += [_rule(_placed(said) + after, minutes) for said, minutes in table["clock"].items()]
    rules += [_rule(_placed(said) + after, kind="perhaps") for said in table["beside"]]
    return rules + [_named(said, value) for said, value in table["times"].items()]


def _placed(phrase: str) -> str:
    for place, pattern in _PLACES.items():
        phrase = phrase.replace(place, pattern)
    return phrase


def _rule(pattern: str, minutes: int = 0, kind: str = "clock") -> Rule:
    """A time at "h" o'clock and `minutes` more; so many times "m" minutes where it has them."""

    def make(match: re.Match[str], _: Context) -> Span:
        said = match.groupdict()
        late = None if not (said["am"] or said["pm"]) else bool(said["pm"])
        if kind == "part":
            return Span(kind, *match.span(), late=late)
        whole = int(said["h"]) * 60 + minutes * int(said.get("m") or 1)
        value = time(whole // 60 % 24, whole % 60, int(said.get("s") or 0))
        sure = "clock" if late is not None else kind
        return Span(sure, *match.span(), at_part(value, late), late=late)

    return re.compile(pattern), make


def _named(pattern: str, value: str) -> Rule:
    at = time.fromisoformat(value)
    return re.compile(pattern + END), lambda match, _: Span(
        "clock", *match.span(), at, late=at.hour > 0
    )


def at_part(value: time, late: bool | None) -> time:
    """The time in that half of the day: 8:00 in the evening is 20:00, 12:00 am is 0:00."""
    if late and value.hour < 12:
        return value.replace(hour=value.hour + 12)
    return value.replace(hour=0) if late is False and value.hour == 12 else value
