"""The benchmark of stops: which there are, what it prints, and stops made for real."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from agent.errors import AgentError
from agent.events import Acting, Ended, Started
from agent.trajectory import Outcome
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import suite
from benchmarks.stop.trial import STAGES, Stage, Watcher, tried
from benchmarks.stop.ways import NAMES
from models.runtime.scripted import ScriptedModel
from tests.support.small_model import SMALL


def made(task: str, seconds: float, **figures: float) -> Result:
    known = {"seconds": seconds, "held": 0.0, "children": 0.0, "rest": 0.4, **figures}
    return Result(task, 0, seconds <= 0.5, figures=known)


def test_there_is_a_job_for_each_way_stage_and_moment() -> None:
    jobs = suite("stop").jobs(Options(seeds=(0, 2)))
    assert len(jobs) == len(set(jobs)) == len(NAMES) * len(STAGES) * 3 >= 100
    assert Job("corner-typing", 2) in jobs
    assert suite("stop").jobs(Options(tasks=("tab-looking",))) == [Job("tab-looking")]
    with pytest.raises(AgentError, match=r"no corner-dancing.*ctrl-c-asking"):
        suite("stop").jobs(Options(tasks=("corner-dancing",)))


def test_tables_show_the_median_the_worst_and_what_was_left() -> None:
    results = [
        made("ctrl-c-typing", 0.1),
        made("ctrl-c-looking", 0.2, rest=2.5),
        made("corner-typing", 0.7, held=1.0, children=2.0),
        Result("tab-typing", 0, False, failure="harness", note="RuntimeError: over"),
    ]
    text = suite("stop").tables(results, Options())
    assert "3 stops: median 0.20 s (wanted: 0.2), worst 0.70 s (wanted: 0.5), 1 above it" in text
    assert "Keys or buttons held: 1; processes left: 2." in text
    assert "| ctrl-c | 2 | 0.15 | 0.20 |" in text
    assert "| typing | 2 | 0.40 | 0.70 |" in text
    assert "at most 2.5 s later" in text
    assert "loaded again" not in text
    assert "tab: after the 2 s" in suite("stop").tables([made("tab-typing", 0.1)], Options())
    assert "tab-typing 0 could not be measured: RuntimeError: over" in text


def test_a_run_that_is_over_before_the_stop_is_no_measurement() -> None:
    ended = Ended(Outcome("done"), None, 1.0)
    never = Watcher(Stage(Acting, 0.0), 0.0, lambda: None)
    never(ended)
    with pytest.raises(RuntimeError, match="before the stop"):
        never.seconds()
    late = Watcher(Stage(Started, 0.0), 0.2, lambda: None)
    late(Started("task", "model", Path()))
    late(ended)
    with pytest.raises(RuntimeError, match="before the stop"):
        late.seconds()


@pytest.mark.parametrize("way", ["hotkey", "remote", "ctrl-c", "corner"])
def test_a_stop_is_measured(desktop: Desktop, data_folder: Path, way: str) -> None:
    figures, by = tried(way, "typing", 0, ScriptedModel([], name=SMALL), "rapid", desktop)
    assert 0 < figures["seconds"] < 20
    assert figures["held"] == figures["children"] == 0
    words = {"hotkey": "hotkey", "remote": "deskhand stop", "ctrl-c": "Ctrl+C", "corner": "corner"}
    assert words[way] in by
