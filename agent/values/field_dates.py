"""How a field wants a day or a time written, told by its placeholder or by what is shown there.

The patterns are Unicode's, as Babel takes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from itertools import product

from babel.dates import format_date, get_date_format, get_time_format

from agent.values.days import dates
from agent.values.patterns import Context, Readings, spans_of
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


def clock_wanted(hint: str, shown: Sequence[str]) -> tuple[str, ...]:
    """The pattern in which a field wants a time; nothing where the field tells nothing."""
    found = next(filter(None, map(_CLOCK.search, (hint, *shown))), None)
    if found is None:
        return ()
    sign = "'h'" if found["sign"] in "hH" else found["sign"]
    # "9:30" has no zero before its hour; "14:30" may have one.
    hour = ("h" if found["half"] else "H") * len(found["hour"])
    second = f"{sign}ss" if found["second"] else ""
    return (f"{hour}{sign}mm{second}{' a' if found['half'] else ''}",)


def days_wanted(hint: str, shown: Sequence[str], locale: str) -> tuple[str, ...]:
    """The patterns in which a field wants a day, likeliest first; nothing where the field tells
    nothing: by the letters of the hint, else those in which all dates shown are written."""
    for order in ("dMy", "Mdy", "yMd", "My", "yM"):
        first, *others = (f"(?P<{kind}>{_LETTERS[kind]})" for kind in order)
        groups = rf"{first}(?P<sign>\s?[./-]\s?|\s)" + "(?P=sign)".join(others)
        found = re.search(rf"(?<![^\W\d_]){groups}(?![^\W\d_])", hint, re.IGNORECASE)
        if found is not None:
            pattern = found["sign"].join(kind * len(found[kind]) for kind in order)
            return (re.sub(r"(?<!y)y(?!y)", "yyyy", pattern),)  # "d/m/y" has the whole year too.
    fitting: list[str] = []
    for example, readings in (one for text in (hint, *shown) for one in _examples(text, locale)):
        written = [
            pattern
            for pattern in _patterns(locale)
            if any(format_date(day, pattern, locale) == example for day in readings)
        ]
        fitting = [one for one in fitting if one in written] or fitting or written
    return tuple(fitting)


def _examples(text: str, locale: str) -> Iterator[tuple[str, Readings]]:
    languages = ("en", locale.partition("_")[0])
    plain = plain_of(text, ())
    # Any day will do as today: the examples have their year.
    for span in spans_of(plain.text, dates(languages), Context(date(2000, 1, 1), languages)):
        start, end = plain.within(span.start, span.end)
        yield text[start:end], span.readings


@cache
def _patterns(locale: str) -> tuple[str, ...]:
    """The patterns that a date may be written in, the locale's own order first."""
    orders = sorted(("Mdy", "dMy", "yMd"), key=lambda order: order[0] != short_day(locale)[0])
    figures = (
        sign.join("y" * years if part == "y" else part * width for part in order)
        for order, sign, years, width in product(orders, "./-", (4, 2), (2, 1))
    )
    own = (get_date_format(width, locale).pattern for width in ("medium", "long", "full"))
    return (*figures, *own, "d MMM yyyy", "MMM d, yyyy", "d MMMM yyyy", "MMMM d, yyyy")


def short_day(locale: str) -> str:
    """The locale's short pattern for a day, with the whole year."""
    return re.sub(r"y+", "yyyy", get_date_format("short", locale).pattern)


def short_clock(locale: str) -> str:
    """The locale's short pattern for a time."""
    return re.sub(r"[\u00a0\u202f]", " ", get_time_format("short", locale).pattern)
