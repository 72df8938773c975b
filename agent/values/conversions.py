"""The dates, times, lengths of time, amounts and numbers that a task's text says.

Names of months, weekdays, units and currencies and the signs in numbers are CLDR's (Babel);
numbers in words are read by text2num.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from agent.values.amounts import amounts, numbers
from agent.values.clock import clocks
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
    spans = sorted(
        spans_of(plain.text, rules, context),
        # Of those that overlap the longest counts, but days and times before amounts and numbers.
        key=lambda one: (one.kind in {"amount", "number"}, one.start - one.end, one.kind == "part"),
    )
    days = [one for one in spans if one.kind in {"day", "weekday"}]
    taken: list[Span] = []
    for span in spans:
        free = all(span.end <= other.start or other.end <= span.start for other in taken)
        if free and _in_place(span, days, plain, text if "de" not in most else ""):
            taken.append(span)
    said = [one for one in taken if one.readings and one.kind != "part"]
    said += _moments(said, plain.text)
    return tuple(_found(text, plain, one) for one in sorted(said, key=lambda one: one[:2]))


def _in_place(span: Span, days: Sequence[Span], plain: Plain, text: str) -> bool:
    """Whether a time that only a day makes sure has one, and a weekday is neither beside its date
    nor, in a text not in German, part of a name: "Domingo Pérez"."""
    if span.kind == "perhaps":
        return _near(span, days, plain.text) is not None
    if span.kind != "weekday":
        return True
    start, end = plain.within(span.start, span.end)
    named = text[start : start + 1].isupper() and text[end : end + 2].strip().istitle()
    dated = _near(span, [one for one in days if one.kind == "day"], plain.text)
    return dated is None and not named


def _near(span: Span, days: Iterable[Span], text: str) -> Span | None:
    """The first of the days that stands close to the span in its sentence."""
    for day in days:
        first, second = sorted((day, span), key=lambda one: one.start)
        between = text[first.end : second.start]
        if len(between.split()) <= _NEAR and not _SENTENCE_ENDS.search(between):
            return day
    return None


def _moments(said: Sequence[Span], text: str) -> Iterator[Span]:
    """The date-times that times make with the days close to them."""
    days = [one for one in said if one.kind in {"day", "weekday"}]
    for one in said:
        day = _near(one, days, text) if one.kind in {"clock", "perhaps"} else None
        if day is not None:
            value = datetime.combine(day.readings[0], one.readings[0])
            yield Span(min(day.start, one.start), max(day.end, one.end), "day", (value,))


def _found(text: str, plain: Plain, span: Span) -> Found:
    start, end = plain.within(span.start, span.end)
    quoted = any(one.start() < start and end < one.end() for one in _QUOTED.finditer(text))
    value, other = (*span.readings, None)[:2]
    return Found(text[start:end], start, end, value, other, quoted)
