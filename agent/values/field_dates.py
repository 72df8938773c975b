"""How a field wants a day or a time written, told by its placeholder or by what is shown there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time
from functools import cache
from itertools import product

from agent.values.days import dates
from agent.values.patterns import Context, spans_of
from agent.values.words import plain_of

# "MM/DD/YYYY", "TT.MM.JJJJ", "jj/mm/aaaa", "gg/mm/aaaa", "dd-mm-rrrr", "MM/YY"
_LETTERS = {"d": "[dtjg]{1,2}", "M": "m{1,4}", "y": "(?:[yar]{1,4}|j{4})"}
# "hh:mm", "HH:MM:SS", "9:30 AM", and "--:-- --" of Chromium's own fields
_CLOCK = re.compile(
    r"(?<![\w:.])(?P<hour>h{1,2}|--|\d{1,2})(?P<sign>[:.h])(?:m{2}|--|\d\d)"
    r"(?P<second>(?P=sign)(?:s{2}|--|\d\d))?(?P<half>\s?(?:[ap]\.?m\b\.?|aa?\b|tt\b|--))?"
    r"(?![\w:]|\.\d)",
    re.IGNORECASE,
)
_WORDED = ("d MMM yyyy", "MMM d, yyyy", "d MMMM yyyy", "MMMM d, yyyy")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The patterns (Unicode's, as Babel takes them) in which a field wants the day and the time,
    likeliest first; nothing where the field tells nothing."""

    day: tuple[str, ...] = ()
    clock: tuple[str, ...] = ()


def wanted(hint: str, shown: Sequence[str], locale: str) -> Wanted:
    """What a field's label, placeholder and neighbours tell of how it wants a day and a time."""
    texts = (hint, *shown)
    clocks = (found for text in texts if (found := _CLOCK.search(text)))
    clock = tuple(_clock_pattern(found) for found in clocks)
    return Wanted(_day_of_letters(hint) or _days_shown(texts, locale), clock[:1])


def _day_of_letters(hint: str) -> tuple[str, ...]:
    for order in ("dMy", "Mdy", "yMd", "My", "yM"):
        first, *others = (f"(?P<{kind}>{_LETTERS[kind]})" for kind in order)
        groups = rf"{first}(?P<sign>\s?[./-]\s?|\s)" + "(?P=sign)".join(others)
        found = re.search(rf"(?<![^\W\d_]){groups}(?![^\W\d_])", hint, re.IGNORECASE)
        if found is not None:
            # "d/m/y" has the whole year too.
            sizes = {kind: len(found[kind]) for kind in order}
            sizes["y"] = 4 if sizes["y"] == 1 else sizes["y"]
            return (found["sign"].join(kind * sizes[kind] for kind in order),)
    return ()


def _clock_pattern(found: re.Match[str]) -> str:
    """The pattern of a time: "9:30" has no zero before its hour; "14:30" may have one."""
    sign = "'h'" if found["sign"] in "hH" else found["sign"]
    hour = ("h" if found["half"] else "H") * len(found["hour"])
    second, half = f"{sign}ss" if found["second"] else "", " a" if found["half"] else ""
    return f"{hour}{sign}mm{second}{half}"


def _days_shown(texts: Sequence[str], locale: str) -> tuple[str, ...]:
    """The patterns in which all dates of the texts are written, the locale's own order first."""
    fitting: tuple[str, ...] = ()
    for example, readings in (one for text in texts for one in _examples(text, locale)):
        written = tuple(
            pattern
            for pattern in _patterns(locale)
            if any(render_day(day, pattern, locale) == example for day in readings)
        )
        fitting = tuple(one for one in fitting if one in written) or fitting or written
    return fitting


def _examples(text: str, locale: str) -> Iterator[tuple[str, list[date]]]:
    languages = ("en", locale.partition("_")[0])
    plain = plain_of(text, ())
    # Any day will do as today: the examples have their year.
    for span in spans_of(plain.text, dates(languages), Context(date(2000, 1, 1), languages)):
        start, end = plain.within(span.start, span.end)
        yield text[start:end], [day for day in span.readings if isinstance(day, date)]


@cache
def _patterns(locale: str) -> tuple[str, ...]:
    from babel.dates import get_date_format

    orders = ("dMy", "Mdy", "yMd") if day_first(locale) else ("Mdy", "dMy", "yMd")
    figures = (
        sign.join("y" * years if part == "y" else part * width for part in order)
        for order, sign, years, width in product(orders, "./-", (4, 2), (2, 1))
    )
    own = (get_date_format(width, locale).pattern for width in ("medium", "long", "full"))
    return (*figures, *own, *_WORDED)


def day_first(locale: str) -> bool:
    """Whether the locale's short dates have the day before the month."""
    pattern = short_day(locale)
    return pattern.index("d") < pattern.index("M")


def decides_order(locale: str) -> bool:
    """Whether the locale says how "03/04/2027" is meant: "en" alone does not, nor does a locale
    whose short dates begin with the year."""
    return locale != "en" and not short_day(locale).startswith("y")


def short_day(locale: str) -> str:
    """The locale's short pattern for a day, with the whole year."""
    from babel.dates import get_date_format

    return re.sub(r"y+", "yyyy", get_date_format("short", locale).pattern)


def short_clock(locale: str) -> str:
    """The locale's short pattern for a time."""
    from babel.dates import get_time_format

    return re.sub(r"[\u00a0\u202f]", " ", get_time_format("short", locale).pattern)


def render_day(day: date, pattern: str, locale: str) -> str:
    """The day in the pattern, with the locale's names."""
    from babel.dates import format_date

    return str(format_date(day, pattern, locale))


def render_clock(clock: time, pattern: str) -> str:
    """The time in the pattern; halves of the day are AM and PM."""
    from babel.dates import format_time

    return str(format_time(clock, pattern, locale="en"))
