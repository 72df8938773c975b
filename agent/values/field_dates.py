"""How a field wants a day or a time written, told by its placeholder or by what is shown there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import product

from agent.values.days import days_in_figures, worded_days
from agent.values.words import words_of

# "MM/DD/YYYY", "TT.MM.JJJJ", "jj/mm/aaaa", "gg/mm/aaaa", "dd-mm-rrrr", "MM/YY"
_LETTERS = re.compile(
    r"(?<![^\W\d_])([dtjgmyar]{1,4})(\s?[./-]\s?|\s)([dtjgmyar]{1,4})(?:\2([dtjgmyar]{1,4}))?"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)
# "hh:mm", "HH:MM:SS", "hh:mm AM", and "--:-- --" of Chromium's own fields
_CLOCK = re.compile(
    r"(?<!\w)(?P<hour>h{1,2}|-{2})(?P<sign>[:.h])(?P<minute>m{2}|-{2})"
    r"(?P<second>(?P=sign)(?:s{2}|-{2}))?(?P<half>\s?(?:[ap]\.?m\b|aa?\b|tt\b|--))?",
    re.IGNORECASE,
)
_CLOCK_SHOWN = re.compile(
    r"(?<![\w:.])(\d{1,2})([:.h])(\d{2})(?:\2(\d{2}))?(\s?[ap]\.?m\b\.?)?(?![\w:])", re.IGNORECASE
)
_WORDED = ("d MMM yyyy", "MMM d, yyyy", "d MMMM yyyy", "MMMM d, yyyy", "EEE, d MMM yyyy")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The patterns (Unicode's, as Babel takes them) in which a field wants the day and the time,
    likeliest first; nothing where the field tells nothing."""

    day: tuple[str, ...] = ()
    clock: tuple[str, ...] = ()


def wanted(hint: str, shown: Sequence[str], locale: str) -> Wanted:
    """What a field's label, placeholder and neighbours tell of how it wants a day and a time."""
    day = _day_of_letters(hint)
    clock = _clock_of_letters(hint)
    texts = (hint, *shown)
    return Wanted(
        day or _days_shown(texts, locale),
        clock or _clocks_shown(texts),
    )


def _day_of_letters(hint: str) -> tuple[str, ...]:
    for found in _LETTERS.finditer(hint):
        parts = [part for part in found.group(1, 3, 4) if part]
        kinds = [_kind(part, len(parts)) for part in parts]
        whole = len(set(kinds)) == len(kinds) and "M" in kinds and "" not in kinds
        if whole and (len(kinds) == 3 or "y" in kinds):
            groups = zip(kinds, parts, strict=True)
            return (found[2].join(_group(kind, len(part)) for kind, part in groups),)
    return ()


def _group(kind: str, letters: int) -> str:
    """A group of a pattern; "d/m/y" has the whole year too."""
    return "yyyy" if kind == "y" and letters == 1 else kind * letters


def _kind(part: str, parts: int) -> str:
    """The letter of Unicode's patterns for a group of a placeholder's letters."""
    if len(set(part.casefold())) != 1:
        return ""
    letter = part[0].casefold()
    if letter in "yar" or (letter == "j" and len(part) == 4):
        return "y" if len(part) in {1, 2, 4} else ""
    if letter == "m":
        return "M"
    return "d" if len(part) <= 2 and parts == 3 else ""


def _clock_of_letters(hint: str) -> tuple[str, ...]:
    found = _CLOCK.search(hint)
    if found is None:
        return ()
    sign = "'h'" if found["sign"].casefold() == "h" else found["sign"]
    hour = "h" if found["half"] else "H"
    pattern = hour * len(found["hour"]) + sign + "mm" + (f"{sign}ss" if found["second"] else "")
    return (pattern + (" a" if found["half"] else ""),)


def _days_shown(texts: Iterable[str], locale: str) -> tuple[str, ...]:
    """The patterns in which all dates of the texts are written, the locale's own order first."""
    fitting: tuple[str, ...] = ()
    for text in texts:
        for example, readings in _examples(text, locale):
            written = tuple(
                pattern
                for pattern in _patterns(locale)
                if any(render_day(day, pattern, locale) == example for day in readings)
            )
            both = tuple(pattern for pattern in fitting if pattern in written)
            fitting = both or fitting or written
    return fitting


def _examples(text: str, locale: str) -> Iterable[tuple[str, tuple[date, ...]]]:
    languages = (locale.partition("_")[0],)
    # Any day will do as today: the examples have their year.
    today = date(2000, 1, 1)
    for found in days_in_figures(text, ("en",), today):
        yield found.text, tuple(day for day in (found.value, found.other) if isinstance(day, date))
    for found in worded_days(text, words_of(text, languages), languages, today):
        if isinstance(found.value, date):
            yield found.text, (found.value,)


def _patterns(locale: str) -> tuple[str, ...]:
    from babel.dates import get_date_format

    orders = [("d", "M", "y"), ("M", "d", "y")]
    if not day_first(locale):
        orders.reverse()
    figures = [
        sign.join({"d": "d" * width, "M": "M" * width, "y": year}[part] for part in order)
        for order, sign, year, width in product(
            (*orders, ("y", "M", "d")), "./-", ("yyyy", "yy"), (2, 1)
        )
    ]
    own = [get_date_format(width, locale).pattern for width in ("medium", "long", "full")]
    return (*figures, *own, *_WORDED)


def _clocks_shown(texts: Iterable[str]) -> tuple[str, ...]:
    for text in texts:
        found = _CLOCK_SHOWN.search(text)
        if found is None:
            continue
        hour, sign, _, second, half = found.groups()
        sign = "'h'" if sign.casefold() == "h" else sign
        # "9:30" has no zero before its hour; "14:30" may have one.
        width = 1 if len(hour) == 1 else 2
        pattern = ("h" if half else "H") * width + sign + "mm" + (f"{sign}ss" if second else "")
        return (f"{pattern} a" if half else pattern,)
    return ()


def day_first(locale: str) -> bool:
    """Whether the locale's short dates have the day before the month."""
    pattern = short_day(locale)
    return pattern.index("d") < pattern.index("M")


def decides_order(locale: str) -> bool:
    """Whether the locale says how "03/04/2027" is meant: "en" alone does not, nor does a locale
    whose short dates begin with the year."""
    return ("_" in locale or locale != "en") and not short_day(locale).startswith("y")


def short_day(locale: str) -> str:
    """The locale's short pattern for a day, with the whole year."""
    from babel.dates import get_date_format

    pattern: str = get_date_format("short", locale).pattern
    return re.sub(r"y+", "yyyy", pattern)


def short_clock(locale: str) -> str:
    """The locale's short pattern for a time."""
    from babel.dates import get_time_format

    pattern: str = get_time_format("short", locale).pattern
    return re.sub(r"[\u00a0\u202f]", " ", pattern)


def render_day(day: date, pattern: str, locale: str) -> str:
    """The day in the pattern, with the locale's names."""
    from babel.dates import format_date

    return str(format_date(day, pattern, locale))


def render_clock(clock: time | datetime, pattern: str) -> str:
    """The time in the pattern; halves of the day are AM and PM."""
    from babel.dates import format_time

    moment = clock.time() if isinstance(clock, datetime) else clock
    return str(format_time(moment, pattern, locale="en"))
