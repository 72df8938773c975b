"""By which values on the screen a model is believed that says what is done."""

from __future__ import annotations

import pytest

from agent.task.plan import Outline
from agent.task.shown import note_replaced, note_shown
from tests.support.made_maps import element, made_map, painted, window
from vision.core.elements import Element, ElementMap, State

MANY = [element(number, "button", f"Button {number}") for number in range(1, 9)]


def shown(task: str, *new: Element, front: str = "") -> list[str]:
    """The values of a task that are still to be seen when these elements came up."""
    plan = Outline([task])
    before = made_map(MANY)
    windows = [window(1, front, active=True)]
    after = ElementMap((*MANY, *new), painted(*(e.box for e in new)), tuple(windows))
    note_shown(plan, before, after)
    return plan.parts[0].unshown


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("book a room from “Sea view”", "Booked: Sea view"),
        ("book it for December 17 2026", "Reserved for 2026-12-17"),
        ("set the bass to -4", "Saved: -4"),
        ("enter €12.50 for the trip", "1250"),
        ("enter €12.50 for the trip", "12.50"),
        ("enter the distance 3.5 km", "3.5"),
    ],
)
def test_what_an_action_brings_up_shows_values_in_any_form(task: str, text: str):
    assert Outline([task]).parts[0].values
    assert shown(task, element(20, "text", text)) == []
    assert shown(task, element(20, "field", "It", state=State(value=text))) == []


def test_another_value_shows_nothing():
    assert shown("book it for December 17 2026", element(20, "text", "2026-11-17")) != []
    assert shown("enter €12.50 for the trip", element(20, "text", "125")) == ["€12.50"]


def test_what_could_be_pressed_shows_nothing():
    assert shown("tick “Newsletter”", element(20, "checkbox", "Newsletter")) == ["Newsletter"]


def test_another_page_shows_nothing():
    page = [element(20 + n, "text", f"Letter {n}") for n in range(30)]
    assert shown("delete “Letter 3”", *page) == ["Letter 3"]


def test_the_window_in_front_shows_where_it_was_done():
    assert shown("rename it in Thunar", front="Documents - Thunar") == []


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("No, the distance is 18 km, not 8.", ["2027-03-14"]),
        ("Make it 18 km instead", ["2027-03-14"]),
        ("Take April 5 2027", ["8"]),
        ("and press Save", ["2027-03-14", "8"]),
    ],
)
def test_what_the_person_takes_back_is_not_expected_any_more(said: str, left: list[str]):
    plan = Outline(["enter the date 2027-03-14 and the distance 8 km"])
    note_replaced(plan, said)
    assert plan.parts[0].unshown == left
