"""Days that a text says: in figures, with the month's name, as a weekday, or from today."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache

from agent.values.phrases import first_phrase
from agent.values.values import Found
from agent.values.words import Word, spoken

_IN_FIGURES = re.compile(
    r"(?<![\w./\\-])(\d{1,4})(?P<sign>[./-])(\d{1,2})(?P=sign)(\d{2,4})(?![\w\\]|[./-][\w])"
)
_DAY_AND_MONTH = re.compile(r"(?<![\w./-])(\d{1,2})\.\s?(\d{1,2})\.(?!\w)")
_YEARS = (1000, 2999)
# A year in two figures lies at most so many years ahead: "31.10.74" is of 1974.
_AHEAD = 20


def days_in_figures(text: str, languages: Sequence[str], today: date) -> Iterator[Found]:
    """Dates such as "2027-03-14", "14.3.2027" and "3/14/2027", and "15.2." behind a word for "on".

    A date with slashes or hyphens that can be read in two ways has the day first, unless English
    is the only language; its `other` is the second reading.
    """
    for found in _IN_FIGURES.finditer(text):
        one, two, three = found.group(1, 3, 4)
        readings = _readings(one, two, three, found["sign"], languages, today)
        if readings:
            other = readings[1] if len(readings) > 1 else None
            yield Found(found.group(), *found.span(), readings[0], other)
    before_day = {word for language in languages for word in spoken(language).get("on", ())}
    for found in _DAY_AND_MONTH.finditer(text):
        before = text[: found.start()].casefold().split()
        value = _dated(int(found[1]), int(found[2]), None, today)
        if value is not None and before and before[-1] in before_day:
            yield Found(found.group(), *found.span(), value)


def _readings(
    one: str, two: str, three: str, sign: str, languages: Sequence[str], today: date
) -> tuple[date, ...]:
    if len(one) == 4:
        orders = [(one, two, three)] if len(three) == 2 else []
    elif len(one) > 2 or len(three) == 3 or (len(three) == 2 and not _short(one, two, sign)):
        orders = []
    else:
        year = three if len(three) == 4 else _whole_year(three, today)
        orders = [(year, two, one)]
        if sign != "." and "en" in languages:
            orders.append((year, one, two))
        if languages and all(language == "en" for language in languages):
            orders.reverse()
    days = (day_of(int(year), int(month), int(day)) for year, month, day in orders)
    return tuple(dict.fromkeys(day for day in days if day is not None))


def _whole_year(two: str, today: date) -> str:
    year = today.year // 100 * 100 + int(two)
    return str(year - 100 if year > today.year + _AHEAD else year)


def _short(one: str, two: str, sign: str) -> bool:
    """Whether "14/3/27" may be a date; "3.11.7" and "20-45-17" are versions and codes."""
    return sign == "/" or (sign == "." and len(one) == len(two) == 2)


def day_of(year: int, month: int, day: int) -> date | None:
    """The day, or None when there is no such day, or none that a task would name."""
    if not _YEARS[0] <= year <= _YEARS[1]:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


@cache
def month_names(language: str) -> dict[str, int]:
    """The months by name and by short form, without points, in small letters."""
    from babel import Locale

    named = {}
    months = Locale.parse(language).months
    for use in ("format", "stand-alone"):
        for width in ("abbreviated", "wide"):
            for number, name in months[use][width].items():
                named[name.casefold().rstrip(".")] = int(number)
    return {name: number for name, number in named.items() if name.isalpha()}


@cache
def _weekdays(language: str) -> dict[str, int]:
    from babel import Locale

    days = Locale.parse(language).days
    named = {name.casefold(): int(at) for at, name in days["format"]["wide"].items()}
    if language == "pt":  # "segunda" for "segunda-feira"
        named |= {name.split("-")[0]: at for name, at in named.items()}
    if language == "pl":  # "w niedzielę", "w sobotę", "w środę"
        named |= {f"{name[:-1]}ę": at for name, at in named.items() if name.endswith("a")}
    return named


def worded_days(
    text: str, words: Sequence[Word], languages: Sequence[str], today: date
) -> Iterator[Found]:
    """Days with the month's name; one without a year is the next such day from today on."""
    for language in languages:
        names = month_names(language)
        for at, word in enumerate(words):
            month = names.get(word.low)
            if month is None:
                continue
            found = _around_month(text, words, at, month, language, today)
            if found is not None:
                yield found


def _around_month(
    text: str, words: Sequence[Word], at: int, month: int, language: str, today: date
) -> Found | None:
    """The day with its month's name at word `at`: "14 March 2027", "May 3, 1990"."""
    first, day = _day_before(text, words, at, language)
    behind = at + 1
    after = day is None
    if after:
        first = at
        behind, day = _day_after(text, words, behind)
    behind, year = _year_after(text, words, behind, language)
    # Only English puts the day second without a year behind it.
    if day is None or (after and year is None and language != "en"):
        return None
    value = _dated(day, month, year, today)
    if value is None:
        return None
    start, end = words[first].start, words[behind - 1].end
    return Found(text[start:end], start, end, value)


def _day_before(text: str, words: Sequence[Word], at: int, language: str) -> tuple[int, int | None]:
    skipped = {*spoken(language).get("of", ()), *spoken(language).get("suffixes", ()), "."}
    before = at - 1
    while before >= 0 and at - before <= 3 and words[before].low in skipped:
        before -= 1
    return before, _day_number(text, words, before) if before >= 0 else None


def _day_after(text: str, words: Sequence[Word], at: int) -> tuple[int, int | None]:
    if at < len(words) and words[at].low == "the":
        at += 1
    day = _day_number(text, words, at)
    if day is None:
        return at, None
    at += 1
    if at < len(words) and words[at].glued and words[at].low in spoken("en")["suffixes"]:
        at += 1
    return at, day


def _day_number(text: str, words: Sequence[Word], at: int) -> int | None:
    if not 0 <= at < len(words):
        return None
    word = words[at]
    if word.number is None or not 1 <= word.number <= 31 or word.number != int(word.number):
        return None
    if (
        word.in_figures
        and text[word.end : word.end + 2].strip(".").isalnum()
        and (text[word.end] == "." and text[word.end + 1] != " ")
    ):
        return None  # "May 12.txt"
    return int(word.number)


def _year_after(text: str, words: Sequence[Word], at: int, language: str) -> tuple[int, int | None]:
    skipped = {",", ".", *spoken(language).get("of", ())}
    ahead = at
    while ahead < len(words) and ahead - at < 2 and words[ahead].low in skipped:
        ahead += 1
    if ahead < len(words):
        word = words[ahead]
        number = word.number
        if number is not None and len(word.text) == 4 and _YEARS[0] <= number <= _YEARS[1]:
            return ahead + 1, int(number)
    return at, None


def _dated(day: int, month: int, year: int | None, today: date) -> date | None:
    if year is not None:
        return day_of(year, month, day)
    value = day_of(today.year, month, day)
    return day_of(today.year + 1, month, day) if value is None or value < today else value


def days_from_today(
    text: str, words: Sequence[Word], languages: Sequence[str], today: date
) -> Iterator[Found]:
    """Days such as "tomorrow", "in two weeks" and "3 days ago"."""
    for language in languages:
        table = spoken(language)
        ways = {
            phrase: (sign, unit)
            for key, sign in (("days", 0), ("after_days", 1), ("before_days", -1))
            for phrase, unit in table.get(key, {}).items()
        }
        for at in range(len(words)):
            hit = first_phrase(words, at, tuple(ways))
            if hit is None or _goes_on(text, words[hit[1] - 1]):
                continue
            phrase, behind, places = hit
            sign, unit = ways[phrase]
            many = unit if not sign else sign * unit * int(places.get("n", 1))
            start, end = words[at].start, words[behind - 1].end
            yield Found(text[start:end], start, end, today + timedelta(days=many))


def weekdays(
    text: str, words: Sequence[Word], languages: Sequence[str], today: date
) -> Iterator[Found]:
    """The next day of that name, or the last one if the text says so.

    "next Friday" of a day in this week may mean the one a week later: that is its `other`.
    """
    for language in languages:
        table = spoken(language)
        for at, word in enumerate(words):
            number = _weekdays(language).get(word.low)
            if number is None or _is_name(text, words, at, language):
                continue
            first, behind, said = _with_modifier(words, at, table)
            ahead = (number - today.weekday() - 1) % 7 + 1
            value = today + timedelta(days=ahead - 7 if said == "last" else ahead)
            if said == "last" and ahead == 7:
                value = today - timedelta(days=7)
            if said == "next week":
                value = today + timedelta(days=7 - today.weekday() + number)
            soon = said == "next" and today.weekday() + ahead <= 6
            start, end = words[first].start, words[behind - 1].end
            other = value + timedelta(days=7) if soon else None
            yield Found(text[start:end], start, end, value, other)


def _with_modifier(
    words: Sequence[Word], at: int, table: dict[str, list[str]]
) -> tuple[int, int, str]:
    """The words from "next" to the weekday at `at`, in either order, and which of the two it is."""
    behind = at + 1
    while behind + 1 < len(words) and words[behind].low == "-" and words[behind + 1].low == "feira":
        behind += 2
    for phrase in table.get("next_week", ()):
        length = phrase.count(" ") + 1
        if first_phrase(words, behind, [phrase]) is not None:
            return at, behind + length, "next week"
        if at >= length and first_phrase(words, at - length, [phrase]) is not None:
            return at - length, behind, "next week"
    for said in ("last", "next"):
        if at and words[at - 1].low in table.get(said, ()):
            return at - 1, behind, said
        after = first_phrase(words, behind, table.get(said, []))
        if after is not None:
            return at, after[1], said
    return at, behind, ""


def _is_name(text: str, words: Sequence[Word], at: int, language: str) -> bool:
    """Whether a weekday is part of a name: "Domingo Pérez", "friday.txt"."""
    if _goes_on(text, words[at]):
        return True
    after = words[at + 1] if at + 1 < len(words) else None
    named = words[at].text[0].isupper() and after is not None and after.text[0].isupper()
    return named and language != "de"


def _goes_on(text: str, word: Word) -> bool:
    """Whether a sign without a space joins a word to the next one, as in "today.doc"."""
    return text[word.end : word.end + 1] in {".", "_", "@"} and (
        text[word.end + 1 : word.end + 2].isalnum()
    )
