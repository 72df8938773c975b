"""Of several buttons that order, pay or delete, the one is pressed that the task tells apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Action, Click
from agent.constraints.ambiguous import in_another_row, objection
from tests.support.made_maps import element, made_map, window
from vision.core.elements import ElementMap
from vision.core.geometry import Box

ROWS = ("mug, black", "mug, green", "mug, red")


def shop(button: str = "Order", *, rows: tuple[str, ...] = ROWS) -> ElementMap:
    """A button in each row, 43 pixels apart, and a text of another window beside the first."""
    shown = []
    for number, text in enumerate(rows):
        top = 100 + 43 * number
        shown.append(element(10 + number, "text", text, Box(20, top, 120, top + 20), None, "Shop"))
        place = Box(300, top, 360, top + 24)
        shown.append(element(20 + number, "button", button, place, None, "Shop"))
    shown.append(element(30, "text", "use the blue account", Box(400, 100, 600, 120), None, "Note"))
    return made_map(shown, [window(1, "Shop", active=True), window(2, "Note")])


def refused(task: str, action: Action, map_: ElementMap | None = None) -> bool:
    return objection(action, map_ or shop(), task) is not None


@pytest.mark.parametrize("task", ["Order the blue one", "Bestelle die blaue", "Take the cheapest"])
def test_none_is_pressed_that_the_task_does_not_tell_apart(task: str) -> None:
    assert all(refused(task, Click(20 + number)) for number in range(3))


@pytest.mark.parametrize("task", ["Order the green one", "I want a mug in green", "Green, please"])
def test_the_one_that_it_names_is_pressed(task: str) -> None:
    assert not refused(task, Click(21))
    assert refused(task, Click(20))


def test_one_may_be_counted_out() -> None:
    assert not refused("Press the second button", Click(21))


def test_what_stands_alone_or_loses_nothing_is_no_matter_of_doubt() -> None:
    assert not refused("Order the blue one", Click(20), shop(rows=("mug, black",)))
    assert not refused("Show the blue one", Click(20), shop("Details"))


@pytest.mark.parametrize(
    ("task", "pressed"),
    [
        ("Two tickets for Saturday", ()),
        ("Two tickets for Sunday", (22,)),
        ("Two tickets", (20, 22)),
    ],
)
def test_no_other_row_is_used_where_the_named_one_has_no_button(
    task: str, pressed: tuple[int, ...]
) -> None:
    shown = []
    for number, day in enumerate(("Friday 9 July", "Saturday 10 July", "Sunday 11 July")):
        top = 60 + 80 * number
        shown.append(element(10 + number, "text", day, Box(20, top, 120, top + 20)))
        name = "Sold out" if number == 1 else "Add"
        shown.append(element(20 + number, "button", name, Box(300, top - 8, 360, top + 28)))
    map_ = made_map(shown)
    assert tuple(n for n in (20, 22) if in_another_row(Click(n), map_, task) is None) == pressed


def test_a_plus_in_each_row_only_counts() -> None:
    signs = [replace(e, kind="icon") for e in shop("add").elements if e.text == "add"]
    others = [e for e in shop("add").elements if e.text != "add"]
    rows = made_map([*others, *signs], shop().windows)
    assert not refused("Order the blue one", Click(21), rows)
