"""The dates, times, lengths of time, amounts and numbers that a task's text says.

Names of months, weekdays, units and currencies and the signs in numbers are CLDR's (Babel);
numbers in words are read by text2num. Both are loaded with the first text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from agent.values.amounts import amounts, numbers
from agent.values.clock import at_part, clocks
from agent.values.days import dates, worded_days
from agent.values.patterns import Context, Span, spans_of
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
    rules = [*numbers(), *dates(tuple(languages))]
    for one in most:
        rules += [*clocks(one), *worded_days(one), *amounts(one)]
    spans = list(spans_of(plain.text, rules, context))
    if "de" not in most:
        spans = [one for one in spans if one.kind != "weekday" or not _is_name(text, plain, one)]
    taken = _longest(_in_place(spans, plain.text))
    days = [one for one in taken if one.kind in {"day", "weekday"}]
    parts = [one for one in spans if one.kind == "part"]
    said = sorted(_said(taken, days, parts, plain.text), key=lambda one: (one.start, one.end))
    return tuple(_found(text, plain, one) for one in said)


def _in_place(spans: Sequence[Span], text: str) -> Iterator[Span]:
    """The spans without weekdays beside their date and times that only a day would make sure."""
    dated = [one for one in spans if one.kind == "day"]
    days = [one for one in spans if one.kind in {"day", "weekday"}]
    for one in spans:
        if not (one.kind == "weekday" and _near(one, dated, text)) and not (
            one.kind == "perhaps" and not _near(one, days, text)
        ):
            yield one


def _longest(spans: Iterable[Span]) -> list[Span]:
    """Of spans that overlap the longest, but days and times before amounts and numbers."""
    result: list[Span] = []
    late = {"amount", "number"}
    for one in sorted(
        spans, key=lambda one: (one.kind in late, one.start - one.end, one.kind == "part")
    ):
        if all(one.end <= other.start or other.end <= one.start for other in result):
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


def _said(
    taken: Iterable[Span], days: Sequence[Span], parts: Sequence[Span], text: str
) -> Iterator[Span]:
    """What says a value, with times at the part of the day close to them or to their day ("Friday
    evening at eight"), and the date-times that they make with it."""
    for one in taken:
        if one.kind not in {"clock", "half", "perhaps"}:
            if one.readings and one.kind != "part":
                yield one
            continue
        day, at = _near(one, days, text), one.readings[0]
        for part in parts if one.kind != "clock" else ():
            near = part.end <= one.start and len(_between(part, one, text).split()) <= 1
            if near or (day is not None and 0 <= part.start - day.end <= 1):
                at = at_part(at, part.readings[0])
        yield Span("clock", one.start, one.end, (at,))
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
    other = span.readings[1] if len(span.readings) > 1 else None
    return Found(text[start:end], start, end, span.readings[0], other, quoted)
