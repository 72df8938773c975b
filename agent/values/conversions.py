"""The dates, times, lengths of time, amounts and numbers that a task's text says.

Names of months, weekdays, units and currencies and the signs in numbers are CLDR's (Babel);
numbers in words are read by text2num. Both are loaded with the first text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time

from agent.values.amounts import amounts, numbers
from agent.values.clock import at_part, clocks
from agent.values.days import dates, worded_days
from agent.values.patterns import Context, Rule, Span, spans_of
from agent.values.values import Found
from agent.values.wanted import as_field_wants
from agent.values.words import Plain, likely, plain_of

__all__ = ["Found", "as_field_wants", "found_values"]

# So many words may stand between a day and its time: "December 24th, starting at 9:15".
_NEAR = 3
_SENTENCE_ENDS = re.compile(r"[.;!?:]( |$)")
_QUOTED = re.compile('"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|‚[^‘]*‘')


def found_values(text: str, languages: Sequence[str], today: date) -> tuple[Found, ...]:
    """The values that a text says, in the order of the text.

    Args:
        text: what a person wrote.
        languages: its languages as two letters, the likeliest first; a language that Babel does
            not know raises `babel.UnknownLocaleError`.
        today: the day that "tomorrow" and a date without a year are counted from.

    A day and a time close to each other are found one by one, and then as one date-time that
    covers both. Words count only in the languages that most words of the text belong to.
    """
    most = likely(text, languages)
    plain = plain_of(text, most)
    context = Context(today, tuple(dict.fromkeys((*most, *languages))))
    spans = list(spans_of(plain.text, _rules(most, tuple(languages)), context))
    if "de" not in most:
        spans = [one for one in spans if one.kind != "weekday" or not _is_name(text, plain, one)]
    taken = _longest(spans, {"day", "weekday", "clock", "half", "part"})
    dated = [one for one in taken if one.kind == "day"]
    taken = [one for one in taken if one.kind != "weekday" or not _near(one, dated, plain.text)]
    days = [one for one in taken if one.kind in {"day", "weekday"}]
    near = [one for one in spans if one.kind == "perhaps" and _near(one, days, plain.text)]
    taken = _longest(near, {"perhaps"}, taken)
    parts = [one for one in spans if one.kind == "part"]
    taken = [_at_part_beside(one, days, parts, plain.text) for one in taken]
    taken = _longest(spans, {"amount", "number"}, taken)
    found = [
        _found(text, plain, one)
        for one in (*taken, *_moments(taken, days, plain.text))
        if one.readings and one.kind != "part"
    ]
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _rules(most: Sequence[str], languages: tuple[str, ...]) -> Iterator[Rule]:
    yield from (*numbers(), *dates(languages))
    for one in most:
        yield from (*clocks(one), *worded_days(one), *amounts(one))


def _longest(spans: Iterable[Span], kinds: set[str], taken: Sequence[Span] = ()) -> list[Span]:
    """What was taken before and what of these kinds lies on nothing of it; of those that overlap,
    the longest."""
    result = list(taken)
    for one in sorted(spans, key=lambda one: (one.start - one.end, one.kind == "part")):
        free = all(one.end <= other.start or other.end <= one.start for other in result)
        if free and one.kind in kinds:
            result.append(one)
    return result


def _between(one: Span, other: Span, text: str) -> str:
    first, second = sorted((one, other), key=lambda span: span.start)
    return text[first.end : second.start]


def _near(span: Span, days: Iterable[Span], text: str) -> Span | None:
    """The first of the days that stands close to the span in its sentence."""
    for day in days:
        between = _between(day, span, text)
        if len(between.split()) <= _NEAR and not _SENTENCE_ENDS.search(between):
            return day
    return None


def _at_part_beside(span: Span, days: Sequence[Span], parts: Sequence[Span], text: str) -> Span:
    """The time at the part of the day close to it or to its day: "Friday evening at eight"."""
    if span.kind not in {"half", "perhaps"}:
        return span
    day = _near(span, days, text)
    for part in parts:
        near_time = part.end <= span.start and len(_between(part, span, text).split()) <= 1
        if near_time or (day is not None and 0 <= part.start - day.end <= 1):
            return replace(span, readings=(at_part(span.readings[0], part.readings[0]),))
    return span


def _moments(taken: Iterable[Span], days: Sequence[Span], text: str) -> Iterator[Span]:
    """The date-times that times make with the days close to them."""
    for one in taken:
        at = one.readings[0] if one.readings else None
        day = _near(one, days, text) if isinstance(at, time) else None
        if day is not None:
            start, end = min(day.start, one.start), max(day.end, one.end)
            yield Span("day", start, end, (datetime.combine(day.readings[0], at),))


def _is_name(text: str, plain: Plain, span: Span) -> bool:
    """Whether a weekday is part of a name: "Domingo Pérez"."""
    start, end = plain.within(span.start, span.end)
    return text[start].isupper() and text[end : end + 2].strip().istitle()


def _found(text: str, plain: Plain, span: Span) -> Found:
    start, end = plain.within(span.start, span.end)
    quoted = any(one.start() < start and end < one.end() for one in _QUOTED.finditer(text))
    return Found(text[start:end], start, end, *span.readings, quoted=quoted)
