"""The dates, times, lengths of time, amounts and numbers that a task's text says.

Names of months, weekdays, units and currencies and the signs in numbers are CLDR's (Babel);
numbers in words are read by text2num. Both are loaded with the first text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from agent.values import amounts, clock, days
from agent.values.values import Found
from agent.values.wanted import as_field_wants
from agent.values.words import Word, quoted_spans, words_of

__all__ = ["Found", "as_field_wants", "found_values"]

# So many words may stand between a day and its time: "December 24th, starting at 9:15".
_NEAR = 3
_ENDS = {".", ";", "!", "?", ":"}


def found_values(text: str, languages: Sequence[str], today: date) -> tuple[Found, ...]:
    """The values that a text says, in the order of the text.

    Args:
        text: what a person wrote.
        languages: its languages as two letters, the likeliest first; a language that Babel does
            not know raises `babel.UnknownLocaleError`.
        today: the day that "tomorrow" and a date without a year are counted from.

    A day and a time close to each other are found one by one, and then as one date-time that
    covers both.
    """
    words = words_of(text, languages)
    taken: list[Found] = []
    _take(taken, days.days_in_figures(text, languages, today))
    _take(taken, days.worded_days(text, words, languages, today))
    _take(taken, days.days_from_today(text, words, languages, today))
    dated = tuple(taken)
    _take(
        taken,
        (
            weekday
            for weekday in days.weekdays(text, words, languages, today)
            if not any(_near(weekday, one, words) for one in dated)
        ),
    )
    both = _take_times(taken, text, words, languages)
    _take(taken, amounts.durations(text, words, languages))
    _take(taken, amounts.money(text, words, languages))
    _take(taken, amounts.quantities(text, words, languages))
    _take(taken, amounts.numbers(text, words))
    quotes = quoted_spans(text)
    return tuple(
        replace(found, quoted=any(a <= found.start and found.end <= b for a, b in quotes))
        for found in sorted((*taken, *both), key=lambda found: (found.start, found.end))
    )


def _take(taken: list[Found], found: Iterable[Found]) -> None:
    """Adds what lies on nothing that was taken before; of those that overlap, the longest."""
    for one in sorted(found, key=lambda one: one.start - one.end):
        if all(one.end <= other.start or other.end <= one.start for other in taken):
            taken.append(one)


def _take_times(
    taken: list[Found], text: str, words: Sequence[Word], languages: Sequence[str]
) -> tuple[Found, ...]:
    """Adds the times, and returns the date-times that they make with the days taken before."""
    named = tuple(one for one in taken if isinstance(one.value, date))
    parts = clock.day_parts(words, languages)
    times: list[Found] = []
    both: list[Found] = []
    for said in sorted(
        clock.clocks(text, words, languages, parts), key=lambda one: one.first - one.behind
    ):
        found = clock.as_found(text, words, said)
        if any(found.start < one.end and one.start < found.end for one in (*named, *times)):
            continue
        day = next((one for one in named if _near(one, found, words)), None)
        if day is None and not said.sure:
            continue
        part = None if said.half_known else _part_beside(day, said, parts, words)
        value = said.value if part is None else clock.in_part(said.value, part)
        found = replace(found, value=value)
        times.append(found)
        if day is not None and isinstance(day.value, date):
            start, end = min(day.start, found.start), max(day.end, found.end)
            both.append(Found(text[start:end], start, end, datetime.combine(day.value, value)))
    _take(taken, times)
    return tuple(both)


def _near(day: Found, found: Found, words: Sequence[Word]) -> bool:
    first, second = sorted((day, found), key=lambda one: one.start)
    between = [word for word in words if first.end <= word.start and word.end <= second.start]
    return len(between) <= _NEAR and not any(word.text in _ENDS for word in between)


def _part_beside(
    day: Found | None, said: clock.Clock, parts: Sequence[clock.DayPart], words: Sequence[Word]
) -> clock.DayPart | None:
    """The part of the day close to the day or the time: "Friday evening at eight"."""
    for part in parts:
        near_time = 0 <= said.first - part.behind <= 1
        near_day = day is not None and 0 <= words[part.first].start - day.end <= 4
        if near_time or near_day:
            return part
    return None
