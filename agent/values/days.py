"""Days in figures, with the month's name, as a weekday, or counted from today."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache

from agent.values.names import months, units, weekdays
from agent.values.patterns import END, MARK, NEVER, Context, Rule, Span, X, any_of, number_of
from agent.values.words import spoken

_YEAR = r"[12]\d{3}"
_DAY = rf"(?P<day>\d{{1,2}}){MARK}(?:st|nd|rd|th|er|te[nr]?|e|o|º|ª|°|\.)?"
_OF = r"(?: (?:of|the|de|del|do|di|van))*"
# A year in two figures lies at most so many years ahead: "31.10.74" is of 1974.
_AHEAD = 20
_LONGEST = 100_000


@cache
def dates(languages: tuple[str, ...]) -> list[Rule]:
    """Dates in figures and with the month's name: "14 March 2027", "May 3". Only English puts the
    day second without a year behind it."""
    named = {name: number for one in languages for name, number in months(one).items()}
    month = rf"(?P<month>{any_of(named)})\.?"
    english = rf"(?P<month>{any_of(months('en'))})\.?"
    year = rf",?{_OF} (?P<year>{_YEAR})"
    rest = r"(?![^\W_]|\\|[./-]\w)"

    def make(match: re.Match[str], context: Context) -> Span | None:
        value = _day_of(match["year"], named[match["month"]], int(match["day"]), context.today)
        return None if value is None else Span("day", *match.span(), value)

    return [
        (re.compile(rf"(\d\d?)([./-])(\d\d?)\2({_YEAR}|\d\d){rest}"), _in_figures),
        (re.compile(rf"({_YEAR})([./-])(\d\d?)\2(\d\d){rest}"), _in_figures),
        (re.compile(rf"{_DAY}{_OF} ?{month}(?:{year})?{END}"), make),
        (re.compile(rf"{month} (?:the )?{_DAY}{year}{END}"), make),
        (re.compile(rf"{english} (?:the )?{_DAY}(?P<year>{NEVER})?{END}"), make),
    ]


def _in_figures(match: re.Match[str], context: Context) -> Span | None:
    """A date such as "2027-03-14", "14.3.2027" and "3/14/27".

    One with slashes or hyphens that can be read in two ways has the day first, unless English is
    the only language; its `other` is the second reading.
    """
    one, sign, two, three = match.groups()
    if len(one) == 4:
        orders = [(one, two, three)]
    elif len(three) == 2 and not (sign == "/" or (sign == "." and len(one) == len(two) == 2)):
        return None  # "20-45-17" is a code
    else:
        orders = [(three, two, one)]
        if sign != "." and "en" in context.languages:
            orders.append((three, one, two))
        if context.languages == ("en",):
            orders.reverse()
    days = [_day_of(year, int(month), int(day), context.today) for year, month, day in orders]
    readings = list(dict.fromkeys(day for day in days if day is not None))
    return Span("day", *match.span(), *readings) if readings else None


def _day_of(year: str | None, month: int, day: int, today: date) -> date | None:
    """The day, without a year the next one from today on; None when there is no such day."""
    whole = int(year) if year else today.year
    if year and len(year) == 2:
        whole += today.year // 100 * 100
        whole -= 100 if whole > today.year + _AHEAD else 0
    try:
        value = date(whole, month, day)
        return value if year or value >= today else value.replace(year=whole + 1)
    except ValueError:
        return None


@cache
def worded_days(language: str) -> list[Rule]:
    """The days that the words of a language say: "tomorrow", "in two weeks", "next Friday"."""
    table = {"days": {}, "after": [], "before": [], "one": NEVER} | spoken(language)
    size = {name: {"day": 1, "week": 7}.get(unit, 0) for name, unit in units(language).items()}
    unit = rf"(?P<unit>{any_of(name for name in size if size[name])})"

    def counted(phrase: str, sign: int) -> Rule:
        places = phrase.replace("{n}", f"(?:{X}|{table['one']})").replace("{unit}", unit)

        def make(match: re.Match[str], context: Context) -> Span | None:
            number = number_of(match, context)
            if number is None or number != int(number) or number > _LONGEST:
                return None
            many = timedelta(days=sign * int(number) * size[match["unit"]])
            return Span("day", *match.span(), context.today + many)

        return re.compile(places + END), make

    return [
        *(_ahead(said, days) for said, days in table["days"].items()),
        *(counted(phrase, 1) for phrase in table["after"]),
        *(counted(phrase, -1) for phrase in table["before"]),
        _weekday(language),
    ]


def _ahead(pattern: str, days: int) -> Rule:
    return re.compile(pattern + END), lambda match, context: Span(
        "day", *match.span(), context.today + timedelta(days=days)
    )


def _weekday(language: str) -> Rule:
    """The next day of that name, or the last one if the text says so.

    "next Friday" of a day in this week may mean the one a week later: that is its `other`.
    """
    table, named = spoken(language), weekdays(language)
    said = "|".join(
        rf"(?P<{key}{{0}}>{table.get(key, NEVER)})" for key in ("next_week", "last", "next")
    )
    before, behind = said.format(1), said.format(2)
    pattern = rf"(?:(?:{before}) )?(?P<name>{any_of(named)})(?: (?:{behind}))?{END}"

    def make(match: re.Match[str], context: Context) -> Span:
        today, number = context.today, named[match["name"]]
        ahead = (number - today.weekday() - 1) % 7 + 1
        other = None
        if match["next_week1"] or match["next_week2"]:
            ahead = 7 - today.weekday() + number
        elif match["last1"] or match["last2"]:
            ahead -= 14 if ahead == 7 else 7
        elif (match["next1"] or match["next2"]) and today.weekday() + ahead <= 6:
            other = today + timedelta(days=ahead + 7)
        return Span("weekday", *match.span(), today + timedelta(days=ahead), other)

    return re.compile(pattern), make
