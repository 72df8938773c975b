"""Result files, comparison, tables and the report of failures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.harness.jobs import REPEATED, Job, Options, Result
from benchmarks.reports.calibration import Calibration
from benchmarks.reports.compare import compare, difference, exact_test
from benchmarks.reports.failure_page import write_report
from benchmarks.reports.results import ResultFileError, open_results, read_results
from benchmarks.reports.tables import (
    FAILURES,
    by_failure,
    by_task,
    honesty,
    interval,
    summary,
    table,
)

OPTIONS = Options(tasks=("a", "b"), seeds=(3, 5), oracle=True, plan=False)
RIGHT = Result("a", 3, True, 1.0, 2, 4.5, 100, outcome="done", figures={"completion": 1.0})
WRONG = Result("b", 3, False, -1.0, 9, 60.0, 900, "loop", "failed", "nothing was saved")


@pytest.fixture(autouse=True)
def _calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real calibration takes seconds."""
    known = Calibration(0.25, 0.1, 0.2, "0123abcd", 0.5)
    monkeypatch.setattr("benchmarks.reports.results.calibrate", lambda: known)


def _jobs() -> list[Job]:
    return [Job(task, seed) for task in ("a", "b") for seed in OPTIONS.all_seeds]


def test_options_and_results_survive_being_written():
    assert Options.from_plain(json.loads(json.dumps(OPTIONS.as_plain()))) == OPTIONS
    with_data = replace(OPTIONS, data=Path("some") / "folder")
    assert Options.from_plain(json.loads(json.dumps(with_data.as_plain()))) == with_data
    for result in (RIGHT, WRONG):
        assert Result.from_plain(json.loads(json.dumps(result.as_plain()))) == result


def test_a_run_goes_on_after_a_break(tmp_path: Path):
    path = tmp_path / "new" / "results.jsonl"
    file = open_results(path, "miniwob", OPTIONS)
    file.add(RIGHT)
    file.add(replace(WRONG, failure="harness"))
    with path.open("a") as half:
        half.write('{"task": "a", "se')
    again = open_results(path, "miniwob", OPTIONS)
    assert again.results == [RIGHT, replace(WRONG, failure="harness")]
    # What the harness failed is tried again.
    assert again.left(_jobs()) == [job for job in _jobs() if job != RIGHT.job]
    again.add(WRONG)
    third = read_results(path)
    assert third.of(_jobs()) == [RIGHT, WRONG]
    assert third.began == file.began
    assert "calibration: Python 0.25 s" in file.machine
    assert third.machine == again.machine == file.machine
    assert third.options == OPTIONS


def test_a_result_file_names_no_folder_of_this_machine(tmp_path: Path):
    path, there = tmp_path / "results.jsonl", tmp_path / "recordings"
    open_results(path, "screenagent", replace(OPTIONS, data=there)).add(RIGHT)
    assert str(tmp_path) not in path.read_text()
    assert "recordings" in path.read_text()
    again = open_results(path, "screenagent", replace(OPTIONS, data=there))
    assert again.results == [RIGHT]
    assert again.options.data == there


def test_more_seeds_and_tasks_go_on_in_the_same_file(tmp_path: Path):
    path = tmp_path / "results.jsonl"
    open_results(path, "miniwob", OPTIONS).add(RIGHT)
    wider = replace(OPTIONS, tasks=("a", "b", "c"), seeds=(3, 9))
    assert open_results(path, "miniwob", wider).results == [RIGHT]


def test_wordings_of_a_task_are_kept_apart_in_a_file(tmp_path: Path):
    path = tmp_path / "results.jsonl"
    open_results(path, "apps", OPTIONS).add(RIGHT)
    reworded = replace(OPTIONS, wordings=(0, 1))
    again = open_results(path, "apps", reworded)
    assert again.left([RIGHT.job, replace(RIGHT.job, wording=1)]) == [Job("a", 3, 1)]
    again.add(replace(WRONG, task="a", wording=1))
    known = read_results(path)
    assert known.of([RIGHT.job]) == [RIGHT]
    assert [(r.wording, r.success) for r in known.results] == [(0, True), (1, False)]


def test_a_file_from_before_there_were_wordings_has_the_usual_one(tmp_path: Path):
    path = tmp_path / "results.jsonl"
    open_results(path, "apps", OPTIONS).add(RIGHT)
    header, line = (json.loads(text) for text in path.read_text().splitlines())
    del header["options"]["wordings"], line["wording"]
    path.write_text(f"{json.dumps(header)}\n{json.dumps(line)}\n")
    assert open_results(path, "apps", OPTIONS).results == [RIGHT]


@pytest.mark.parametrize(
    ("bench", "options"),
    [
        ("apps", OPTIONS),
        ("miniwob", replace(OPTIONS, plan=True)),
        ("miniwob", replace(OPTIONS, model="another")),
        ("miniwob", replace(OPTIONS, oracle=False)),
    ],
)
def test_results_of_something_else_are_not_mixed(tmp_path: Path, bench: str, options: Options):
    path = tmp_path / "results.jsonl"
    open_results(path, "miniwob", OPTIONS).add(RIGHT)
    before = path.read_bytes()
    with pytest.raises(ResultFileError, match=r"other options.*Choose another file"):
        open_results(path, bench, options)
    assert path.read_bytes() == before


def test_a_damaged_file_is_said_with_its_line(tmp_path: Path):
    path = tmp_path / "results.jsonl"
    path.write_text("some text of mine\n")
    with pytest.raises(ResultFileError, match="no result file of `deskhand bench`"):
        open_results(path, "miniwob", OPTIONS)
    path.unlink()
    file = open_results(path, "miniwob", OPTIONS)
    with path.open("a") as damaged:
        damaged.write("{}\n")
    file.add(RIGHT)
    with pytest.raises(ResultFileError, match="line 2: this is no result"):
        read_results(path)


SERIES = st.lists(st.tuples(st.floats(-100, 100), st.floats(-100, 100)), min_size=1, max_size=30)


@given(SERIES)
def test_a_difference_lies_in_its_interval_and_turns_round(pairs: list[tuple[float, float]]):
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    there, back = difference(a, b), difference(b, a)
    assert there.low - 1e-6 <= there.high
    assert there.mean == pytest.approx(float(np.mean(b) - np.mean(a)), abs=1e-6)
    assert there.mean == pytest.approx(-back.mean, abs=1e-6)
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-6)
    assert difference(a, a) == pytest.approx(replace(there, mean_b=there.mean_a, low=0, high=0))


def test_nearly_all_intervals_hold_the_true_difference():
    chance = np.random.default_rng(7)
    holding = wide = 0
    for _ in range(100):
        a = chance.normal(0.0, 1.0, 50)
        found = difference(a.tolist(), (a + chance.normal(0.5, 1.0, 50)).tolist())
        holding += found.low < 0.5 < found.high
        wide += found.high - found.low > 0.8
    # 95 of 100 are expected, and a width of 0.55.
    assert 88 <= holding < 100
    assert wide == 0


def test_the_exact_test_is_the_binomial_one():
    assert exact_test(0, 0) == 1.0
    assert exact_test(0, 5) == pytest.approx(2 / 2**5)
    assert exact_test(3, 3) == pytest.approx(1.0)


def test_a_comparison_pairs_the_episodes():
    a = [replace(RIGHT, seed=seed) for seed in range(8)]
    b = [replace(WRONG, task="a", seed=seed) for seed in range(2, 12)]
    said = compare(a, b)
    assert "6 episodes that both have" in said
    assert "| success | 100.0 % | 0.0 % | -100.0 points | -100.0 to -100.0 |" in said
    assert "Solved by A alone: 6, by B alone: 0" in said
    assert "A is better" in said
    assert "| a | 6/6 | 0/6 |" in said
    assert "unsure" in compare(a, a)
    # The same task in other words is another episode.
    with pytest.raises(ResultFileError, match="no task, seed and wording in common"):
        compare(a, [replace(each, wording=1) for each in b])
    assert "2 episodes that both have" in compare(a, [*b[:2], replace(b[2], wording=1)])
    with pytest.raises(ResultFileError, match="no task, seed and wording in common"):
        compare(a, [replace(RIGHT, task="z")])


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_interval_of_a_share_holds_the_share(good: int, bad: int):
    low, high = interval(good, good + bad)
    assert 0.0 <= low < high <= 1.0
    if good + bad:
        assert low <= good / (good + bad) <= high


def test_wilsons_interval_is_the_published_one():
    # 81 of 263: R. G. Newcombe, Statistics in Medicine 17 (1998), table I.
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=2e-4)


def test_tables_count_what_happened():
    text = by_task([RIGHT, WRONG, replace(WRONG, seed=4, failure="limit")])
    assert "| a | 1/1 | 2.0 | 4 | 100 |  |" in text
    assert "| b | 0/2 | 9.0 | 60 | 900 | loop 1, limit 1 |" in text
    counts = dict(
        zip(FAILURES, by_failure([RIGHT, WRONG]).splitlines()[2].split("|")[2:-1], strict=True)
    )
    assert {name: int(n) for name, n in counts.items()} == {
        name: int(name == "loop") for name in FAILURES
    }
    assert summary([RIGHT, WRONG]).startswith("1 of 2 (50.0 %, 95 % interval 9–91 %)")
    assert summary([RIGHT, WRONG]).endswith("a step 4.5 s (median of runs).")
    assert table(("x",), [("a|b",)]).endswith("| a\\|b |")


def test_claims_that_are_not_so_and_loops_are_shares_of_all_runs():
    lie = replace(WRONG, outcome="done", figures={REPEATED: 3})
    twice = replace(RIGHT, figures={REPEATED: 2})
    said = honesty([lie, twice, WRONG, WRONG])
    assert said.startswith("Said to be done: 2, of which really done: 1 (not so: 25.0 % of runs).")
    assert said.endswith("One action 3 times or more in one state: 1 of 2 runs.")
    # Results of before it was counted tell nothing of it.
    assert "in one state" not in honesty([RIGHT])


def test_an_episode_names_its_wording_unless_it_is_the_usual_one():
    assert (Job("a", 3).name, Job("a", 3, 2).name) == ("a-3", "a-3-wording-2")
    broken = Result.of_harness(Job("a", 3, 2), "The worker broke.")
    assert (broken.job, broken.failure) == (Job("a", 3, 2), "harness")


def test_a_report_shows_the_failures_and_escapes_what_was_on_the_screen(tmp_path: Path):
    record = tmp_path / "records" / "b-3"
    record.mkdir(parents=True)
    (record / "task.json").write_text(json.dumps({"task": "press <b>Go</b>"}))
    step = {
        "step": 1,
        "description": "click “<script>x</script>”",
        "effect": {"kind": "no visible change", "evidence": "the same"},
    }
    (record / "step-001.json").write_text(json.dumps(step))
    (record / "step-001.png").write_bytes(b"")
    failed = replace(WRONG, record="b-3", wording=2)
    path = write_report(tmp_path, "deskhand bench", [RIGHT, failed])
    page = path.read_text("utf-8")
    assert "1 of 2 not done" in page
    assert "b, seed 3, wording 2" in page
    assert "<script" not in page
    assert "press &lt;b&gt;Go&lt;/b&gt;" in page
    assert "records/b-3/step-001.png" in page
    assert "http" not in page
