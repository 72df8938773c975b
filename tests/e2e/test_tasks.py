"""Whole tasks with the default model on the virtual desktop, from pixels alone.

Each task runs in three variants: other words, other window places, other seeds. What came of it is
checked where it happened, not by what the agent says; and it must say what happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agent.desktop import Desktop
from agent.events import Ended, Event, Stepped
from agent.run import Settings, run_task
from agent.stop import StopSwitch
from benchmarks.apps.suite import TASKS as APPLICATIONS
from benchmarks.jobs import Job, Options
from benchmarks.miniwob.suite import stage as miniwob
from benchmarks.programs import clear
from benchmarks.suites import Stage
from models.paths import data_folder as user_data_folder
from models.store import DEFAULT_MODEL

pytestmark = pytest.mark.timeout(400)

VARIANTS = (1, 2, 3)
TASKS: dict[str, Stage] = {
    **{
        name: APPLICATIONS[name].stage
        for name in ("editor-write", "calculator-product", "web-order")
    },
    **dict.fromkeys(("click-button", "click-link", "enter-text", "click-checkboxes"), miniwob),
}


@dataclass
class Tally:
    """What all runs of this file came to."""

    runs: int = 0
    replies: int = 0
    unusable: int = 0
    steps: int = 0
    not_executed: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def tally() -> Tally:
    return Tally()


@pytest.fixture
def weights_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own that shares the installed weights: runs are kept apart."""
    (tmp_path / "models").symlink_to(user_data_folder() / "models")
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", TASKS)
def test_the_task_is_done_and_said_to_be_done(
    desktop: Desktop, weights_only: None, tally: Tally, name: str, variant: int
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
    tally.runs += 1
    tally.replies += end.replies
    tally.unusable += end.unusable
    tally.steps += len(steps)
    tally.not_executed += [s.description for s in steps if s.effect.kind == "failed"]
    happened = "\n".join(f"{s.number}. {s.description}: {s.effect}" for s in steps)
    assert wrong == "", f"{scene.task}\n{happened}\n{outcome}"
    assert outcome.kind == "done", f"{scene.task}\n{happened}\n{outcome}"


def test_every_reply_could_be_parsed_and_executed(tally: Tally) -> None:
    assert tally.runs >= len(TASKS) * len(VARIANTS), "it counts all tasks: run the whole file"
    print(f"\n{tally.runs} runs, {tally.steps} steps, {tally.replies} replies of the model")
    # What the program knows by itself it does not ask.
    assert tally.replies > 0
    assert (tally.unusable, tally.not_executed) == (0, [])
