"""Calendars on the screen: the month that one shows, its days, and the arrows to other months."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from babel.dates import get_month_names

from agent.actions import Click
from agent.suggestions.weights import Candidate
from agent.values.in_fields import found_in
from agent.values.values import Found
from vision.core.elements import Element, ElementMap

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_TITLE = re.compile(r"(?P<month>[^\W\d_]{3,})\.?,?\s+(?:de\s+)?(?P<year>(?:19|20)\d\d)")
_BACK = ("<", "‹", "«", "left", "previous", "prev", "back", "previous month")
_ONWARD = (">", "›", "»", "right", "next", "forward", "next month")
_FEWEST, _HALF = 10, 15  # days
_BOTH = 2  # arrows
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
        months = self.months_to(day)
        if not months:
            return self.days.get(day.day)
        return self.onward if months > 0 else self.back

    def way_to(self, days: Sequence[date]) -> Element | None:
        """The same for the nearest of some days; None without any."""
        day = min(days, key=lambda one: abs(self.months_to(one)), default=None)
        return self.towards(day) if day is not None else None

    def months_to(self, day: date) -> int:
        """How many months later a day is, below 0 for earlier."""
        return 12 * (day.year - self.year) + day.month - self.month


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
    found = next(_titles(map_), None)
    if found is None:
        return None
    year, month, title = found
    below = [e for e in map_.elements if e.group == title.group and e.box.top > title.box.top]
    numbers = [e for e in below if e.text.isdigit() and 0 < int(e.text) < 32]
    if len({e.text for e in numbers}) < _FEWEST:
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
    if back is None and onward is None:
        back, onward = _beside(title, above)
    return Calendar(year, month, days, back, onward)


def _beside(title: Element, near: Sequence[Element]) -> tuple[Element | None, Element | None]:
    """The arrows by their places: on both sides of the title, or one after the other on one."""
    row = sorted(
        (e for e in near if e != title and title.box.top <= e.box.center.y <= title.box.bottom),
        key=lambda e: e.box.left,
    )
    before = [e for e in row if e.box.center.x < title.box.left]
    behind = [e for e in row if e.box.center.x > title.box.right]
    if before and behind:
        return before[-1], behind[0]
    one = before or behind
    return (one[0], one[1]) if len(one) == _BOTH else (None, None)


def _titles(map_: ElementMap) -> Iterator[tuple[int, int, Element]]:
    for each in map_.elements:
        for said in _TITLE.finditer(f"{each.text}\n{each.state.value or ''}"):
            month = _months().get(said["month"].casefold())
            if month is not None:
                yield int(said["year"]), month, each


def days_said(value: str) -> list[date]:
    """The days that a value of the task is, both where it may be read in two ways (3/4/2027)."""
    return _readings(one for one in found_in(value) if one.text == value)


def _readings(found: Iterable[Found]) -> list[date]:
    read = [day for one in found for day in (one.value, one.other)]
    return [day for day in read if type(day) is date]


def ways_to_days(
    calendar: Calendar, map_: ElementMap, values: Sequence[str]
) -> Iterator[tuple[str, Element]]:
    """The days among the values of a task that no entry shows, each with what to click for it."""
    shown = {day for e in map_.elements for day in _days_in(e.state.value or "")}
    for value in values:
        days = days_said(value)
        target = calendar.way_to(days)
        if target is not None and not shown & set(days):
            yield value, target


def without_other_days(
    found: Sequence[Candidate], map_: ElementMap, values: Sequence[str]
) -> list[Candidate]:
    """What was found, without clicks on other days where a day of the task is to be chosen."""
    calendar = find_calendar(map_) if any(map(days_said, values)) else None
    if calendar is None or not (ways := dict(ways_to_days(calendar, map_, values))):
        return list(found)
    others = {e.id for e in calendar.days.values()} - {e.id for e in ways.values()}
    return [c for c in found if not (isinstance(c.action, Click) and c.action.target in others)]


def _days_in(value: str) -> list[date]:
    return _readings(found_in(value)) if value else []


def day_clicked(target: Element, map_: ElementMap) -> date | None:
    """The day that a click on a calendar chose; None for any other click."""
    calendar = find_calendar(map_) if target.text.isdigit() else None
    if calendar is None or calendar.days.get(int(target.text)) != target:
        return None
    return date(calendar.year, calendar.month, int(target.text))
