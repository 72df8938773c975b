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

from agent.desktop import virtual_desktop as desktops
from agent.desktop.virtual_desktop import Desktop
from agent.desktop.xserver import runs
from agent.records import interrupted
from tests.support.mishaps import Going, environment, going, started
from tests.support.places import ROOT
from tests.support.timing import AMPLE, waited_for
from vision.capture.x11 import open_display


def pressed(display: str) -> int:
    """How many keys and buttons are down on a display."""
    connection = open_display(display)
    try:
        keys: int = sum(byte.bit_count() for byte in connection.query_keymap())
        mask: int = connection.screen().root.query_pointer().mask
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


@pytest.mark.smoke
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
            assert f"was interrupted at step {steps + 1}: Deskhand was killed or crashed." in said
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
from agent.keyboard import key_release_guard as keyguard
from agent.computer.controller import PyAutoGuiController
from vision.core.geometry import Point
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


@pytest.mark.parametrize("whole_group", [pytest.param(False, marks=pytest.mark.smoke), True])
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
from agent.desktop import virtual_desktop as desktop
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


@pytest.mark.parametrize("after", [0.0, 0.15, 0.4, None])
def test_a_desktop_ends_whenever_its_owner_is_killed(tmp_path: Path, after: float | None):
    """Also while it starts: its own folder for temporary files shows what is left of ours. None is
    when all that it starts is there."""
    before = set(Path("/tmp/.X11-unix").glob("X*"))
    process = subprocess.Popen(
        [sys.executable, "-c", STARTING], cwd=ROOT, text=True, stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "starting\n"
    if after is None:
        waited_for(lambda: any(one.name() == "xterm" for one in of_desktops(tmp_path)))
    else:
        time.sleep(after)
    sockets = set(Path("/tmp/.X11-unix").glob("X*")) - before
    process.kill()
    process.communicate()
    waited_for(lambda: not of_desktops(tmp_path) and not list(tmp_path.glob("deskhand-*")))
    waited_for(lambda: not any(path.exists() for path in sockets))
