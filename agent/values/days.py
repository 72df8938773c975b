"""Days in figures, with the month's name, as a weekday, or counted from today."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, timedelta
from functools import cache, partial

from babel.dates import get_day_names

from agent.constraints.lexicon import LANGUAGES
from agent.values.names import months, units
from agent.values.patterns import MARK, NEVER, Context, Readings, Rule, X, any_of, number_of, rule
from agent.values.words import spoken

_YEAR = r"[12]\d{3}"
_DAY = rf"(?P<day>\d{{1,2}}){MARK}(?:st|nd|rd|th|er|te[nr]?|e|o|º|ª|°|\.)?"
_OF = r"(?: (?:of|the|de|del|do|di|van))*"
# Behind these words "3.11." is a day in German, else a number at the end of a sentence.
_DAY_FOLLOWS = "|".join(
    rf"(?<=\b{word} )" for word in ("am", "bis", "vom", "ab", "zum", "den", "dem")
)
# A year in two figures lies at most so many years ahead: "31.10.74" is of 1974.
_AHEAD = 20
_DAYS = {"day": 1, "week": 7}
# More days or weeks lie beyond the calendar.
_LONGEST = 10_000


@cache
def dates(languages: tuple[str, ...]) -> tuple[Rule, ...]:
    """Dates in figures and with the month's name: "14 March 2027", "May 3". Only English puts the
    day second without a year behind it."""
    named = {name: number for one in languages for name, number in months(one).items()}
    month = rf"(?P<month>{any_of(named)})\.?"
    english = rf"(?P<month>{any_of(months('en'))})\.?"
    year, rest = rf",?{_OF} (?P<year>{_YEAR})", r"(?![^\W_]|\\|[./-]\w)"

    def read(match: re.Match[str], context: Context) -> Readings:
        return _days_of((match["year"], named[match["month"]], match["day"]), today=context.today)

    in_german = f"(?:{_DAY_FOLLOWS if 'de' in languages else NEVER})"
    return (
        rule("day", rf"{in_german}(\d\d?)\.(\d\d?)\.(?: ({_YEAR}))?", _day_and_month, rest),
        rule("day", rf"(\d\d?)([./-])(\d\d?)\2({_YEAR}|\d\d)", _in_figures, rest),
        rule("day", rf"({_YEAR})([./-])(\d\d?)\2(\d\d)", _in_figures, rest),
        rule("day", rf"{_DAY}{_OF} ?{month}(?:{year})?", read),
        rule("day", rf"{month} (?:the )?{_DAY}{year}", read),
        rule("day", rf"{english} (?:the )?{_DAY}(?P<year>{NEVER})?", read),
    )


def _day_and_month(match: re.Match[str], context: Context) -> Readings:
    """A German date without a year: "am 15.2."."""
    day, month, year = match.groups()
    return _days_of((year, month, day), today=context.today)


def _in_figures(match: re.Match[str], context: Context) -> Readings:
    """A date such as "2027-03-14", "14.3.2027" and "3/14/27".

    One with slashes or hyphens that can be read in two ways has the day first, unless English is
    the only language.
    """
    one, sign, two, three = match.groups()
    if len(one) == 4:
        return _days_of((one, two, three), today=context.today)
    if len(three) == 2 and sign != "/" and (sign == "-" or {len(one), len(two)} != {2}):
        return ()  # "20-45-17" and "3.11.07" are codes
    orders = [(three, two, one), (three, one, two)]
    if context.languages == ("en",):
        orders.reverse()
    both = sign != "." and "en" in context.languages
    return _days_of(*orders[: 1 + both], today=context.today)


def _days_of(*orders: tuple[str | None, int | str, str], today: date) -> tuple[date, ...]:
    """The days by year, month and day that there are; without a year the next from today on."""
    days: list[date] = []
    for year, month, day in orders:
        whole = int(year) if year else today.year
        if year and len(year) == 2:
            whole += today.year // 100 * 100
            whole -= 100 if whole > today.year + _AHEAD else 0
        with suppress(ValueError):
            value = date(whole, int(month), int(day))
            days.append(value if year or value >= today else value.replace(year=whole + 1))
    return tuple(dict.fromkeys(days))


@cache
def worded_days(language: str) -> tuple[Rule, ...]:
    """The days that the words of a language say: "tomorrow", "in two weeks", "next Friday"."""
    table = {"days": {}, "after": [], "before": [], "one": NEVER} | spoken(language)
    size = {name: _DAYS[unit] for name, unit in units(language).items() if unit in _DAYS}
    unit = rf"(?P<unit>{any_of(size)})"

    def counted(sign: int, match: re.Match[str], context: Context) -> Readings:
        number = number_of(match, context)
        if number is None or number != int(number) or number > _LONGEST:
            return ()
        return _ahead(sign * int(number) * size[match["unit"]], match, context)

    def placed(phrase: str) -> str:
        return phrase.replace("{n}", f"(?:{X}|{table['one']})").replace("{unit}", unit)

    return (
        *(rule("day", said, partial(_ahead, days)) for said, days in table["days"].items()),
        *(rule("day", placed(said), partial(counted, 1)) for said in table["after"]),
        *(rule("day", placed(said), partial(counted, -1)) for said in table["before"]),
        _weekday(language),
    )


def _ahead(days: int, match: re.Match[str], context: Context) -> Readings:
    return (context.today + timedelta(days=days),)


def _weekday(language: str) -> Rule:
    """The next day of that name, or the last one if the text says so.

    "next Friday" of a day in this week may mean the one a week later: its second reading.
    """
    named = {name.lower(): at for at, name in get_day_names("wide", locale=language).items()}
    named |= spoken(language).get("weekdays", {})
    table = dict.fromkeys(("next_week", "last", "next"), NEVER) | spoken(language)
    said = "|".join(rf"(?P<{key}{{0}}>{table[key]})" for key in ("next_week", "last", "next"))
    before, behind = said.format(1), said.format(2)

    def read(match: re.Match[str], context: Context) -> Readings:
        today, number = context.today.weekday(), named[match["name"]]
        ahead = (number - today - 1) % 7 + 1
        days = [ahead]
        if match["next_week1"] or match["next_week2"]:
            days = [7 - today + number]
        elif match["last1"] or match["last2"]:
            days = [ahead - 14 if ahead == 7 else ahead - 7]
        elif (match["next1"] or match["next2"]) and today + ahead <= 6:
            days = [ahead, ahead + 7]
        return tuple(context.today + timedelta(days=one) for one in days)

    pattern = rf"(?:(?:{before}) )?(?P<name>{any_of(named)})(?: (?:{behind}))?"
    return rule("weekday", pattern, read)


@cache
def weekdays() -> frozenset[str]:
    """The names of the days of the week in all languages, in small letters."""
    return frozenset(
        name.casefold()
        for language in LANGUAGES
        for name in get_day_names("wide", locale=language).values()
    )
