"""Procedures in whole runs with real programs: files, texts and commands. The model chooses a
procedure by its words and is not asked again before it is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.mechanisms import Mechanisms
from agent.policy.rules import Rules
from agent.run import Settings, run_task
from benchmarks.apps.base import Episode, episode
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told
from tests.support.choosing import choosing


@pytest.fixture
def stage(desktop: Desktop) -> Iterator[Episode]:
    with episode(desktop) as stage:
        yield stage


def ran(task: str, *chosen: str, safety: str = "trusted") -> Told:
    """A run whose model takes the suggestions that begin so, and else says that it cannot go on."""
    told = Told()
    answer = choosing(*chosen, wishes=[{"cannot": "no more to choose"}])
    settings = Settings(
        max_steps=15,
        mechanisms=Mechanisms(),
        safety="trusted" if safety == "trusted" else "risky",
        rules=Rules.shipped(),
        runs=Path("runs").absolute(),
    )
    run_task(task, tell=told, stop=StopSwitch(), settings=settings, model=ScriptedModel(answer))
    return told


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.smoke
def test_a_file_is_renamed_and_moved(stage: Episode) -> None:
    (stage.documents / "Old").mkdir()
    (stage.documents / "plan.txt").write_text("plan")
    stage.start(["thunar", str(stage.documents)], (40, 30), "Documents")
    told = ran(
        "Rename plan.txt to “plan b.txt” and move “plan b.txt” into the folder Old",
        'rename "plan.txt" to "plan b.txt"',
        'move "plan b.txt" into the folder "Old"',
    )
    assert told.outcome.kind == "done", told.outcome
    assert (stage.documents / "Old" / "plan b.txt").read_text() == "plan"
    assert [path.name for path in stage.documents.iterdir()] == ["Old"]
    # Asked once for each procedure: all other steps are theirs.
    assert [step.by for step in told.steps] == ["skill"] * len(told.steps)
    assert sum(step.new_tokens > 0 for step in told.steps) <= 2


def test_a_line_is_added_to_a_text_and_saved(stage: Episode) -> None:
    path = stage.documents / "list.txt"
    path.write_text("bread\nmilk")  # no line break at its end
    stage.start(["mousepad", "--disable-server", str(path)], (40, 30), "list.txt")
    told = ran(
        "Add the line “green tea” at the end and save the file",
        'add the line "green tea" at the end',
        "save the document under the name that it has",
    )
    assert told.outcome.kind == "done", told.outcome
    assert path.read_text().rstrip("\n") == "bread\nmilk\ngreen tea"


def test_a_command_that_fails_is_no_success(stage: Episode) -> None:
    stage.start(["xterm", "-fa", "Mono", "-fs", "12", "-e", "bash", "--norc"], (40, 30))
    told = ran("Delete nothing.txt in the terminal", 'delete "nothing.txt" with a command')
    assert told.descriptions[:2] == [
        "type “rm nothing.txt” into what has the focus",
        "press enter",
    ]
    assert told.outcome.kind == "failed", told.outcome
    assert "Not done: “Delete nothing.txt in the terminal”" in told.outcome.message


def test_what_needs_a_permission_is_asked_about(stage: Episode) -> None:
    (stage.documents / "plan.txt").write_text("plan")
    stage.start(["thunar", str(stage.documents)], (40, 30), "Documents")
    told = ran("Delete the file plan.txt", 'delete the file "plan.txt"', safety="risky")
    assert (stage.documents / "plan.txt").exists(), "nobody was there to allow it"
    denied = [s.effect.kind for s in told.steps if s.description == "press delete"]
    # Before and after the file was chosen: two states.
    assert denied in (["not allowed"], ["not allowed"] * 2)
    assert told.outcome.kind == "failed", told.outcome
