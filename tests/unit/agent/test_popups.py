"""A dialog that comes up by itself when a program starts is closed; what was asked for is not."""

from __future__ import annotations

import pytest

from agent.actions import Action, Click, OpenApp, Press, TypeText, Wait
from agent.skills.popups import Uninvited
from tests.support.made_maps import element, made_map, window
from vision.elements import ElementMap
from vision.geometry import Box

MAIN = window(1, "Untitled 1 - Calc", Box(0, 0, 1000, 700), application="calc")
FRONT = window(1, "Untitled 1 - Calc", Box(0, 0, 1000, 700), application="calc", active=True)
TIP = window(2, "Tip of the Day: 1/225", Box(300, 200, 700, 400), application="calc", active=True)
OPEN = OpenApp("Calc")
STARTED = made_map([], [FRONT])


def with_dialog(
    title: str = TIP.title, says: str = "Did you know?", button: str = "OK"
) -> ElementMap:
    dialog = window(2, title, TIP.box, application="calc", active=True)
    shown = [
        element(1, "text", says, Box(320, 230, 500, 250)),
        element(2, "button", button, Box(600, 360, 680, 390)),
    ]
    return made_map(shown, [dialog, MAIN])


def due(task: str, actions: list[tuple[Action, ElementMap]], now: ElementMap) -> Action | None:
    watch = Uninvited(task)
    for action, after in actions:
        watch.noted(action, after)
    decision = watch.due(now)
    return decision.reply.actions[0] if decision else None


@pytest.mark.parametrize(
    "actions",
    [
        [(OPEN, STARTED)],
        [(OPEN, STARTED), (Press("ctrl+home"), with_dialog())],
        [(OPEN, STARTED), (Wait(), STARTED), (TypeText("10"), with_dialog())],
    ],
)
def test_it_is_closed_when_it_came_by_itself(actions: list[tuple[Action, ElementMap]]):
    assert due("put 10 in A1", actions, with_dialog()) == Press("esc")


@pytest.mark.parametrize(
    ("task", "actions", "now"),
    [
        ("put 10 in A1", [(OPEN, STARTED)], STARTED),  # there is none
        ("put 10 in A1", [], with_dialog()),  # nothing was opened
        ("put 10 in A1", [(OPEN, STARTED), (Press("ctrl+s"), with_dialog())], with_dialog()),
        ("put 10 in A1", [(OPEN, STARTED), (Click(1), with_dialog())], with_dialog()),
        ("close the tips", [(OPEN, STARTED)], with_dialog("Tips of the day")),
        ("read the welcome message", [(OPEN, STARTED)], with_dialog("Welcome")),
        ("put 10 in A1", [(OPEN, STARTED)], with_dialog("Document Recovery")),
        ("put 10 in A1", [(OPEN, STARTED)], with_dialog("Calc", "There are unsaved documents.")),
    ],
)
def test_what_was_asked_for_or_may_lose_something_stays(
    task: str, actions: list[tuple[Action, ElementMap]], now: ElementMap
):
    assert due(task, actions, now) is None


def test_what_does_not_close_by_a_key_is_closed_by_its_button_and_then_left():
    watch = Uninvited("put 10 in A1")
    watch.noted(OPEN, STARTED)
    first = watch.due(with_dialog(button="Not now"))
    assert first is not None
    (action,) = first.reply.actions
    assert action == Press("esc")
    assert watch.keeps(action)
    watch.noted(action, with_dialog())
    second = watch.due(with_dialog(button="Not now"))
    assert second is not None
    assert second.reply.actions == (Click(2),)
    watch.noted(Click(2), with_dialog())
    assert watch.due(with_dialog(button="Not now")) is None
