"""Times of day in figures and in words, and the parts of the day."""

from __future__ import annotations

import re
from datetime import time
from functools import cache

from agent.values.patterns import END, MARK, NEVER, Context, Rule
from agent.values.values import Value
from agent.values.words import CARDINAL, spoken

_PLACES = {
    "{h}": rf"(?P<h>[01]?\d|2[0-4]){MARK}",
    "{m}": rf"(?P<m>[0-5]?\d){CARDINAL}?",
    "{mm}": r"(?P<m>[0-5]\d)",
}
_HOUR, _MINUTE = r"(?P<h>[01]?\d|2[0-3])", r"(?P<m>[0-5]\d)"


@cache
def clocks(language: str) -> tuple[Rule, ...]:
    """The times that the words of a language say, each with the part of the day that follows it
    directly, and the parts of the day alone."""
    table = {"am": NEVER, "pm": NEVER, "clock": {}, "beside": [], "times": {}} | spoken(language)
    part = rf"(?:(?P<am>{table['am']})|(?P<pm>{table['pm']})){END}"
    phrases = {rf"{_HOUR}[:h]{_MINUTE}(?::(?P<s>[0-5]\d))?(?: uhr| uur)?": 1} | table["clock"]
    phrases |= {rf"{_HOUR}\.{_MINUTE} ?u[hu]r": 1}
    # What only the part of the day makes a time: "11 pm"
    bare = {rf"(?P<h>1[0-2]|[1-9]){CARDINAL}?": 0, rf"{_HOUR}\.{_MINUTE}": 1}
    bare |= dict.fromkeys(table["beside"], 0)
    return (
        Rule("part", re.compile(part), lambda match, _: (bool(match["pm"]),)),
        *(_rule("clock", f"{said} ?{part}", minutes) for said, minutes in phrases.items()),
        *(_rule("half", said + END, minutes) for said, minutes in phrases.items()),
        *(_rule("clock", f"{said} ?{part}", minutes) for said, minutes in bare.items()),
        *(_rule("perhaps", said + END, 0) for said in table["beside"]),
        *(_named(said, value) for said, value in table["times"].items()),
    )


def _rule(kind: str, pattern: str, minutes: int) -> Rule:
    """A time at "h" o'clock and `minutes` more; so many times "m" minutes where it has them."""
    for place, figures in _PLACES.items():
        pattern = pattern.replace(place, figures)

    def read(match: re.Match[str], _: Context) -> tuple[Value, ...]:
        said = {"m": "1", "s": "0", "pm": None} | match.groupdict()
        whole = int(said["h"]) * 60 + minutes * int(said["m"])
        value = time(whole // 60 % 24, whole % 60, int(said["s"] or 0))
        return (at_part(value, bool(said["pm"])) if kind == "clock" else value,)

    return Rule(kind, re.compile(pattern), read)


def _named(pattern: str, value: str) -> Rule:
    at = (time.fromisoformat(value),)
    return Rule("clock", re.compile(pattern + END), lambda match, context: at)


def at_part(value: time, late: bool) -> time:
    """The time in that half of the day: 8:00 in the evening is 20:00, 12:00 am is 0:00."""
    if late and value.hour < 12:
        return value.replace(hour=value.hour + 12)
    return value.replace(hour=0) if not late and value.hour == 12 else value
