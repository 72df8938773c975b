"""Stored runs: listing, deleting, limits; and that nothing else is ever deleted."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.events import Event
from agent.policy.rules import Rules
from agent.records.archive import prune, stored
from agent.records.writer import RunFolder
from agent.run import Settings, _record
from commands.runs.records import app

DAY = 24 * 3600
NOW = 1_900_000_000.0


def made(under: Path, number: int, days_old: float, size: int = 1000) -> Path:
    path = under / f"20300101-00000{number}-task"
    path.mkdir(parents=True)
    (path / "task.json").write_bytes(b"x" * size)
    os.utime(path, (NOW - days_old * DAY,) * 2)
    return path


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    return [made(tmp_path, number, days) for number, days in ((1, 30), (2, 10), (3, 1))]


def names(under: Path) -> list[str]:
    return [run.path.name for run in stored(under)]


@pytest.mark.parametrize(
    ("days", "megabytes", "left"),
    [(0, 0, 3), (20, 0, 2), (5, 0, 1), (0, 0.0025, 2), (0, 0.001, 1), (0.5, 0, 0), (20, 1, 2)],
)
def test_limits(tmp_path: Path, runs: list[Path], days: float, megabytes: float, left: int):
    prune(tmp_path, days, megabytes, NOW)
    assert names(tmp_path) == [path.name for path in runs[3 - left :]]


def test_what_is_no_run_is_left_alone(tmp_path: Path, runs: list[Path]):
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    kept = made(elsewhere, 9, 99)
    (tmp_path / "20300101-000009-link").symlink_to(kept)
    (tmp_path / "my notes").mkdir()
    (tmp_path / "20300101-000008-file").write_text("x")
    prune(tmp_path, 0.001, 0, NOW)
    assert names(tmp_path) == []
    assert (kept / "task.json").exists()
    assert {path.name for path in tmp_path.iterdir()} == {
        "20300101-000009-link", "my notes", "20300101-000008-file",
    }  # fmt: skip


def test_old_records_go_when_a_run_begins(tmp_path: Path):
    made(tmp_path, 1, days_old=(NOW - time.time()) / DAY + 40)
    kept = made(tmp_path, 2, days_old=(NOW - time.time()) / DAY + 20)
    told: list[Event] = []
    settings = Settings(runs=tmp_path)
    begun = _record("write it", "model", told.append, settings, Rules(keep_days=30))
    assert [run.path for run in stored(tmp_path)] == [kept, begun.folder.path]
    big = _record("again", "model", told.append, settings, Rules(keep_megabytes=0.00001))
    assert [run.path for run in stored(tmp_path)] == [big.folder.path]


def test_only_the_person_can_list_the_runs(tmp_path: Path):
    """Their names say what was done."""
    path = RunFolder("write a letter", "model", tmp_path / "data" / "runs").path
    for folder in (path, path.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700, folder


def test_no_folder_yet(tmp_path: Path):
    assert prune(tmp_path / "none", 1, 1) == []


def called(*words: str, answer: str = "") -> tuple[int, str]:
    ended = CliRunner().invoke(app, list(words), input=answer)
    return ended.exit_code, ended.output


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path))
    folder = tmp_path / "runs"
    one, two, three = (made(folder, n, days) for n, days in ((1, 3000), (2, 3000), (3, 3000)))
    code, said = called("list")
    assert code == 0
    assert str(one) in said
    assert called("delete")[0] == 2
    assert called("delete", "--all", one.name)[0] == 2
    code, said = called("delete", "../runs2", "--yes")
    assert (code, "there is no record runs2" in said) == (2, True)
    code, said = called("delete", "--all", answer="n\n")
    assert (code, len(names(folder))) == (1, 3)
    assert "Delete 3 records" in said
    assert called("delete", str(two), "--yes")[0] == 0
    assert names(folder) == [one.name, three.name]
    os.utime(three)
    assert called("delete", "--older-than", "1", "--yes")[0] == 0
    assert names(folder) == [three.name]
    assert called("delete", "--all", "-y")[0] == 0
    assert names(folder) == []
    assert "nothing to delete" in called("delete", "--all")[1]
