"""Whole tasks with the default model on the virtual desktop, from pixels alone.

Each task runs in three variants: other words, other window places, other seeds. What came of it is
checked where it happened, not by what the agent says; and it must say what happened.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Ended, Event, Stepped
from agent.run import Settings, run_task
from benchmarks.apps.suite import TASKS as APPLICATIONS
from benchmarks.episodes.programs import clear
from benchmarks.episodes.scene import Stage
from benchmarks.harness.jobs import Job, Options
from benchmarks.miniwob.suite import stage as miniwob
from models.files.paths import data_folder as user_data_folder
from models.files.store import DEFAULT_MODEL

pytestmark = pytest.mark.timeout(400)

VARIANTS = (1, 2, 3)
TASKS: dict[str, Stage] = {
    **{name: APPLICATIONS[name].stage for name in ("editor-write", "calculator-product")},
    **dict.fromkeys(("click-button", "click-link", "enter-text", "click-checkboxes"), miniwob),
}


# One in a program and one on a page. In most of the others the task's own words say what to do;
# in these the model is asked, so that they show that it answers.
ASKED = (("calculator-product", 1), ("enter-text", 1))
CASES = [
    pytest.param(name, variant, marks=[pytest.mark.smoke] * ((name, variant) in ASKED))
    for name in TASKS
    for variant in VARIANTS
]


@pytest.fixture
def weights_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own that shares the installed weights: runs are kept apart."""
    (tmp_path / "models").symlink_to(user_data_folder() / "models")
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path))


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_the_task_is_done_and_said_to_be_done(
    desktop: Desktop, weights_only: None, name: str, variant: int
) -> None:
    told: list[Event] = []
    with TASKS[name](desktop, Job(name, variant), Options()) as scene:
        outcome = run_task(
            scene.task,
            tell=told.append,
            stop=StopSwitch(),
            settings=Settings(DEFAULT_MODEL, max_steps=12, safety="trusted"),
        )
        wrong = scene.score().wrong
    # What the agent opened itself must not stand in the way of the next test.
    clear(desktop)
    steps = [event.step for event in told if isinstance(event, Stepped)]
    end = told[-1]
    assert isinstance(end, Ended)
    print(f"{len(steps)} steps, {end.replies} replies of the model")
    happened = "\n".join(f"{s.number}. {s.description}: {s.effect}" for s in steps)
    assert wrong == "", f"{scene.task}\n{happened}\n{outcome}"
    assert outcome.kind == "done", f"{scene.task}\n{happened}\n{outcome}"
    # Every reply could be parsed, and what it said was done.
    assert end.unusable == 0
    assert [s.description for s in steps if s.effect.kind == "failed"] == []
    if (name, variant) in ASKED:
        assert end.replies > 0, "the model was not asked"
