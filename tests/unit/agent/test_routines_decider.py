"""What a replay proposes, step by step, on screens made here: no desktop, no model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agent.actions import (
    Action,
    Click,
    Done,
    Fail,
    OpenApp,
    Press,
    Scroll,
    Select,
    Tap,
    TypeText,
    Wait,
)
from agent.computer.describe import describe
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.routines.replay import Replay
from agent.routines.routine import RoutineStep, Thing, filled
from agent.task.plan import Outline
from agent.trajectory import Effect, EffectKind, Outcome
from models.runtime.scripted import ScriptedModel
from tests.support.made_maps import element, keypad, made_map, window
from tests.support.made_routines import BOOK, SIGN, desk
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box
from vision.structure.scroll_areas import ScrollArea


class Played:
    """A replay whose steps are carried out on paper."""

    def __init__(
        self, steps: Sequence[RoutineStep] = BOOK.steps, no_model: str = "none here"
    ) -> None:
        self.said: list[str] = []
        self.memory = Memory()
        self.model = ScriptedModel([])
        decider = Decider(self.model, StopSwitch(), lambda text: None)
        routine = filled(replace(BOOK, steps=tuple(steps)), {})
        self.replay = Replay(routine, decider, self.memory, lambda: no_model, self.said.append)
        self.outline: Outline = self.replay.outline(SIGN)

    def next(self, map_: ElementMap) -> Action:
        now = Situation(SIGN, self.outline, self.memory, map_)
        decision = self.replay.next(now, ())
        (action,) = decision.reply.actions
        assert decision.by == "routine"
        return action

    def came(self, action: Action, map_: ElementMap, effect: EffectKind = "confirmed") -> None:
        self.memory.note(action, describe(action, map_), Effect(effect, "so"), map_, map_)


def without(map_: ElementMap, *numbers: int) -> ElementMap:
    return replace(map_, elements=tuple(e for e in map_.elements if e.id not in numbers))


def changed(map_: ElementMap, number: int, **fields: object) -> ElementMap:
    def fresh(one: Element) -> Element:
        return replace(one, **fields) if one.id == number else one  # type: ignore[arg-type]

    return replace(map_, elements=tuple(fresh(one) for one in map_.elements))


def test_the_steps_come_in_order_and_then_the_usual_end():
    played, seen = Played(), desk()
    assert [part.text for part in played.outline.parts] == [
        "Enter “Ann Lee” as full name", "and press Save"
    ]  # fmt: skip
    assert played.next(seen) == TypeText("Ann Lee", 1)
    # A pause dropped what was decided: it is proposed again, on the screen as it is now.
    moved = changed(seen, 1, id=41)
    assert played.next(moved) == TypeText("Ann Lee", 41)
    played.came(TypeText("Ann Lee", 41), moved)
    assert played.next(seen) == Click(3)
    played.came(Click(3), seen)
    for part in played.outline.parts:
        part.done = True
    assert played.next(seen) == Done()
    assert played.replay._report(True) == (
        "The routine “Guest book” did the task without asking a language model."
    )


def test_all_steps_done_and_the_task_not_is_no_end():
    played, seen = Played(), desk()
    for action in (TypeText("Ann Lee", 1), Click(3)):
        assert played.next(seen) == action
        played.came(action, seen)
    assert played.next(seen) == Fail("none here")
    assert "a part of the task is left after its last step" in played.replay.why


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        ("no visible change", "did not have the expected effect (so)"),
        ("changed elsewhere", "did not have the expected effect (so)"),
        ("not allowed", "was not done (so)"),
    ],
)
def test_a_step_in_vain_is_left_to_the_model(effect: EffectKind, why: str):
    played, seen = Played(), desk()
    played.came(played.next(seen), seen, effect)
    assert played.next(seen) == Fail("none here")
    said = played.replay.with_report(Outcome("failed", "Nothing more."))
    step = "type “Ann Lee” into “Full name” (field)"
    assert said == (
        "Nothing more. The routine “Guest book” did 0 of its 2 steps; "
        f"then its step “{step}” {why}."
    )


def test_what_could_not_be_carried_out_is_tried_once_more():
    played, seen = Played(), desk()
    for _ in range(2):
        assert played.next(seen) == TypeText("Ann Lee", 1)
        played.came(TypeText("Ann Lee", 1), seen, "failed")
    assert isinstance(played.next(seen), Fail)


def test_what_is_not_in_sight_is_waited_and_scrolled_for():
    played = Played()
    seen = without(desk(), 1)
    more = replace(seen, areas=(ScrollArea(Box(0, 0, 600, 400), below=True),))
    tried = []
    while not isinstance(action := played.next(more), Fail):
        tried.append(action)
        played.came(action, more)
    assert tried == [Wait(), Wait(), *[Scroll("down")] * 6]
    played = Played()
    played.came(played.next(seen), seen)
    # There it is.
    assert played.next(desk()) == TypeText("Ann Lee", 1)
    disabled = changed(desk(), 1, state=State(disabled=True))
    assert Played().next(disabled) == Wait()


def test_a_box_that_is_ticked_stays_so_and_is_ticked_in_the_task():
    tick = RoutineStep("click", Thing("checkbox", "Newsletter"), ticked=True)
    played = Played([tick, BOOK.steps[1]])
    ticked = changed(desk(), 2, state=State(checked=True))
    assert played.next(ticked) == Click(3)
    assert Played([tick]).next(desk()) == Click(2)


def test_an_application_in_front_is_not_opened_again():
    opens = RoutineStep("open", text="Formular")
    assert Played([opens, BOOK.steps[1]]).next(desk()) == Click(3)
    assert Played([opens]).next(replace(desk(), windows=())) == OpenApp("Formular")


def test_keys_keypads_and_lists():
    pad = made_map(keypad(), [window(1, "Calculator")])
    action = Played([RoutineStep("tap", text="7*8")]).next(pad)
    assert isinstance(action, Tap)
    assert [pad.by_id(n).text for n in action.targets] == ["7", "×", "8", "="]
    assert Played([RoutineStep("tap", text="7*8")]).next(desk()) == Wait()
    assert Played([RoutineStep("press", text="ctrl+s")]).next(desk()) == Press("ctrl+s")
    colour = element(1, "dropdown", "Colour", Box(20, 40, 220, 64))
    chosen = RoutineStep("choose", Thing("dropdown", "Colour"), "red")
    assert Played([chosen]).next(made_map([colour])) == Select(1, "red")


def test_what_the_person_says_is_the_models_work():
    played = Played(no_model="")
    assert played.replay.outline("not that one").parts[0].text == "not that one"
    assert played.said == [
        "The routine does not fit: you gave further instructions. The model takes over."
    ]
