"""A value of the task as a field wants it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from agent.values.field_dates import (
    Wanted,
    day_first,
    decides_order,
    render_clock,
    render_day,
    short_clock,
    short_day,
    wanted,
)
from agent.values.names import SECONDS, units
from agent.values.patterns import any_of
from agent.values.values import Found, Money
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
    texts = list(_converted(found, hint, shown, locale))
    if found.quoted or _stays(found, hint, shown, locale):
        texts.insert(0, found.text)
    return tuple(dict.fromkeys(text for text in texts if text))


def _converted(found: Found, hint: str, shown: Sequence[str], locale: str) -> Iterable[str]:
    value = found.value
    if isinstance(value, date | time):
        return _calendar(found, wanted(hint, shown, locale), locale)
    if isinstance(value, Decimal):
        alone = [text.strip() for text in shown if _FIGURES.fullmatch(text.strip())]
        return _number(value, alone, locale)
    named = _named((hint, *shown), locale)
    if isinstance(value, timedelta):
        clock = wanted(hint, shown, locale).clock
        written = _length(value, [unit for unit in named if unit in SECONDS], clock, locale)
    elif isinstance(value, Money):
        written = _amount(
            value.amount, value.currency, [n for n in named if n.isupper()], shown, locale
        )
    else:
        measures = [unit for unit in named if unit not in SECONDS and unit.islower()]
        written = _amount(value.number, value.unit, measures, shown, locale)
    return (*written, found.text)


def _stays(found: Found, hint: str, shown: Sequence[str], locale: str) -> bool:
    """Whether a date in figures with two readings stays as the task writes it."""
    if found.other is None or not found.text[0].isdigit():
        return False
    patterns = wanted(hint, shown, locale).day
    if not patterns or not decides_order(locale):
        return True
    return _shape(render_day(found.other, patterns[0], locale)) == _shape(found.text)


def _shape(text: str) -> str:
    """A date's figures without their values: "03/04/2027" and "3/4/2027" are of one shape."""
    return re.sub(r"\d{1,2}", "0", re.sub(r"\d{4}", "Y", text))


def _calendar(found: Found, field: Wanted, locale: str) -> Iterator[str]:
    value = found.value
    at = value.time() if isinstance(value, datetime) else value if isinstance(value, time) else None
    clocks = [] if at is None else _clocks(at, field, locale)
    for day in _readings(found, locale) or [None]:
        days = [] if day is None else _days(day, field, locale)
        if field.day and not field.clock:
            yield from days
        elif field.clock and not field.day:
            yield from clocks
        elif days and clocks:
            yield f"{days[0]} {clocks[0]}"
            yield f"{day} {at:%H:%M}"
        else:
            yield from days or clocks


def _readings(found: Found, locale: str) -> list[date]:
    """The days that the value may mean, the one in the locale's order first."""
    value = found.value.date() if isinstance(found.value, datetime) else found.value
    days = [day for day in (value, found.other) if isinstance(day, date)]
    if len(days) == 2 and found.text[0].isdigit():
        first = int(re.split(r"\D", found.text)[0])
        days.sort(key=lambda day: (day.day == first) != day_first(locale))
    return days


def _days(day: date, field: Wanted, locale: str) -> list[str]:
    if field.day:
        return [render_day(day, pattern, locale) for pattern in field.day[:2]]
    return [render_day(day, short_day(locale), locale), day.isoformat()]


def _clocks(at: time, field: Wanted, locale: str) -> list[str]:
    if field.clock:
        return [render_clock(at, pattern) for pattern in field.clock]
    return [render_clock(at, short_clock(locale)), f"{at:%H:%M}"]


def _length(
    length: timedelta, named: Sequence[str], clock: Sequence[str], locale: str
) -> Iterator[str]:
    """A length of time as a clock has it and in the units named, else in the largest one in which
    it is whole."""
    seconds = Decimal(str(length.total_seconds()))
    if clock:
        hours, rest = divmod(int(seconds), 3600)
        text = f"{hours:02}:{rest // 60:02}"
        yield f"{text}:{rest % 60:02}" if "ss" in clock[0] else text
    whole = [unit for unit, size in SECONDS.items() if seconds % size == 0]
    for unit in named or whole[-1:]:
        yield from _number(seconds / SECONDS[unit], (), locale)


def _amount(
    number: Decimal, unit: str, named: Sequence[str], shown: Sequence[str], locale: str
) -> Iterator[str]:
    if not named or unit in named:
        yield from _number(number, shown, locale, cents=unit.isupper())


def _number(
    number: Decimal, shown: Sequence[str], locale: str, cents: bool = False
) -> Iterator[str]:
    """The number as those shown are written, with what stands beside them ("50 %"); then by the
    locale, plain, then grouped."""
    from babel.numbers import format_decimal

    decimals = "0.00" if cents and number != number.to_integral() else "0.######"
    for text in shown:
        example = _FIGURES.search(text)
        if example is not None:
            style, pattern = _style(example.group(), locale)
            pattern = pattern.replace("0.######", decimals)
            written = format_decimal(number, pattern, locale=style)
            yield text[: example.start()] + written + text[example.end() :]
    for name, pattern in ((locale, decimals), ("en", decimals), (locale, f"#,##{decimals}")):
        yield format_decimal(number, pattern, locale=name)


def _style(text: str, locale: str) -> tuple[str, str]:
    """The locale and the pattern in which a number is written."""
    from babel.numbers import format_decimal

    value = figures(text, (locale,))
    for pattern in ("0.######", "0.00", "#,##0.00", "#,##0.######"):
        for style in (locale, "en", "de", "fr"):
            if value is not None and format_decimal(value, pattern, locale=style) == text:
                return style, pattern
    return locale, "0.######"


def _named(texts: Sequence[str], locale: str) -> list[str]:
    """The units and currencies that the texts name, in the order of the words."""
    names = units("en") | units(locale.partition("_")[0])
    pattern = re.compile(rf"(?<![^\W\d_])(?:{any_of(names)})(?![^\W\d_])")
    return [names[found] for text in texts for found in pattern.findall(text.lower())]
