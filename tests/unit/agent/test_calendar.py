"""A day of the task is found in the calendar that a page shows, or the way to its month."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from agent.actions import Action, Click, UseSkill
from agent.memory import Memory
from agent.skills.calendars import Calendars
from agent.suggestions.by_words import candidates
from agent.suggestions.calendar import find_calendar
from agent.task.plan import Outline
from agent.task.progress import credit
from agent.trajectory import Effect
from tests.support.made_choices import situation
from tests.support.made_maps import element, made_map
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

BACK, ONWARD, LAST_OF_BEFORE = 50, 51, 60
FIRST_ROW, WIDE, HIGH = 140, 40, 30


def page(title: str, *more: Element, arrows: tuple[str, str] = ("<", ">")) -> ElementMap:
    """May 2026, with the last day of April before its first."""
    shown = [element(49, "text", title, Box(150, 100, 250, 120))]
    shown.append(element(BACK, "button", arrows[0], Box(100, 100, 130, 120)))
    shown.append(element(ONWARD, "icon", arrows[1], Box(350, 100, 380, 120)))
    for place in range(35):
        left, top = 100 + place % 7 * WIDE, FIRST_ROW + place // 7 * HIGH
        number, day = (LAST_OF_BEFORE, 30) if place < 4 else (place - 3, place - 3)
        made = element(number, "button", str(day), Box(left, top, left + WIDE - 4, top + HIGH - 4))
        if place == 3 or (place > 3 and day <= 31):
            before = place == 3
            shown.append(replace(made, state=State(disabled=True)) if before else made)
    return made_map([*shown, *more])


@pytest.mark.parametrize("title", ["May 2026", "Mai 2026", "mayo de 2026", "Maggio 2026"])
def test_the_month_is_read_in_several_languages(title: str) -> None:
    found = find_calendar(page(title))
    assert found is not None
    assert (found.year, found.month) == (2026, 5)
    assert found.days[30].id == 30, "the 30th of April is none of its days"


@pytest.mark.parametrize(
    ("day", "number"),
    [
        (date(2026, 5, 17), 17),
        (date(2026, 7, 1), ONWARD),
        (date(2027, 1, 1), ONWARD),
        (date(2025, 12, 31), BACK),
    ],
)
@pytest.mark.parametrize("arrows", [("<", ">"), ("left", "right"), ("Previous", "Next")])
def test_a_day_or_the_way_to_its_month(day: date, number: int, arrows: tuple[str, str]) -> None:
    found = find_calendar(page("May 2026", arrows=arrows))
    assert found is not None
    target = found.towards(day)
    assert target is not None
    assert target.id == number


def test_without_a_title_or_days_there_is_no_calendar() -> None:
    assert find_calendar(page("Choose a day")) is None
    assert find_calendar(made_map([element(1, "text", "May 2026")])) is None


def test_it_is_offered_and_counts_for_the_date_of_the_task() -> None:
    map_ = page("May 2026")
    now = situation(map_, ["Arrive on 17 May 2026"])
    assert [offer.first for offer in Calendars().offers(now)] == [Click(17)]
    plan = Outline(["Arrive on 17 May 2026", "leave on 20 May 2026"])
    credit(Click(17), map_, map_, plan, Memory())
    assert [part.open_values for part in plan.parts] == [[], ["20 May 2026"]]


def test_turning_to_a_far_month_is_no_going_in_circles() -> None:
    map_, memory = page("May 2026"), Memory()
    for _ in range(5):
        memory.note(Click(ONWARD), "", Effect("confirmed", ""), map_, map_)
        memory.note(Click(49), "", Effect("confirmed", ""), map_, map_)
    assert not memory.is_blocked(Click(ONWARD), map_)
    assert memory.is_blocked(Click(49), map_)


@pytest.mark.parametrize(
    ("places", "day", "number"),
    [
        ((100, 350), date(2026, 7, 1), ONWARD),
        ((100, 350), date(2026, 4, 1), BACK),
        ((300, 350), date(2026, 7, 1), ONWARD),  # both behind the title
        ((300, 350), date(2026, 4, 1), BACK),
    ],
)
def test_arrows_without_a_name_are_known_by_their_places(
    places: tuple[int, int], day: date, number: int
) -> None:
    map_ = page("May 2026", arrows=("", "play"))
    lefts = dict(zip((BACK, ONWARD), places, strict=True))
    moved = [
        replace(e, box=Box(lefts[e.id], 100, lefts[e.id] + 30, 120)) if e.id in lefts else e
        for e in map_.elements
    ]
    found = find_calendar(replace(map_, elements=tuple(moved)))
    assert found is not None
    target = found.towards(day)
    assert target is not None
    assert target.id == number


def offered(map_: ElementMap, task: str) -> list[tuple[str, Action | None]]:
    return [(o.words, o.first) for o in Calendars().offers(situation(map_, [task]))]


@pytest.mark.parametrize(
    ("title", "first"), [("December 2026", Click(17)), ("October 2026", Click(ONWARD))]
)
def test_the_line_says_the_date_as_the_task_does(title: str, first: Action) -> None:
    words = 'choose "17 December 2026" in the calendar'
    assert offered(page(title), "Arrive on 17 December 2026") == [(words, first)]


@pytest.mark.parametrize(("shown", "times"), [("", 1), ("17 May 2026", 0)])
def test_a_day_is_offered_until_an_entry_shows_it(shown: str, times: int) -> None:
    entry = element(70, "field", "Arrival", Box(100, 20, 300, 50), State(value=shown))
    assert len(offered(page("May 2026", entry), "Arrive on 17 May 2026")) == times


@pytest.mark.parametrize(("said", "number"), [("05/04/2026", 4), ("01/07/2026", ONWARD)])
def test_of_two_readings_of_a_date_the_nearer_one_counts(said: str, number: int) -> None:
    ((_, first),) = offered(page("May 2026"), f"Arrive on {said}")
    assert first == Click(number)


def test_the_month_is_turned_to_before_the_day_is_clicked() -> None:
    skill, may, june = Calendars(), page("May 2026"), page("June 2026")
    now = situation(may, ["Arrive on 17 June 2026", "press Go"])
    (offer,) = skill.offers(now)
    assert isinstance(offer.action, UseSkill)
    skill.begin(offer.action, now)
    done = Effect("confirmed", "")
    for shown, number, after in ((may, ONWARD, june), (june, 17, june)):
        move = skill.next(replace(now, map=shown))
        assert move is not None
        assert move.action == Click(number)
        part = skill.told(move.action, done, shown, after, now.plan)
    assert part is now.plan.parts[0]
    assert skill.next(replace(now, map=june)) is None
    assert skill.problem == ""


def test_an_arrow_without_effect_ends_it() -> None:
    skill, may = Calendars(), page("May 2026")
    now = situation(may, ["Arrive on 17 June 2026"])
    (offer,) = skill.offers(now)
    assert isinstance(offer.action, UseSkill)
    skill.begin(offer.action, now)
    move = skill.next(now)
    assert move is not None
    skill.told(move.action, Effect("no visible change", ""), may, may, now.plan)
    assert skill.next(now) is None
    assert "no way to" in skill.problem


def test_no_other_day_is_offered_where_one_is_to_be_chosen() -> None:
    days = {Click(number) for number in range(1, 30)}
    now = situation(page("May 2026"), ["Arrive on 17 May 2026"])
    assert {c.action for c in candidates(now)} & days == {Click(17)}
    other = situation(page("May 2026"), ["Arrive on a day that is free"])
    assert len({c.action for c in candidates(other)} & days) > 5


def test_numbers_elsewhere_are_no_days() -> None:
    map_ = page("May 2026")
    desk = replace(element(80, "button", "1", Box(10, 5, 30, 25)), group="Bar")
    found = find_calendar(replace(map_, elements=(desk, *map_.elements)))
    assert found is not None
    assert found.back is not None
    assert found.days[1].id == 1
