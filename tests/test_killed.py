"""A process that is killed leaves a readable record, no pressed key and no desktop behind it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from mishaps import Going, environment, going, started
from timing import AMPLE, waited_for

from agent import desktop as desktops
from agent import interrupted
from agent.desktop import Desktop
from agent.record import RunFolder
from agent.xserver import runs
from vision.x11 import open_display

ROOT = Path(__file__).parent.parent


def pressed(display: str) -> int:
    """How many keys and buttons are down on a display."""
    connection = open_display(display)
    try:
        keys = sum(byte.bit_count() for byte in connection.query_keymap())
        mask = connection.screen().root.query_pointer().mask
        return keys + sum(bool(mask & 1 << bit) for bit in (8, 9, 10))
    finally:
        connection.close()


def readable(folder: Path) -> int:
    """How many steps a record has; each file of each of them can be read."""
    from PIL import Image

    assert json.loads((folder / "task.json").read_text("utf-8"))["task"]
    steps = sorted(folder.glob("step-???.json"))
    for number, path in enumerate(steps, start=1):
        step = json.loads(path.read_text("utf-8"))
        assert step["step"] == number
        assert step["description"]
        json.loads(path.with_name(f"{path.stem}-map.json").read_text("utf-8"))
        with Image.open(path.with_suffix(".png")) as picture:
            picture.load()
    for path in folder.glob("*.json"):
        json.loads(path.read_text("utf-8"))
    return len(steps)


@pytest.mark.desktop
def test_a_run_killed_at_any_moment(tmp_path: Path):
    chance = random.Random(4)
    with going(tmp_path) as run:
        folder = Path(run.next("started"))
        assert interrupted.tell_once(tmp_path / "runs") == [], "it goes on"
        run.next("stepped")
        time.sleep(chance.uniform(0, 1))
        run.kill()
        steps = readable(folder)
        assert steps >= 1
        waited_for(lambda: pressed(run.desktop.display) == 0)
        # The next start says it, and the one after that does not.
        again = started(run.desktop.display, tmp_path)
        try:
            again_run = Going(again, run.desktop, run.go)
            said = again_run.next("noted")
            at = json.loads((folder / "task.json").read_text("utf-8"))["started"][11:16]
            assert said.startswith(f"The run of {at} (“press Go, press Go,")
            assert f"was interrupted at step {steps + 1}: Deskhand was killed, or crashed." in said
            assert str(folder) in said
            assert Path(again_run.next("started")) != folder
        finally:
            again.kill()
            again.communicate()
    assert len(interrupted.tell_once(tmp_path / "runs")) == 1, "the second one was killed too"
    assert interrupted.tell_once(tmp_path / "runs") == []
    assert json.loads((folder / "outcome.json").read_text("utf-8"))["kind"] == "interrupted"


HOLDING = """
import sys, time
from agent import keyguard
from agent.controller import PyAutoGuiController
from vision.geometry import Point
with keyguard.guarded():
    hands = PyAutoGuiController()
    for name in ("ctrl", "shift", "a"):
        hands._key_down(name)
    hands._move(Point(300, 300))
    hands._button_down("left")
    print("held", flush=True)
    sys.stdin.readline()
    hands.release_all()
print("let go", flush=True)
"""


def holding(display: str, data: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING], env=environment(display, data), cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


@pytest.mark.desktop
@pytest.mark.parametrize("whole_group", [False, True])
def test_keys_and_buttons_are_let_go_when_the_process_is_killed(
    desktop: Desktop, tmp_path: Path, whole_group: bool
):
    process = holding(desktop.display, tmp_path)
    assert pressed(desktop.display) == 4
    if whole_group:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()
    waited_for(lambda: pressed(desktop.display) == 0)


@pytest.mark.desktop
def test_the_guard_of_the_keys_goes_with_a_run_that_ends_well(desktop: Desktop, tmp_path: Path):
    process = holding(desktop.display, tmp_path)
    (guard,) = psutil.Process(process.pid).children()
    assert guard.name() in ("sh", "dash", "bash")
    said, _ = process.communicate("\n", timeout=AMPLE)
    assert said == "let go\n"
    assert not runs(guard)
    assert pressed(desktop.display) == 0


STARTING = """
import sys, time
from agent import desktop
print("starting", flush=True)
d = desktop.start((640, 480))
d.launch(["sh", "-c", "trap '' TERM HUP; while :; do sleep 100; done"])
d.launch(["xterm"])
time.sleep(100)
"""


def of_desktops(parent_data: Path) -> list[psutil.Process]:
    """The processes on desktops whose folder lies in a folder of temporary files."""
    found = []
    for process in psutil.process_iter():
        try:
            mark = process.environ().get(desktops.MARK, "")
        except psutil.Error:
            continue
        if mark.startswith(str(parent_data)) and runs(process):
            found.append(process)
    return found


@pytest.mark.desktop
@pytest.mark.parametrize("after", [0.0, 0.15, 0.4, 5.0])
def test_a_desktop_ends_whenever_its_owner_is_killed(tmp_path: Path, after: float):
    """Also while it starts: its own folder for temporary files shows what is left of ours."""
    before = set(Path("/tmp/.X11-unix").glob("X*"))
    process = subprocess.Popen(
        [sys.executable, "-c", STARTING], cwd=ROOT, text=True, stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "starting\n"
    time.sleep(after)
    sockets = set(Path("/tmp/.X11-unix").glob("X*")) - before
    process.kill()
    process.communicate()
    waited_for(lambda: not of_desktops(tmp_path) and not list(tmp_path.glob("deskhand-*")))
    waited_for(lambda: not any(path.exists() for path in sockets))


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
    from panel.markup import state_line
    from panel.progress import Progress, after

    said = "The run of 14:03 was interrupted at step 4."
    line = state_line(after(Progress(), Noted(said)))
    assert f"{said} Ready. Type a task and press Run." in line
    assert "Ready. Type a task and press Run." in state_line(after(Progress(), Noted("")))
