"""The lines of a page that repeat the task are taken out; what only shares words with it is not."""

from __future__ import annotations

import pytest

from agent.deciding.task_on_screen import without_task
from tests.support.made_maps import element, made_map
from vision.core.elements import Element, State

TASK = 'Open the folder "Plants" and press the button Ready.'


def texts(*shown: str) -> list[str]:
    map_ = made_map([element(n, "text", text) for n, text in enumerate(shown, 1)])
    return [e.text for e in without_task(map_, TASK).elements]


def test_lines_that_repeat_it() -> None:
    shown = ('Open the folder "Plants" and', "press the button Ready.", "Plants", "Ready")
    assert texts(*shown) == ["Plants", "Ready"]


def test_a_line_may_be_misread() -> None:
    assert texts("Open the f0lder 'Plants' and", "press the button Ready.", "Go") == ["Go"]


def test_names_that_the_task_says_stay() -> None:
    assert texts("Plants", "Ready", "Open") == ["Plants", "Ready", "Open"]


def test_a_button_may_be_called_like_most_of_the_task() -> None:
    map_ = made_map([element(1, "button", "Print the page")])
    assert without_task(map_, "Print the page.") is map_


def holding(value: str, name: str = "") -> list[Element]:
    return [element(1, "field", name, state=State(value=value)), element(2, "button", "OK")]


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        (holding(TASK), ["OK"]),
        (holding("Open the folder 'Plants' and press the"), ["OK"]),
        (
            [element(3, "menu", "Open"), *holding("the folder 'Plants' and press the button")],
            ["OK"],
        ),
        (holding(TASK, "Search"), ["Search", "OK"]),
        (holding('folder "Plants" and press the button Ready.'), ["", "OK"]),
    ],
)
def test_what_was_taken_for_an_entry_may_hold_it(shown: list[Element], left: list[str]) -> None:
    kept = without_task(made_map(shown), TASK).elements
    assert [e.text for e in kept] == left
