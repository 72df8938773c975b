"""Hours of tasks in one process: what is counted, what counts as growth, what as a crash."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.suite import TASKS
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.miniwob.pages import chosen
from benchmarks.soak.held import Held, held
from benchmarks.soak.run import PAGES, Sample, Work, mixture, soak
from benchmarks.soak.tables import growth, tables
from commands.main import main
from tests.support.timing import waited_for

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
RIGHT = Result("a", 1, True, steps=2, outcome="done")
HELD = Held(100, 50, 10, 4, 3, 0)


def _sample(at: float, memory: int, result: Result = RIGHT) -> Sample:
    return Sample(at, "apps", result, replace(HELD, memory=memory))


def test_growth_compares_the_time_after_the_start_with_the_end():
    # 800 seconds: from 100 to 200 against the time after 700.
    samples = [
        _sample(50, 10), _sample(120, 100), _sample(150, 104), _sample(199, 999),
        _sample(450, 5000), _sample(720, 110), _sample(760, 208), _sample(800, 130),
    ]  # fmt: skip
    found = growth(samples, lambda held: held.memory)
    assert (found.begin, found.end) == (104, 130)
    assert found.share == pytest.approx(0.25)


def test_a_short_run_is_compared_too_and_one_task_tells_nothing():
    samples = [_sample(300, 100), _sample(400, 150)]
    assert growth(samples, lambda held: held.memory).share == pytest.approx(0.5)
    with pytest.raises(ValueError, match="two samples"):
        growth(samples[:1], lambda held: held.memory)


def test_the_table_names_what_crashed_and_a_task_not_done_is_no_crash():
    broken = Result("b", 7, False, failure="harness", note="OSError: no room")
    ended = Result("c", 7, False, outcome="error", note="the X server has gone")
    failed = Result("d", 7, False, failure="loop", outcome="stuck")
    results = (RIGHT, broken, ended, failed)
    samples = [_sample(60.0 * (n + 1), 100, result) for n, result in enumerate(results)]
    assert [sample.crashed for sample in samples] == [False, True, True, False]
    said = tables(samples, "some-model")
    assert "4 tasks with 2 steps in one process" in said
    assert "2 crashes" in said
    assert "apps b 7 after 2 minutes: OSError: no room" in said
    assert "the X server has gone" in said
    assert "| open files | 10 | 10 | +0.0% |" in said


def test_the_mixture_holds_tasks_that_there_are():
    work = list(islice(mixture(Options(seeds=(3, 3))), 44))
    assert {name for name, _, _ in work} == {"apps", "miniwob"}
    assert {job.seed for _, job, _ in work} == {3, 4, 5}
    assert {job.task for name, job, _ in work if name == "apps"} <= set(TASKS)
    assert set(chosen(PAGES)) == set(PAGES)


def test_what_is_left_behind_is_counted(desktop: Desktop, tmp_path: Path):
    # What other tests left to be asked for its exit status is asked now.
    desktop.launch(["true"]).wait()
    before = held(desktop)
    assert before.memory > 20e6
    assert before.x_memory > 1e6
    mine = subprocess.Popen(SLEEP)
    others = desktop.launch(["sh", "-c", "python3 -c 'import time; time.sleep(600)' & wait"])
    with (tmp_path / "left open").open("w"):
        waited_for(lambda: held(desktop).processes == before.processes + 3)
        assert held(desktop).files == before.files + 1
    subprocess.run(["pkill", "-P", str(others.pid)], check=True)
    mine.kill()
    waited_for(lambda: held(desktop).zombies == before.zombies + 2)
    assert held(desktop).processes == before.processes
    # The next program that is started asks those that have ended on the desktop.
    desktop.launch(["true"])
    mine.wait()
    waited_for(lambda: held(desktop).zombies == before.zombies + 1)
    desktop.launch(["sleep", "0"]).wait()
    assert held(desktop).files == before.files


def test_a_soak_run_goes_on_after_what_breaks(desktop: Desktop, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GSETTINGS_BACKEND", "memory")

    def work() -> Iterator[Work]:
        for task in ("fine", "raises", "leaves"):
            yield "tests.support.breaking_suite", Job(task), Options()
        while True:
            time.sleep(0.5)
            yield "tests.support.breaking_suite", Job("fine"), Options()

    heard: list[Sample] = []
    samples: Sequence[Sample] = soak(8.0, work(), desktop, heard.append)
    assert heard == samples
    assert [s.result.task for s in samples[:4]] == ["fine", "raises", "leaves", "fine"]
    assert [s.result.note for s in samples if s.crashed] == [
        "RuntimeError: this scene cannot be set up"
    ]
    # The program that was left was ended before anything was counted.
    assert len({s.held.processes for s in samples}) == 1
    # Times are rounded.
    assert samples[-1].at >= 8.0 >= samples[-2].at


def test_a_missing_model_is_said_before_anything_starts(
    data_folder: Path, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as end:
        main(["bench", "soak", "--model", "smollm2-135m-q4"])
    assert end.value.code != 0
    assert "smollm2-135m-q4 is not installed" in capsys.readouterr().err
