"""A part of a task that forbids or exempts something is left to the model, which may do all."""

from __future__ import annotations

import pytest

from agent.constraints.parsing import constraints_of
from agent.deciding.action_space import action_space
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import step_messages
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.skills.forms.filling import Forms
from agent.task.plan import Outline
from tests.support.made_maps import element, made_map, window


def outline(task: str, *parts: str) -> Outline:
    made = Outline(list(parts) or [task])
    made.keep_to(constraints_of(task))
    return made


def test_an_exception_holds_the_part_before_it_too():
    made = outline("Delete everything, except a.txt", "Delete everything,", "except a.txt")
    assert [part.held for part in made.parts] == [True, True]


def test_what_only_forbids_is_ticked_and_what_follows_is_free():
    task = "Do not delete a.txt, just select b.txt"
    made = outline(task, "Do not delete a.txt,", "just select b.txt")
    assert [part.done for part in made.parts] == [True, False]
    assert not made.parts[1].held
    assert made.forbids == ("Do not delete a.txt",)


def test_what_is_forbidden_is_no_value_to_type():
    (part,) = outline("Type rm a.txt but do not run it").parts
    assert part.held
    assert part.values == ("rm a.txt",)


def test_all_can_be_done_and_what_is_forbidden_is_said():
    page = made_map(
        [element(1, "button", "Delete a.txt"), element(2, "button", "OK")],
        [window(2, "Files", active=True)],
    )
    made = outline("Clear the list but do not press Delete a.txt")
    now = Situation("Clear the list", made, Memory(), page)
    space = action_space(now)
    assert sorted(space.clicks.values()) == [1, 2]
    asked = step_messages(now, space, (), PROFILES["small"])[-1].content
    assert "It says: do not press Delete a.txt" in asked


def test_no_form_is_filled_in_for_it():
    form = made_map(
        [element(1, "field", "Name"), element(2, "button", "Save")], [window(2, active=True)]
    )
    free = Outline(['Enter "Ann" as Name'])
    assert Forms().offers(Situation("x", free, Memory(), form))
    held = outline('Enter "Ann" as Name without saving')
    assert not Forms().offers(Situation("x", held, Memory(), form))


def test_what_is_only_left_alone_asks_for_nothing_more() -> None:
    for task in (
        "Take plum.txt away, but do not touch pear.txt",
        "Untick Offers, but leave Newsletter alone",
        "Öffne plum.txt, aber lass pear.txt in Ruhe",
    ):
        said, left = task.split(", ")
        constraints = constraints_of(task)
        assert constraints.only_forbids(left), task
        assert not constraints.only_forbids(said), task


@pytest.mark.parametrize(
    "task",
    [
        "I do not want strangers to see my birthday.",
        "Don't show me tips any more",
        "Je ne veux plus voir les photos",
    ],
)
def test_a_task_that_only_says_how_something_shall_not_be_is_a_wish(task: str):
    plan = outline(task)
    assert not plan.finished


@pytest.mark.parametrize("task", ["Do not delete a.txt.", "Don't touch anything"])
def test_a_task_that_only_forbids_a_deed_asks_for_nothing(task: str):
    assert outline(task).finished


@pytest.mark.parametrize(
    ("task", "held"),
    [
        ("A hat is not needed, but you may add a scarf.", False),
        ("The photos are precious to me, but the rest can be deleted.", True),
    ],
)
def test_what_is_exempted_limits_no_wish_behind_a_but(task: str, *, held: bool) -> None:
    made = outline(task, *task.split(", "))
    assert made.parts[1].held == held
