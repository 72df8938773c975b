"""A dialog that comes up by itself when a program starts can be closed as a skill; what was asked
for is not offered for it."""

from __future__ import annotations

import pytest

from agent.actions import Action, Click, OpenApp, Press, TypeText, Wait
from agent.skills.popups import Popups
from agent.task.plan import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from tests.support.made_programs import situation
from vision.core.elements import ElementMap
from vision.core.geometry import Box

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


def took_in(watch: Popups, action: Action, before: ElementMap, after: ElementMap) -> None:
    assert watch.told(action, Effect("confirmed", ""), before, after, Outline([])) is None


def due(task: str, actions: list[tuple[Action, ElementMap]], now: ElementMap) -> Action | None:
    """What closes the dialog; offered when there is something."""
    watch, before = Popups(task), STARTED
    for action, after in actions:
        took_in(watch, action, before, after)
        before = after
    move = watch.next(situation(now, task))
    assert bool(watch.offers(situation(now, task))) is (move is not None)
    return move.action if move is not None else None


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


def test_what_only_tells_something_when_a_run_begins_is_closed():
    assert due("put 10 in A1", [], with_dialog()) == Press("esc")
    assert due("put 10 in A1", [], with_dialog(button="Cancel")) is None
    assert due("use automatic spelling", [], with_dialog(says="Automatic spelling")) is None


def test_what_does_not_close_by_a_key_is_closed_by_its_button_and_then_left():
    watch, shown = Popups("put 10 in A1"), with_dialog(button="Not now")
    took_in(watch, OPEN, STARTED, STARTED)
    for action in (Press("esc"), Click(2)):
        move = watch.next(situation(shown, watch.task))
        assert move is not None
        assert move.action == action
        assert watch.keeps(action)
        assert [each.words for each in watch.offers(situation(shown, watch.task))] == [
            'close the window "Tip of the Day: 1/225" that came up by itself'
        ]
        took_in(watch, action, shown, shown)
    assert watch.next(situation(shown, watch.task)) is None
    assert watch.offers(situation(shown, watch.task)) == []
