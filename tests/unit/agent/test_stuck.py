"""A run that gets nowhere asks the person, or ends and says where."""

from __future__ import annotations

from agent.actions import Click
from agent.control.stop import StopSwitch
from agent.control.stuck import Stuck
from agent.events import Answer, Asking, Event, Noted
from agent.memory import Memory
from agent.policy.gate import Gate
from agent.policy.rules import Rules, Safety
from agent.task.plan import Outline
from agent.trajectory import Effect, Outcome
from tests.support.made_maps import element, made_map

SCREEN = made_map([element(1, "button", "Go")])
NOWHERE = 15


def stuck(*answers: Answer | None, safety: Safety = "risky") -> tuple[Stuck, list[Event]]:
    """With the answers that a person gives; nobody is there without any."""
    told: list[Event] = []
    left = list(answers)
    asker = (lambda question, stop: left.pop(0)) if answers else None
    return Stuck(Gate(Rules(safety=safety), told.append, StopSwitch(), asker), told.append), told


def over(one: Stuck, outline: Outline, steps: int, memory: Memory | None = None) -> Outcome | None:
    return one.over(outline, memory or Memory(), steps, SCREEN)


def test_with_nobody_to_ask_the_run_says_where_it_is_stuck() -> None:
    one, told = stuck()
    outline = Outline(["attach the file", "press Send"])
    assert over(one, outline, NOWHERE - 1) is None
    ended = over(one, outline, NOWHERE)
    assert ended is not None
    assert ended.kind == "failed"
    assert "Stuck at: “attach the file”" in ended.message
    assert told == []


def test_what_comes_to_its_place_is_progress() -> None:
    one, _ = stuck()
    outline = Outline(["enter “Ann” and “Rome”"])
    assert over(one, outline, NOWHERE - 2) is None
    outline.use("Ann")
    assert over(one, outline, NOWHERE) is None
    assert over(one, outline, 2 * NOWHERE) is not None


def test_what_the_person_did_is_left_out_and_told() -> None:
    one, told = stuck("1")
    outline = Outline(["attach the file", "press Send"])
    assert over(one, outline, NOWHERE) is None
    assert one.resumed
    assert outline.lines() == ("✓ attach the file", "· press Send")
    assert "attach the file" in next(e.description for e in told if isinstance(e, Asking))
    assert Noted("You did this part of the task: “attach the file”") in told
    assert over(one, outline, NOWHERE + 1) is None


def test_it_is_tried_again_when_the_person_says_so_and_ends_when_not() -> None:
    one, _ = stuck("2", "deny")
    outline, memory = Outline(["press Go"]), Memory()
    for _ in range(6):
        memory.note(Click(1), "click Go", Effect("no visible change", ""), SCREEN, SCREEN)
    assert over(one, outline, 6, memory) is None
    assert outline.lines() == ("· press Go",)
    for _ in range(6):
        memory.note(Click(1), "click Go", Effect("no visible change", ""), SCREEN, SCREEN)
    ended = over(one, outline, 12, memory)
    assert ended is not None
    assert "6 actions in a row had no effect" in ended.message


def test_nobody_is_asked_where_nothing_is_asked() -> None:
    one, told = stuck("1", safety="trusted")
    assert over(one, Outline(["press Go"]), NOWHERE) is not None
    assert told == []
