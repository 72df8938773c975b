"""Runs that were interrupted are known by their records."""

from __future__ import annotations

import json
import os
from pathlib import Path

from agent.records import interrupted
from agent.records.writer import RunFolder


def test_a_record_of_a_run_that_ended_or_is_foreign_is_left_alone(tmp_path: Path):
    for name, files in {
        "20260101-101010-ended": {"task.json": "{}", "outcome.json": "{}"},
        "20260101-101010-older": {"task.json": '{"task": "x", "model": "m"}'},
        "20260101-101010-damaged": {"task.json": '{"task": "x", "proc'},
        "20260101-101010-empty": {},
        "notes": {"task.json": '{"task": "x", "process": [1, 2.0], "started": ""}'},
    }.items():
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).write_text(text)
    assert interrupted.tell_once(tmp_path) == []
    assert interrupted.tell_once(tmp_path / "none") == []


def test_a_number_that_another_process_has_now_is_no_sign_of_life(tmp_path: Path):
    folder = RunFolder("water the plants", "m", tmp_path).path
    assert interrupted.tell_once(tmp_path) == [], "this very process goes on"
    task = json.loads((folder / "task.json").read_text("utf-8"))
    (folder / "task.json").write_text(json.dumps({**task, "process": [os.getpid(), 5.0]}))
    (folder / "step-001.png.part").write_text("half")
    (said,) = interrupted.tell_once(tmp_path)
    assert "(“water the plants”) was interrupted at step 1: " in said
    assert sorted(path.name for path in folder.iterdir()) == ["outcome.json", "task.json"]
    assert (folder / "outcome.json").stat().st_mode & 0o777 == 0o600


def test_the_panel_shows_that_a_run_was_interrupted():
    from agent.events import Noted
    from panel.task.markup import state_line
    from panel.task.progress import Progress, after

    said = "The run of 14:03 was interrupted at step 4."
    line = state_line(after(Progress(), Noted(said)))
    assert f"{said} Ready. Type a task and press Run." in line
    assert "Ready. Type a task and press Run." in state_line(after(Progress(), Noted("")))
