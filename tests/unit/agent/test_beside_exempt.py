"""No button is pressed in the row of what the task exempts, and no text is added twice."""

from __future__ import annotations

import pytest

from agent.actions import Click, TypeText
from agent.constraints.ambiguous import beside_exempt
from agent.constraints.once import Once
from agent.constraints.parsing import constraints_of
from tests.support.made_maps import element, made_map
from vision.core.geometry import Box

ROWS = made_map(
    [
        element(1, "text", "Tuesday", Box(20, 20, 100, 40)),
        element(2, "button", "Give back", Box(220, 20, 320, 40)),
        element(3, "text", "Friday", Box(20, 60, 100, 80)),
        element(4, "button", "Give back", Box(220, 60, 320, 80)),
        element(5, "button", "Help", Box(20, 120, 100, 140)),
    ]
)


@pytest.mark.parametrize(
    "task",
    [
        "Give back the court on Tuesday, but keep the one on Friday.",
        "Return all of them except Friday",
        "Gib alle zurück außer Friday",
    ],
)
def test_the_row_of_what_is_exempt_is_left_alone(task: str) -> None:
    constraints = constraints_of(task)
    assert beside_exempt(Click(4), ROWS, constraints) is not None
    assert beside_exempt(Click(2), ROWS, constraints) is None
    assert beside_exempt(Click(5), ROWS, constraints) is None


def test_without_an_exception_every_row_may_be_used() -> None:
    assert beside_exempt(Click(4), ROWS, constraints_of("Give back the one on Friday")) is None


def test_a_line_is_added_once() -> None:
    once, line = Once(), TypeText("see you at noon", None)
    again = TypeText("See you at noon", 1, "append")
    assert once.objection(again, ROWS, "add the line") == ""
    once.done(line, ROWS, confirmed=True)
    assert once.objection(again, ROWS, "add the line")
    assert once.objection(again, ROWS, "add the line twice") == ""
    assert once.objection(TypeText("see you at noon", 1, "replace"), ROWS, "add the line") == ""
