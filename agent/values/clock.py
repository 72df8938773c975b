"""Times of day in figures and in words, and the parts of the day."""

from __future__ import annotations

import re
from datetime import time
from functools import cache, partial

from agent.values.patterns import NEVER, Context, Readings, Rule, always, rule
from agent.values.words import CARDINAL, spoken

_PLACES = {
    "{h}": rf"(?P<h>[01]?\d|2[0-4]){CARDINAL}?",
    "{m}": rf"(?P<m>[0-5]?\d){CARDINAL}?",
    "{mm}": r"(?P<m>[0-5]\d)",
}
_FIGURES = {
    r"(?P<h>[01]?\d|2[0-3])[:h]{mm}(?::(?P<s>[0-5]\d))?(?: uhr| uur)?": 1,
    r"(?P<h>[01]?\d|2[0-3])\.{mm} ?u[hu]r": 1,
}
# Times only with a part of the day: "11 pm", "9.15 am"
_BARE = {rf"(?P<h>1[0-2]|[1-9]){CARDINAL}?": 0, r"(?P<h>1[0-2]|[1-9])\.{mm}": 1}


@cache
def clocks(language: str) -> tuple[Rule, ...]:
    """The times that the words of a language say, also with the part of the day beside them ("9:15
    am", "evening at eight"), and the parts of the day alone."""
    table = {"am": NEVER, "pm": NEVER, "clock": {}, "beside": [], "times": {}} | spoken(language)
    part = rf"(?:(?P<am>{table['am']})|(?P<pm>{table['pm']}))"
    phrases, beside = _FIGURES | table["clock"], dict.fromkeys(table["beside"], 0)
    every, before = phrases | beside | _BARE, rf"{part} (?:[^\W\d]+ )?"
    return (
        rule("part", part, always(None)),
        *(_rule("clock", one, by) for one, by in phrases.items()),
        *(_rule("clock", f"{one} ?{part}", by) for one, by in every.items()),
        *(_rule("clock", before + one, every[one]) for one in (*phrases, *beside)),
        *(_rule("perhaps", one, by) for one, by in beside.items()),
        *(rule("clock", one, always(time(hour))) for one, hour in table["times"].items()),
    )


def _rule(kind: str, pattern: str, minutes: int) -> Rule:
    """A time at "h" o'clock and `minutes` more; so many times "m" minutes where it has them."""
    for place, figures in _PLACES.items():
        pattern = pattern.replace(place, figures)
    return rule(kind, pattern, partial(_time, minutes))


def _time(minutes: int, match: re.Match[str], context: Context) -> Readings:
    """8 o'clock in the evening is 20:00, 12:00 am is 0:00."""
    said = match.groupdict()
    whole = int(said["h"]) * 60 + minutes * int(said.get("m", 1))
    if said.get("pm") and whole < 12 * 60:
        whole += 12 * 60
    elif said.get("am") and whole >= 12 * 60:
        whole -= 12 * 60
    return (time(whole // 60 % 24, whole % 60, int(said.get("s") or 0)),)
