"""The list of stored runs: always what the folders say, quickly."""

from __future__ import annotations

import json
import os
import shutil
import stat
import time
from pathlib import Path

import pytest

from agent.policy.rules import Rules
from agent.records.archive import folder_of, stored
from agent.records.listing import Wanted, find_runs
from agent.records.summary import Summary, summary
from agent.records.verdict import keep_verdict, verdict
from agent.records.writer import RunFolder
from agent.run import Settings, _record
from tests.support.made_runs import Did, made_run, many, write
from tests.support.timing import AMPLE, within

SETTLED = time.time() - 60


def settle(under: Path) -> None:
    """As if all was written a minute ago: then nothing is read twice."""
    for run in stored(under):
        os.utime(run.path, (SETTLED, SETTLED))


def names(under: Path, wanted: Wanted | None = None) -> list[str]:
    return [run.name for run in find_runs(under, wanted or Wanted()).runs]


def test_without_runs(tmp_path: Path):
    found = find_runs(tmp_path / "none", Wanted())
    assert (found.runs, found.matching, found.bytes) == ((), 0, 0)
    assert not (tmp_path / "none").exists()


def test_what_the_list_shows(tmp_path: Path):
    path = made_run(tmp_path, "Write “Zoë” & save", [Did("click"), Did("type")], outcome="failed")
    (run,) = find_runs(tmp_path, Wanted()).runs
    size = sum(file.stat().st_size for file in path.iterdir())
    assert (run.name, run.task, run.model) == (path.name, "Write “Zoë” & save", "small-model")
    assert (run.kind, run.message, run.steps) == ("failed", "It is saved.", 2)
    assert (run.seconds, run.bytes, run.refused, run.outbound) == (4.0, size, 2, 0)
    assert run.started == 1772359200.0
    assert run.right is None


def test_newest_first_in_pages(tmp_path: Path):
    paths = many(tmp_path, 60)
    newest = [path.name for path in reversed(paths)]
    assert names(tmp_path) == newest[:25]
    assert names(tmp_path, Wanted(first=50)) == newest[50:]
    assert names(tmp_path, Wanted(first=75)) == []


@pytest.mark.parametrize(
    ("wanted", "matching"),
    [
        (Wanted(), 12),
        (Wanted(words="NUMBER 1"), 3),  # 1, 10 and 11: all words, in any case
        (Wanted(words="calculate 11"), 1),
        (Wanted(words="no such word"), 0),
        (Wanted(words="%"), 0),  # signs of SQL are mere signs
        (Wanted(kind="done"), 3),
        (Wanted(model="model-2"), 4),
        (Wanted(kind="done", model="model-2"), 1),
        (Wanted(kind="' OR 1 --"), 0),
    ],
)
def test_search_and_filters(tmp_path: Path, wanted: Wanted, matching: int):
    many(tmp_path, 12)
    found = find_runs(tmp_path, wanted)
    assert (found.matching, len(found.runs)) == (matching, matching)
    assert found.stored == 12
    assert found.models == ("model-0", "model-1", "model-2")
    assert found.kinds == ("done", "failed", "stopped", "step limit")


def test_search_knows_other_letters(tmp_path: Path):
    made_run(tmp_path, "Schreibe GRÜSSE an Zoë", [])
    assert len(names(tmp_path, Wanted(words="grüsse ZOË"))) == 1


def test_it_follows_the_folders(tmp_path: Path):
    paths = many(tmp_path, 5)
    settle(tmp_path)
    assert len(names(tmp_path)) == 5
    shutil.rmtree(paths[1])
    write(paths[2] / "outcome.json.part", {"kind": "error", "message": "new", "seconds": 3})
    (paths[2] / "outcome.json.part").replace(paths[2] / "outcome.json")
    made_run(tmp_path, "a new one", [Did("click")])
    found = {run.name: run for run in find_runs(tmp_path, Wanted()).runs}
    assert len(found) == 5
    assert paths[1].name not in found
    assert found[paths[2].name].message == "new"


def test_only_what_changed_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    paths = many(tmp_path, 5)
    settle(tmp_path)
    names(tmp_path)
    read: list[str] = []
    from agent.records import listing

    def told(path: Path) -> Summary:
        read.append(path.name)
        return summary(path)

    monkeypatch.setattr(listing, "summary", told)
    names(tmp_path)
    assert read == []
    keep_verdict(paths[3], right=False, note="wrong file")
    assert [run.right for run in find_runs(tmp_path, Wanted()).runs] == [
        None, False, None, None, None
    ]  # fmt: skip
    assert set(read) == {paths[3].name}


def test_a_change_within_the_same_moment_is_seen(tmp_path: Path):
    (path,) = many(tmp_path, 1)
    names(tmp_path)
    before = path.stat()
    write(path / "outcome.json", {"kind": "error", "message": "at the same moment"})
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert find_runs(tmp_path, Wanted()).runs[0].message == "at the same moment"


def test_a_run_that_goes_on_and_one_that_was_killed(tmp_path: Path):
    going = made_run(tmp_path, "still at it", [Did("click")], outcome=None)
    killed = RunFolder("killed", "m", tmp_path).path
    told = json.loads((killed / "task.json").read_text("utf-8"))
    write(killed / "task.json", {**told, "process": [2**22 + 1, 1.0]})
    settle(tmp_path)
    kinds = {run.name: run.kind for run in find_runs(tmp_path, Wanted()).runs}
    assert kinds == {going.name: "goes on", killed.name: "interrupted"}


def test_damaged_records_are_listed_all_the_same(tmp_path: Path):
    for number, content in enumerate(("", "{", "[1]", '{"task": 5, "model": {}}', "[" * 9999)):
        folder = tmp_path / f"20300101-00000{number}-x"
        folder.mkdir()
        for name in ("task.json", "outcome.json", "step-001.json", "verdict.json"):
            (folder / name).write_text(content)
    odd = tmp_path / "20300101-000009-x"
    odd.mkdir()
    (odd / "task.json").write_text('{"task": "half \\ud800 a sign", "process": [1e300, NaN]}')
    (tmp_path / "20300101-000008-empty").mkdir()
    found = find_runs(tmp_path, Wanted())
    assert found.matching == 7
    assert {run.kind for run in found.runs} == {"unknown"}
    assert found.runs[0].task == "half ? a sign"


def test_five_hundred_runs(tmp_path: Path):
    many(tmp_path, 500)
    settle(tmp_path)
    began = time.perf_counter()
    assert find_runs(tmp_path, Wanted()).stored == 500
    first = time.perf_counter() - began
    began = time.perf_counter()
    assert find_runs(tmp_path, Wanted(words="499")).matching == 1
    again = time.perf_counter() - began
    print(f"first reading {first:.2f} s, then {again:.3f} s")
    within(first, 5.0)
    within(again, 0.5)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../20300101-000000-a", "20300101-000000-a/../b", "/etc", "x\0y"]
)
def test_no_name_leads_elsewhere(tmp_path: Path, name: str):
    under = tmp_path / "runs"
    (under / "20300101-000000-a").mkdir(parents=True)
    (under / "b").mkdir()
    (tmp_path / "20300101-000000-a").mkdir()
    assert folder_of(under, name) is None
    assert folder_of(under, "20300101-000000-a") == under / "20300101-000000-a"


def test_what_the_person_says_of_a_run(tmp_path: Path):
    assert verdict(tmp_path) is None
    keep_verdict(tmp_path, right=False, note="  It saved the wrong file 😀 \ud83d ")
    said = verdict(tmp_path)
    assert said is not None
    assert (said.right, said.note) == (False, "It saved the wrong file 😀 ?")
    assert abs(said.at - time.time()) < AMPLE
    keep_verdict(tmp_path, right=True, note="x" * 5000)
    said = verdict(tmp_path)
    assert said is not None
    assert (said.right, len(said.note)) == (True, 2000)
    assert [path.name for path in tmp_path.iterdir()] == ["verdict.json"]
    assert stat.S_IMODE((tmp_path / "verdict.json").stat().st_mode) == 0o600
    (tmp_path / "verdict.json").write_text('{"right": "yes"}')
    assert verdict(tmp_path) is None


def test_a_secret_that_becomes_known_later_leaves_the_list_too(tmp_path: Path):
    record = _record("type “hunter2!” there", "m", lambda _: None, Settings(runs=tmp_path), Rules())
    assert len(names(tmp_path)) == 1
    record.secrets.add("hunter2!")
    assert find_runs(tmp_path, Wanted()).runs[0].task == "type “•••” there"
