"""Workers that break: each is reported, the others go on, and nothing is left behind."""

from __future__ import annotations

import tempfile
import threading
import time
from pathlib import Path

import psutil
import pytest

from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.runner import run_jobs
from tests.support.breaking_suite import SUITE
from tests.support.places import ROOT
from tests.support.timing import within

NAME = "tests.support.breaking_suite"
# A job counts as hanging after 6 seconds.
HASTY = Options(seconds=1.0, patience=5.0)
# In the environment of whatever these tests start: other benchmarks may run meanwhile.
OURS = "DESKHAND_TEST_OF_RUNNER"


def _marked() -> list[str]:
    """Living processes that were started by this test."""
    found = []
    for process in psutil.process_iter():
        try:
            # Chromium writes over its environment.
            argv = " ".join(process.cmdline())
            ours = OURS in process.environ() or f"={tempfile.gettempdir()}/dhw" in argv
            if ours and process.status() != psutil.STATUS_ZOMBIE:
                found.append(argv)
        except (psutil.Error, OSError):
            continue
    return found


def _run(jobs: list[Job], workers: int, folder: Path) -> list[Result]:
    results: list[Result] = []
    run_jobs(NAME, jobs, HASTY, workers=workers, log=folder / "log", tell=results.append)
    return results


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OURS, "1")


def test_what_breaks_is_reported_and_the_rest_goes_on(tmp_path: Path):
    before = _marked()
    results = _run(SUITE.jobs(HASTY), 1, tmp_path)
    assert [result.job for result in results] == SUITE.jobs(HASTY)
    failed = {r.task: r.note for r in results if r.failure == "harness"}
    assert set(failed) == {"raises", "crashes", "hangs"}
    assert failed["raises"] == "RuntimeError: this scene cannot be set up"
    assert "ended by itself (exit code 7)" in failed["crashes"]
    assert "said nothing for 6 s" in failed["hangs"]
    assert all(r.success for r in results if r.task not in failed)
    assert _marked() == before
    log = (tmp_path / "log").read_text()
    assert "noise of a library" in log
    assert "this scene cannot be set up" in log


def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path):
    jobs = [Job("fine", seed) for seed in range(6)] + [Job("raises", 6)]
    one, three = _run(jobs, 1, tmp_path), _run(jobs, 3, tmp_path)
    assert sorted(three, key=lambda r: r.seed) == one
    assert len(one) == len(jobs)


def test_a_break_leaves_nothing_behind(tmp_path: Path):
    before = _marked()
    jobs = [Job("fine", 0), Job("hangs", 1), Job("fine", 2)]

    def interrupt(result: Result) -> None:
        assert result.seed == 0
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_jobs(NAME, jobs, Options(), workers=2, log=tmp_path / "log", tell=interrupt)
    within(time.monotonic() - began, 60)
    assert _marked() == before


def test_a_browser_of_a_worker_that_hangs_is_ended(tmp_path: Path):
    before = _marked()
    folders = set(Path(tempfile.gettempdir()).glob("dhw*"))
    patient = Options(seconds=10.0, patience=5.0)
    seen: list[int] = []

    def look(result: Result) -> None:
        assert result.failure == "harness"

    watch = threading.Thread(target=lambda: seen.append(_most_browsers(12.0)))
    watch.start()
    run_jobs(
        NAME, [Job("hangs with a browser")], patient, workers=1, log=tmp_path / "log", tell=look
    )
    watch.join()
    assert seen[0] > 2, "the browser did not start, so that nothing was tested"
    assert _marked() == before
    assert set(Path(tempfile.gettempdir()).glob("dhw*")) == folders


def _most_browsers(seconds: float) -> int:
    """The most processes of the browser that there were at one time."""
    most, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        most = max(most, sum("chromium" in argv for argv in _marked()))
        time.sleep(0.5)
    return most


def test_a_missing_benchmark_is_said(tmp_path: Path):
    results: list[Result] = []
    run_jobs(
        "tests.no_such_suite",
        [Job("fine")],
        HASTY,
        workers=1,
        log=tmp_path / "log",
        tell=results.append,
    )
    assert [r.failure for r in results] == ["harness"]
    assert "no_such_suite" in (tmp_path / "log").read_text()
