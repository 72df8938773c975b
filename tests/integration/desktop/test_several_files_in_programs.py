"""Procedures for several files in real file managers, behind the gate, with what is really seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agent.actions import UseSkill, Wait
from agent.apps.application import Application
from agent.computer.controller import PyAutoGuiController
from agent.computer.effect import judge
from agent.computer.executor import Hands
from agent.constraints.parsing import constraints_of
from agent.control.stop import StopSwitch
from agent.deciding.situation import Situation
from agent.desktop.virtual_desktop import Desktop
from agent.memory import Memory
from agent.perception.perceiver import make_perceiver
from agent.perception.settle import settle
from agent.policy.gate import Gate
from agent.policy.rules import Rules
from agent.skills.procedures import likeness as module
from agent.skills.procedures.front import files_shown
from agent.skills.procedures.procedures import TITLE, Procedures
from agent.task.plan import Outline
from tests.support.meaning import by_words
from tests.support.needs import need
from tests.support.timing import waited_for
from vision.capture.screen import MssScreen
from vision.capture.windows import activate, list_windows
from vision.core.elements import ElementMap

FILES = ("apple.txt", "bread.txt", "cheese.odt", "date list.pdf")
OTHERS = '"apple.txt", "cheese.odt", "date list.pdf"'
_MOST_STEPS = 20


@pytest.mark.parametrize("program", ["thunar", "pcmanfm"])
@pytest.mark.parametrize(
    ("task", "words", "left"),
    [
        (
            "Move all files into Old but leave bread.txt here",
            f'move {OTHERS} into the folder "Old"',
            ["Old", "Old/apple.txt", "Old/cheese.odt", "Old/date list.pdf", "bread.txt"],
        ),
        ("Delete all files except bread.txt", f"delete {OTHERS}", ["Old", "bread.txt"]),
    ],
    ids=["move", "delete"],
)
def test_all_but_one_are_moved_or_deleted(
    desktop: Desktop, controller: PyAutoGuiController, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, program: str, task: str, words: str, left: list[str],
) -> None:  # fmt: skip
    need(program)
    monkeypatch.setattr(module, "likeness", by_words)
    place = tmp_path / "here"
    (place / "Old").mkdir(parents=True)
    for name in FILES:
        (place / name).write_text("inside")
    perceiver, screen, stop = make_perceiver(), MssScreen(), StopSwitch()

    def look() -> ElementMap:
        return perceiver.perceive(settle(screen.grab, stop), list_windows())

    process = desktop.launch([program, str(place)])
    try:
        (window,) = waited_for(lambda: [w for w in list_windows() if "here" in w.title])
        waited_for(lambda: activate(window))
        waited_for(lambda: set(files_shown(look())) == set(FILES))
        hands = Hands(controller, screen, look, lambda: tuple(list_windows()), stop, {})
        follow(task, words, program, look, hands)
        assert sorted(str(p.relative_to(place)) for p in place.rglob("*")) == left
    finally:
        process.kill()
        process.wait()
        screen.close()


def follow(
    task: str, words: str, program: str, look: Callable[[], ElementMap], hands: Hands
) -> None:
    """Do the procedure that is offered by these words, until the plan is done."""
    kind = Application(program, program, categories=("FileManager",), command=(program,))
    gate = Gate(Rules.shipped(), lambda event: None, StopSwitch(), None, "trusted", task=task)
    skill, plan, map_ = Procedures([kind]), Outline([task]), look()
    plan.keep_to(constraints_of(task))
    now = Situation(task, plan, Memory(), map_, [kind])
    assert words in [each.words for each in skill.offers(now)]
    skill.begin(UseSkill(TITLE, (("as", words),)), now)
    for number in range(1, _MOST_STEPS):
        move = skill.next(replace(now, map=map_))
        if move is None:
            break
        verdict = gate.review(number, move.action, "", map_)
        assert verdict.kind == "allowed", (move.action, verdict.why)
        if isinstance(move.action, Wait):
            hands.stop.sleep(1)
            before = map_
        else:
            before = replace(map_, screenshot=hands.carry_out(move.action, map_))
        after = look()
        skill.told(move.action, judge(move.action, before, after), map_, after, plan)
        map_ = after
    assert plan.finished, skill.problem
