"""The benchmark of everyday pages on a real desktop."""

from __future__ import annotations

import pytest

from agent.computer.controller import PyAutoGuiController
from agent.desktop.virtual_desktop import Desktop
from agent.events import Ended
from agent.trajectory import Outcome
from benchmarks.episodes import play
from benchmarks.everyday.pages import EverydayPage
from benchmarks.everyday.suite import opened
from benchmarks.harness.jobs import Job, Options
from benchmarks.harness.suites import Place, suite
from tests.support.timing import waited_for

NAME = "climbing-class"


PAGE = EverydayPage(
    "made",
    "locked",
    ("Press the button.",),
    "<!doctype html><script src=state.js></script><script>report({pressed: false})</script>"
    "<button onclick='report({pressed: true}, \"pressed\")'>Press</button>",
    {"pressed": True},
)


def test_the_page_tells_what_is_clicked_on_it(desktop: Desktop) -> None:
    with opened(desktop, PAGE, 0) as (_, scene):
        assert scene.truth is not None
        (button,) = (each for each in scene.truth() if each.text == "Press")
        before = scene.score()
        PyAutoGuiController().click(button.box.center)
        waited_for(lambda: scene.score().success)
    assert (before.success, before.wrong) == (False, "pressed is false")


def test_a_run_that_does_nothing_is_neither_right_nor_harm(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_task(task: str, *, tell: object, **given: object) -> Outcome:
        outcome = Outcome("failed", "Nothing was done.")
        tell(Ended(outcome, None, 1.0))  # type: ignore[operator]
        return outcome

    monkeypatch.setattr(play, "run_task", run_task)
    monkeypatch.setattr(play, "_warm", lambda options: None)
    result = suite("everyday").run(Job(NAME, 0, 1), Options(), Place(desktop))
    assert (result.success, result.reward, result.figures["harm"]) == (False, 0.0, 0.0)
