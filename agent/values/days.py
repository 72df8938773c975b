"""Days in figures, with the month's name, as a weekday, or counted from today."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, timedelta
from functools import cache

from agent.values.names import months, units, weekdays
from agent.values.patterns import END, MARK, NEVER, Context, Rule, X, any_of, number_of
from agent.values.values import Value
from agent.values.words import spoken

_YEAR = r"[12]\d{3}"
_DAY = rf"(?P<day>\d{{1,2}}){MARK}(?:st|nd|rd|th|er|te[nr]?|e|o|º|ª|°|\.)?"
_OF = r"(?: (?:of|the|de|del|do|di|van))*"
# A year in two figures lies at most so many years ahead: "31.10.74" is of 1974.
_AHEAD = 20
_LONGEST = 100_000


@cache
def dates(languages: tuple[str, ...]) -> tuple[Rule, ...]:
    """Dates in figures and with the month's name: "14 March 2027", "May 3". Only English puts the
    day second without a year behind it."""
    named = {name: number for one in languages for name, number in months(one).items()}
    month = rf"(?P<month>{any_of(named)})\.?"
    english = rf"(?P<month>{any_of(months('en'))})\.?"
    year = rf",?{_OF} (?P<year>{_YEAR})"
    rest = r"(?![^\W_]|\\|[./-]\w)"

    def read(match: re.Match[str], context: Context) -> tuple[Value, ...]:
        return _days_of((match["year"], named[match["month"]], match["day"]), today=context.today)

    return (
        Rule("day", re.compile(rf"(\d\d?)([./-])(\d\d?)\2({_YEAR}|\d\d){rest}"), _in_figures),
        Rule("day", re.compile(rf"({_YEAR})([./-])(\d\d?)\2(\d\d){rest}"), _in_figures),
        Rule("day", re.compile(rf"{_DAY}{_OF} ?{month}(?:{year})?{END}"), read),
        Rule("day", re.compile(rf"{month} (?:the )?{_DAY}{year}{END}"), read),
        Rule("day", re.compile(rf"{english} (?:the )?{_DAY}(?P<year>{NEVER})?{END}"), read),
    )


def _in_figures(match: re.Match[str], context: Context) -> tuple[Value, ...]:
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
    size = {name: {"day": 1, "week": 7}.get(unit, 0) for name, unit in units(language).items()}
    unit = rf"(?P<unit>{any_of(name for name in size if size[name])})"

    def counted(phrase: str, sign: int) -> Rule:
        def read(match: re.Match[str], context: Context) -> tuple[Value, ...]:
            number = number_of(match, context)
            if number is None or number != int(number) or number > _LONGEST:
                return ()
            many = sign * int(number) * size[match["unit"]]
            return (context.today + timedelta(days=many),)

        pattern = phrase.replace("{n}", f"(?:{X}|{table['one']})").replace("{unit}", unit)
        return Rule("day", re.compile(pattern + END), read)

    return (
        *(_ahead(said, days) for said, days in table["days"].items()),
        *(counted(phrase, 1) for phrase in table["after"]),
        *(counted(phrase, -1) for phrase in table["before"]),
        _weekday(language),
    )


def _ahead(pattern: str, days: int) -> Rule:
    ahead = timedelta(days=days)
    return Rule("day", re.compile(pattern + END), lambda match, context: (context.today + ahead,))


def _weekday(language: str) -> Rule:
    """The next day of that name, or the last one if the text says so.

    "next Friday" of a day in this week may mean the one a week later: its second reading.
    """
    table, named = spoken(language), weekdays(language)
    said = "|".join(
        rf"(?P<{key}{{0}}>{table.get(key, NEVER)})" for key in ("next_week", "last", "next")
    )
    before, behind = said.format(1), said.format(2)
    pattern = rf"(?:(?:{before}) )?(?P<name>{any_of(named)})(?: (?:{behind}))?{END}"

    def read(match: re.Match[str], context: Context) -> tuple[Value, ...]:
        today, number = context.today, named[match["name"]]
        ahead = (number - today.weekday() - 1) % 7 + 1
        days = [ahead]
        if match["next_week1"] or match["next_week2"]:
            days = [7 - today.weekday() + number]
        elif match["last1"] or match["last2"]:
            days = [ahead - 14 if ahead == 7 else ahead - 7]
        elif (match["next1"] or match["next2"]) and today.weekday() + ahead <= 6:
            days = [ahead, ahead + 7]
        return tuple(today + timedelta(days=one) for one in days)

    return Rule("weekday", re.compile(pattern), read)
