"""A value of the task as a field wants it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from agent.values import field_dates
from agent.values.amounts import SECONDS, currency_names, unit_names
from agent.values.field_dates import Wanted, render_clock, render_day, short_clock, short_day
from agent.values.phrases import first_phrase
from agent.values.values import Found, Money, Quantity
from agent.values.words import figures, words_of

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
    texts = _converted(found, hint, shown, locale)
    if found.quoted or _stays(found, hint, shown, locale):
        texts = (found.text, *texts)
    return tuple(dict.fromkeys(text for text in texts if text))


def _converted(found: Found, hint: str, shown: Sequence[str], locale: str) -> Iterable[str]:
    match found.value:
        case datetime() | date() | time():
            return _calendar(found, field_dates.wanted(hint, shown, locale), locale)
        case timedelta() as length:
            return _length(found, length, hint, shown, locale)
        case Money() as money:
            return _money(found, money, hint, shown, locale)
        case Quantity() as quantity:
            return _quantity(found, quantity, hint, shown, locale)
        case number:
            return _number(number, shown, locale)


def _stays(found: Found, hint: str, shown: Sequence[str], locale: str) -> bool:
    """Whether a date in figures with two readings stays as the task writes it."""
    if found.other is None or not found.text[0].isdigit():
        return False
    patterns = field_dates.wanted(hint, shown, locale).day
    if not patterns or not field_dates.decides_order(locale):
        return True
    return _shape(render_day(found.other, patterns[0], locale)) == _shape(found.text)


def _shape(text: str) -> str:
    """A date's figures without their values: "03/04/2027" and "3/4/2027" are of one shape."""
    return re.sub(r"\d{1,2}", "0", re.sub(r"\d{4}", "Y", text))


def _calendar(found: Found, field: Wanted, locale: str) -> Iterable[str]:
    for day, clock in _readings(found, locale):
        if clock is None and day is not None:
            yield from _days(day, field, locale)
        elif day is None and clock is not None:
            yield from _clocks(clock, field, locale)
        elif day is not None and clock is not None:
            yield from _moments(day, clock, field, locale)


def _readings(found: Found, locale: str) -> Iterable[tuple[date | None, time | None]]:
    value = found.value
    if isinstance(value, datetime):
        yield value.date(), value.time()
    elif isinstance(value, time):
        yield None, value
    elif isinstance(value, date):
        days = [value] if found.other is None else [value, found.other]
        if found.other is not None and found.text[0].isdigit():
            first = int(re.split(r"\D", found.text)[0])
            days.sort(key=lambda day: (day.day == first) != field_dates.day_first(locale))
        for day in days:
            yield day, None


def _days(day: date, field: Wanted, locale: str) -> Iterable[str]:
    if field.clock and not field.day:
        return
    for pattern in field.day[:2] or (short_day(locale),):
        yield render_day(day, pattern, locale)
    if not field.day:
        yield day.isoformat()


def _clocks(clock: time, field: Wanted, locale: str) -> Iterable[str]:
    if field.day and not field.clock:
        return
    for pattern in field.clock or (short_clock(locale),):
        yield render_clock(clock, pattern)
    if not field.clock:
        yield f"{clock:%H:%M}"


def _moments(day: date, clock: time, field: Wanted, locale: str) -> Iterable[str]:
    days = tuple(_days(day, field, locale))
    clocks = tuple(_clocks(clock, field, locale))
    if field.day and not field.clock:
        yield from days
    elif field.clock and not field.day:
        yield from clocks
    else:
        yield f"{days[0]} {clocks[0]}"
        yield f"{day.isoformat()} {clock:%H:%M}"


def _length(
    found: Found, length: timedelta, hint: str, shown: Sequence[str], locale: str
) -> Iterable[str]:
    clock = field_dates.wanted(hint, shown, locale).clock
    seconds = Decimal(str(length.total_seconds()))
    named = [unit for unit in _units_named(hint, shown, locale) if unit in SECONDS]
    if clock:
        hours, rest = divmod(int(seconds), 3600)
        text = f"{hours:02}:{rest // 60:02}"
        yield f"{text}:{rest % 60:02}" if "ss" in clock[0] else text
    for unit in named or _own_units(seconds):
        yield from _number(seconds / SECONDS[unit], (), locale)
    yield found.text


def _own_units(seconds: Decimal) -> Iterable[str]:
    """The largest unit in which a length of time is whole."""
    whole = [unit for unit, size in SECONDS.items() if seconds % size == 0]
    return (max(whole, key=lambda unit: SECONDS[unit]),) if whole else ()


def _money(
    found: Found, money: Money, hint: str, shown: Sequence[str], locale: str
) -> Iterable[str]:
    named = _currencies_named(hint, shown, locale)
    if not named or money.currency in named:
        yield from _like_shown(money.amount, shown, locale, cents=True)
        yield from _number(money.amount, shown, locale, cents=True)
    yield found.text


def _quantity(
    found: Found, quantity: Quantity, hint: str, shown: Sequence[str], locale: str
) -> Iterable[str]:
    named = [unit for unit in _units_named(hint, shown, locale) if unit not in SECONDS]
    if not named or quantity.unit in named:
        yield from _like_shown(quantity.number, shown, locale)
        yield from _number(quantity.number, shown, locale)
    yield found.text


def _like_shown(
    number: Decimal, shown: Sequence[str], locale: str, cents: bool = False
) -> Iterable[str]:
    """The number with the unit or currency that stands beside the number shown: "50 %"."""
    for text in shown:
        example = _FIGURES.search(text)
        if example is not None and example.group() != text.strip():
            written = next(iter(_number(number, (example.group(),), locale, cents)))
            yield text[: example.start()] + written + text[example.end() :]


def _number(
    number: Decimal, shown: Sequence[str], locale: str, cents: bool = False
) -> Iterable[str]:
    """The number as those shown are written; then by the locale, plain, then grouped."""
    from babel.numbers import format_decimal

    decimals = "0.00" if cents and number != number.to_integral() else "0.######"
    style = _style_shown(shown, locale)
    if style is not None:
        pattern = style[1].replace("0.######", decimals)
        yield format_decimal(number, pattern, locale=style[0])
    for name, pattern in ((locale, decimals), ("en", decimals), (locale, f"#,##{decimals}")):
        yield format_decimal(number, pattern, locale=name)


def _style_shown(shown: Sequence[str], locale: str) -> tuple[str, str] | None:
    """The locale and the pattern in which the first number shown is written."""
    from babel.numbers import format_decimal

    for text in shown:
        text = text.strip()
        value = figures(text, (locale,)) if _FIGURES.fullmatch(text) else None
        if value is None:
            continue
        for pattern in ("0.######", "0.00", "#,##0.00", "#,##0.######"):
            for style in (locale, "en", "de", "fr"):
                if format_decimal(value, pattern, locale=style) == text:
                    return style, pattern
    return None


def _units_named(hint: str, shown: Sequence[str], locale: str) -> list[str]:
    language = _language(locale)
    return _named((hint, *shown), language, unit_names("en") | unit_names(language))


def _currencies_named(hint: str, shown: Sequence[str], locale: str) -> list[str]:
    language = _language(locale)
    return _named((hint, *shown), language, currency_names("en") | currency_names(language))


def _named(texts: Sequence[str], language: str, names: dict[str, str]) -> list[str]:
    """What the texts name, in the order of the words."""
    found: list[str] = []
    for text in texts:
        words = words_of(text, (language,))
        hits = (first_phrase(words, at, tuple(names)) for at in range(len(words)))
        found.extend(names[hit[0]] for hit in hits if hit is not None)
    return found


def _language(locale: str) -> str:
    return locale.partition("_")[0]
