"""A value of the task as a field wants it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache

from babel.dates import format_date, format_time
from babel.numbers import format_decimal

from agent.values.field_dates import clock_wanted, days_wanted, short_clock, short_day
from agent.values.names import SECONDS, kind_of, units
from agent.values.patterns import any_of
from agent.values.values import Found, Money, Quantity
from agent.values.words import figures

_FIGURES = re.compile(r"\d(?:[\d.,'’\u00a0\u202f ]*\d)?")


def as_field_wants(found: Found, hint: str, shown: Sequence[str], locale: str) -> tuple[str, ...]:
    """The texts that put a found value into a field, best first; nothing when the field wants
    what the value does not have, such as a time of a day alone.

    Args:
        found: the value, with the words that say it.
        hint: the field's label and placeholder, such as "Date (yyyy-mm-dd)".
        shown: what it and its like hold now, such as "2026-11-03".
        locale: as Babel names it, such as "en_US"; it decides where the field tells nothing.

    What stands in quotation marks is meant as it is, so it comes first. So does a date in figures
    with two readings, unless the field is written in another form and the locale decides between
    the readings. An amount never changes its unit or currency: for a field in another one only
    the task's own words are left.
    """
    moment = isinstance(found.value, date | time)
    texts = list((_calendar if moment else _amount)(found, hint, shown, locale))
    if found.quoted or _stays(found, hint, shown, locale):
        texts.insert(0, found.text)
    return tuple(dict.fromkeys(texts))


def _stays(found: Found, hint: str, shown: Sequence[str], locale: str) -> bool:
    """Whether a date in figures with two readings stays as the task writes it: "en" alone does not
    decide between them, nor does a locale whose short dates begin with the year."""
    if found.other is None or not found.text[0].isdigit():
        return False
    patterns = days_wanted(hint, shown, locale)
    if not patterns or locale == "en" or short_day(locale).startswith("y"):
        return True
    # "03/04/2027" and "3/4/2027" are of one form.
    shapes = (format_date(found.other, patterns[0], locale), found.text)
    first, second = (re.sub(r"\d{1,2}", "0", re.sub(r"\d{4}", "Y", text)) for text in shapes)
    return first == second


def _calendar(found: Found, hint: str, shown: Sequence[str], locale: str) -> Iterator[str]:
    at = found.value.time() if isinstance(found.value, datetime) else found.value
    day_patterns, clock_patterns = days_wanted(hint, shown, locale), clock_wanted(hint, shown)
    clocks: list[str] = []
    if isinstance(at, time):
        clocks = [format_time(at, pattern, locale="en") for pattern in clock_patterns]
        clocks = clocks or [format_time(at, short_clock(locale), locale="en"), f"{at:%H:%M}"]
    for day in _readings(found, locale):
        days: list[str] = []
        if day is not None:
            days = [format_date(day, pattern, locale) for pattern in day_patterns[:2]]
            days = days or [format_date(day, short_day(locale), locale), day.isoformat()]
        if day_patterns and not clock_patterns:
            yield from days
        elif clock_patterns and not day_patterns:
            yield from clocks
        elif days and clocks:
            yield from (f"{days[0]} {clocks[0]}", f"{day} {at:%H:%M}")
        else:
            yield from days or clocks


def _readings(found: Found, locale: str) -> Sequence[date | None]:
    """The days that the value may mean, the one in the locale's order first; None for a time."""
    value = found.value.date() if isinstance(found.value, datetime) else found.value
    days = [day for day in (value, found.other) if isinstance(day, date)]
    if len(days) == 2 and found.text[0].isdigit():
        first = int(re.split(r"\D", found.text)[0])
        day_first = "M" in short_day(locale).partition("d")[2]
        days.sort(key=lambda day: (day.day == first) != day_first)
    return days or [None]


def _amount(found: Found, hint: str, shown: Sequence[str], locale: str) -> Iterator[str]:
    value, unit = found.value, ""
    names, pattern = _naming(locale.partition("_")[0])
    named = [names[one] for text in (hint, *shown) for one in pattern.findall(text.lower())]
    if isinstance(value, timedelta):
        seconds = Decimal(str(value.total_seconds()))
        yield from _as_clock(int(seconds), clock_wanted(hint, shown))
        whole = [one for one, size in SECONDS.items() if seconds % size == 0]
        unit = next((one for one in named if one in SECONDS), whole[-1] if whole else "second")
        number, shown = seconds / SECONDS[unit], ()
    elif isinstance(value, Money):
        number, unit = value.amount, value.currency
    elif isinstance(value, Quantity):
        number, unit = value.number, value.unit
    elif isinstance(value, Decimal):
        number, shown = value, [one.strip() for one in shown if _FIGURES.fullmatch(one.strip())]
    alike = {one for one in named if kind_of(one) == kind_of(unit)}
    if not unit or not alike or unit in alike:
        yield from _number(number, shown, locale, cents=unit.isupper())
    if unit:
        yield found.text


@cache
def _naming(language: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """The names of units and currencies on a screen in a language, and a pattern for them."""
    names = units("en") | units(language)
    return names, re.compile(rf"(?<![^\W\d_])(?:{any_of(names)})(?![^\W\d_])")


def _as_clock(seconds: int, patterns: Sequence[str]) -> Iterator[str]:
    """A length of time where a clock stands."""
    for pattern in patterns:
        text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
        yield f"{text}:{seconds % 60:02}" if "ss" in pattern else text


def _number(
    number: Decimal, shown: Sequence[str], locale: str, cents: bool = False
) -> Iterator[str]:
    """The number as those shown are written, with what stands beside them ("50 %"); then by the
    locale, plain, then grouped."""
    decimals = "0.00" if cents and number != number.to_integral() else "0.######"
    for text in shown:
        example = _FIGURES.search(text)
        if example is not None:
            style, pattern = _style(example.group(), locale)
            written = format_decimal(number, pattern.replace("0.######", decimals), locale=style)
            yield text[: example.start()] + written + text[example.end() :]
    for style, pattern in ((locale, decimals), ("en", decimals), (locale, f"#,##{decimals}")):
        yield format_decimal(number, pattern, locale=style)


def _style(text: str, locale: str) -> tuple[str, str]:
    """The locale and the pattern in which a number is written."""
    value = figures(text, (locale,))
    for pattern in ("0.######", "0.00", "#,##0.00", "#,##0.######"):
        for style in (locale, "en", "de", "fr"):
            if value is not None and format_decimal(value, pattern, locale=style) == text:
                return style, pattern
    return locale, "0.######"
