"""Whatever breaks around a run, it ends with a clear message and keeps its record."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from agent.desktop.virtual_desktop import start
from agent.desktop.window_watch import WatchedWindows, manager_runs
from models.catalogue.catalogue import spec
from models.files import store
from models.memory import loaded
from models.runtime.errors import ModelError
from models.runtime.llm import Message
from tests.support.mishaps import Going, environment, going, xrandr
from tests.support.places import ROOT
from tests.support.small_model import SMALL, small_model
from tests.support.timing import waited_for
from vision.core.geometry import Box

PROCESSES = ("Xvfb", "dbus-daemon", "openbox")


def kill(run: Going, name: str) -> None:
    """As a crash would end one of the desktop's own processes."""
    pid, _ = run.desktop.record.processes[PROCESSES.index(name)]
    os.kill(pid, signal.SIGKILL)


def kept(data: Path) -> dict[str, object]:
    """The outcome in the only record, whose steps are all whole."""
    (folder,) = (data / "runs").iterdir()
    steps = sorted(folder.glob("step-???.json"))
    assert steps
    for step in steps:
        json.loads(step.read_text("utf-8"))
        for suffix in (".png", "-map.json", "-prompt.txt", "-reply.txt"):
            assert step.with_name(step.stem + suffix).exists()
    assert not list(folder.glob("*.part"))
    outcome = json.loads((folder / "outcome.json").read_text("utf-8"))
    assert isinstance(outcome, dict)
    return outcome


def test_a_program_that_crashes(tmp_path: Path):
    with going(tmp_path) as run:
        run.next("stepped")
        run.go.kill()
        kind, message = run.end()
    assert kind == "failed"
    assert "had no effect" in message
    assert (
        "Windows closed during the run: “Go window”. If a program crashed, start it again"
        in message
    )
    assert kept(tmp_path)["message"] == message


def test_the_window_manager_crashes(tmp_path: Path):
    with going(tmp_path) as run:
        run.next("stepped")
        kill(run, "openbox")
        run.next("stepped")  # it goes on as well as it can
        run.go.kill()
        kind, message = run.end()
    assert kind == "failed"
    assert "The window manager ended during the run. Start it again." in message
    assert kept(tmp_path)["kind"] == "failed"


def test_the_x_server_crashes(tmp_path: Path):
    with going(tmp_path) as run:
        run.next("stepped")
        kill(run, "Xvfb")
        kind, message = run.end()
    assert kind == "error"
    assert message.startswith(
        "The run ended because the connection to the display was lost: the X server"
    )
    assert message.endswith("Start it again, and then the task.")
    assert kept(tmp_path)["message"] == message


SECOND = ("--setmonitor", "right", "400/100x600/150+400+0", "none")


def test_the_screen_changes_its_size(tmp_path: Path):
    with going(tmp_path) as run:
        run.next("stepped")
        xrandr(run.desktop.display, "--fb", "700x500")
        kind, message = run.end()
    assert kind == "error"
    assert "its size changed from 800 × 600 pixels to 700 × 500 pixels." in message
    assert "Start the task again when the screen no longer changes." in message
    assert kept(tmp_path)["message"] == message


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        ((), SECOND, "another monitor was connected."),
        (SECOND, ("--delmonitor", "right"), "a monitor was unplugged or switched off."),
    ],
)
def test_a_monitor_comes_or_goes(tmp_path: Path, first, then, said: str):
    with going(tmp_path, monitor=first) as run:
        run.next("stepped")
        xrandr(run.desktop.display, *then)
        kind, message = run.end()
    assert kind == "error"
    assert message.startswith(f"The screen changed during the run: {said} Start the task again")
    assert kept(tmp_path)["kind"] == "error"


LOCK = """
import sys
from Xlib import X
from vision.capture.x11 import open_display
d = open_display()
s = d.screen()
w = s.root.create_window(0, 0, s.width_in_pixels, s.height_in_pixels, 0, s.root_depth,
                         override_redirect=1, background_pixel=0)
w.set_wm_class("xlock", "XLock")
w.map()
d.sync()
while sys.argv[1] == "keys" and w.grab_keyboard(1, 1, 1, 0) != X.GrabSuccess:
    pass
print("locked", flush=True)
while True:
    d.next_event()
"""


@pytest.fixture
def lock(request: pytest.FixtureRequest):
    """Starts a lock: a window over all, which takes the keys when asked."""
    locks: list[subprocess.Popen[str]] = []

    def locked(display: str, data: Path, how: str) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", LOCK, how], env=environment(display, data), text=True,
            stdout=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        locks.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"

    yield locked
    for process in locks:
        process.kill()
        process.communicate()


def test_the_screen_is_locked(tmp_path: Path, lock):
    with going(tmp_path) as run:
        run.next("stepped")
        lock(run.desktop.display, tmp_path, "keys")
        kind, message = run.end()
    assert kind == "error"
    assert message.startswith("The screen is locked by “XLock”: a window covers all of it")
    assert "Unlock it and start the task again." in message
    assert kept(tmp_path)["kind"] == "error"


def test_a_full_screen_popup_that_takes_no_keys_is_no_lock(
    tmp_path: Path, lock, monkeypatch: pytest.MonkeyPatch
):
    with start((640, 480)) as desktop:
        monkeypatch.setenv("DISPLAY", desktop.display)
        lock(desktop.display, tmp_path, "")
        windows = WatchedWindows([Box(0, 0, 640, 480)])
        assert windows()[0].application == "XLock"
        assert windows.mishaps() == ""
        assert manager_runs()
        os.kill(desktop.record.processes[2][0], signal.SIGKILL)
        waited_for(lambda: not manager_runs())
        assert windows.mishaps() == "The window manager ended during the run. Start it again."


def test_a_full_disk_while_a_run_is_saved(tmp_path: Path):
    with going(tmp_path) as run:
        run.next("stepped")
        # A limit for the size of files stands for the disk: pictures have no room, texts have.
        psutil.Process(run.process.pid).rlimit(psutil.RLIMIT_FSIZE, (2048, 2048))
        kind, message = run.end()
    assert kind == "error"
    assert message.startswith("The record of the run cannot be saved: ")
    assert ".png: File too large. What was saved before that is kept. Free some space" in message
    outcome = kept(tmp_path)
    assert outcome["kind"] == "error"
    assert message == f"{outcome['message']} The record is incomplete."


def test_a_models_file_is_deleted_while_it_is_in_use(data_folder: Path):
    path = store.weights_file(spec(SMALL))
    path.parent.mkdir(parents=True)
    shutil.copyfile(small_model(), path)
    assert store.verify(spec(SMALL))
    model = loaded.load(SMALL, 512)
    try:
        path.unlink()
        assert loaded.load(SMALL, 512) is model
        question = [Message("user", "Say a colour.")]
        assert model.complete(question, max_tokens=3).new_tokens > 0
    finally:
        loaded.unload()
    with pytest.raises(ModelError, match="is not installed") as problem:
        loaded.load(SMALL, 512)
    assert problem.value.hint == f"Download it: deskhand models get {SMALL}"
