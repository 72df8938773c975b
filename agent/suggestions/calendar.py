"""Calendars on the screen: the month that one shows, its days, and the arrows to other months."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache

from babel.dates import get_month_names

from agent.actions import Click
from agent.suggestions.weights import Candidate
from agent.values.in_fields import found_in
from vision.core.elements import Element, ElementMap

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_TITLE = re.compile(r"(?P<month>[^\W\d_]{3,})\.?,?\s+(?:de\s+)?(?P<year>(?:19|20)\d\d)")
_BACK = ("<", "‹", "«", "left", "previous", "prev", "back", "previous month")
_ONWARD = (">", "›", "»", "right", "next", "forward", "next month")
_FEWEST, _HALF = 10, 15  # days
# How far above the days, in heights of a day, the title and the arrows stand.
_HEAD = 4


@dataclass(frozen=True, slots=True)
class Calendar:
    """A month with its days by number, and what turns to the month before and after."""

    year: int
    month: int
    days: dict[int, Element]
    back: Element | None
    onward: Element | None

    def towards(self, day: date) -> Element | None:
        """What to click for a day: itself, or the way to its month."""
        months = 12 * (day.year - self.year) + day.month - self.month
        if not months:
            return self.days.get(day.day)
        return self.onward if months > 0 else self.back


@cache
def _months() -> dict[str, int]:
    """The names of the months, long and short, in small letters."""
    return {
        name.casefold().rstrip("."): number
        for language in _LANGUAGES
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for number, name in get_month_names(width, context, language).items()
    }


def find_calendar(map_: ElementMap) -> Calendar | None:
    """The calendar on the screen; None without one."""
    title = next(_titles(map_), None)
    numbers = [e for e in map_.elements if e.text.isdigit() and 0 < int(e.text) < 32]
    if title is None or len({e.text for e in numbers}) < _FEWEST:
        return None
    days: dict[int, Element] = {}
    for each in numbers:
        # The last days of the month before stand first, the first ones of the next month last.
        if not each.state.disabled and (int(each.text) > _HALF or int(each.text) not in days):
            days[int(each.text)] = each
    top, height = min(e.box.top for e in numbers), numbers[0].box.height
    left, right = min(e.box.left for e in numbers), max(e.box.right for e in numbers)
    above = [
        e
        for e in map_.elements
        if e.interactive
        and top - _HEAD * height <= e.box.center.y < top
        and left - height <= e.box.center.x <= right + height
    ]
    back, onward = (
        next((e for e in above if e.text.casefold().strip() in names), None)
        for names in (_BACK, _ONWARD)
    )
    return Calendar(*title, days, back, onward)


def _titles(map_: ElementMap) -> Iterator[tuple[int, int]]:
    for each in map_.elements:
        for said in _TITLE.finditer(f"{each.text}\n{each.state.value or ''}"):
            month = _months().get(said["month"].casefold())
            if month is not None:
                yield int(said["year"]), month


def days_said(value: str) -> list[date]:
    """The days that a value of the task is."""
    return [one.value for one in found_in(value) if type(one.value) is date and one.text == value]


def in_calendar(map_: ElementMap, values: list[str]) -> Iterator[Candidate]:
    """The clicks that lead to days of the task."""
    days = [day for value in values for day in days_said(value)]
    calendar = find_calendar(map_) if days else None
    for day in days:
        target = calendar.towards(day) if calendar is not None else None
        if target is not None:
            yield Candidate(Click(target.id), {"calendar": 1.0})


def day_clicked(target: Element, map_: ElementMap) -> date | None:
    """The day that a click on a calendar chose; None for any other click."""
    calendar = find_calendar(map_) if target.text.isdigit() else None
    if calendar is None or calendar.days.get(int(target.text)) != target:
        return None
    return date(calendar.year, calendar.month, int(target.text))
