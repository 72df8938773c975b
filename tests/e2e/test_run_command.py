"""deskhand run as a person starts it: a process of its own, stopped by Ctrl+C and the corner."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from agent.desktop.virtual_desktop import Desktop
from tests.support.places import ROOT
from tests.support.small_model import SMALL, install_small_model
from tests.support.timing import AMPLE, waited_for, within
from tests.support.whole_runs import Form, held, opened_form, pointer

# The command itself; besides what it prints, the moment of each event.
WATCHED = """
import sys, time
from commands.main import main
from commands.runs.printing import Teller
shown = Teller.__call__
def told(self, event):
    print("@", type(event).__name__, time.monotonic(), flush=True)
    shown(self, event)
Teller.__call__ = told
main(sys.argv[1:])
"""
LONG_TASK = ", ".join(f"write value {number} into field {number}" for number in range(30))


@dataclass
class Command:
    """deskhand run in a process; `lines` grows while it prints."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(iter(self.process.stdout.readline, ""))

    def moments(self, event: str) -> list[float]:
        return [float(line.split()[2]) for line in self.lines if line.startswith(f"@ {event} ")]

    def reaches(self, event: str, times: int = 1) -> None:
        waited_for(lambda: len(self.moments(event)) >= times or self.process.poll() is not None)
        assert self.moments(event), self.text

    @property
    def text(self) -> str:
        return "".join(line for line in self.lines if not line.startswith("@"))

    def ended(self) -> int:
        """The exit code, when everything was read."""
        code = self.process.wait(AMPLE)
        self._reader.join(AMPLE)
        return code


def started(*words: str, **variables: str) -> Command:
    return Command(
        subprocess.Popen(
            [sys.executable, "-c", WATCHED, "run", *words], cwd=ROOT, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
            env={**os.environ, "COLUMNS": "200", **variables},
        )
    )  # fmt: skip


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    install_small_model()
    subprocess.run(["xdotool", "mousemove", "640", "600"], check=True)
    with opened_form(desktop, tmp_path) as form:
        yield form


def took_to_end(command: Command, since: float, by: str) -> float:
    """Waits for the end of a stopped run; the seconds from `since` to its last event."""
    assert command.ended() == 130, command.text
    (ended,) = command.moments("Ended")
    assert held() == (0, 0)
    assert f"Stopped by {by}." in command.text
    assert "Traceback" not in command.text
    print(f"ended {ended - since:.2f} s after {by}, process {time.monotonic() - since:.2f} s")
    return ended - since


@pytest.mark.smoke
def test_ctrl_c_while_the_model_generates(form: Form):
    command = started(LONG_TASK, "--model", SMALL, "--yes")
    command.reaches("Token", 3)
    command.process.send_signal(signal.SIGINT)
    within(took_to_end(command, time.monotonic(), "Ctrl+C"), 1.0)
    assert not command.moments("Stepped"), "it was generating"


def test_ctrl_c_during_perception(form: Form):
    command = started(LONG_TASK, "--model", SMALL, "--yes")
    command.reaches("Started")
    time.sleep(0.4)  # the screen is at rest and is being read
    command.process.send_signal(signal.SIGINT)
    within(took_to_end(command, time.monotonic(), "Ctrl+C"), 1.0)
    assert not command.moments("Token")


def test_the_mouse_in_the_corner_while_the_model_generates(form: Form):
    command = started(LONG_TASK, "--model", SMALL, "--yes")
    command.reaches("Token", 3)
    since = time.monotonic()
    subprocess.run(["xdotool", "mousemove", "0", "0"], check=True)
    within(took_to_end(command, since, "the mouse in the screen corner"), 1.0)
    subprocess.run(["xdotool", "mousemove", "640", "600"], check=True)


@pytest.mark.smoke
def test_a_task_that_is_not_done_ends_with_1(form: Form):
    command = started("press Nothing", "--model", SMALL, "--yes", "--max-steps", "1")
    assert command.ended() == 1, command.text
    assert "step limit in " in command.text
    assert "Not done: “press Nothing”" in command.text
    assert "Plan:\n  · press Nothing\n" in command.text
    assert re.search(r"^1\. \w+", command.text, re.MULTILINE)
    assert re.search(r"[\d.]+ s: .*settle [\d.]+", command.text), "seconds by stage"
    assert "Traceback" not in command.text


def test_a_dry_run_says_what_it_would_do_and_touches_nothing(form: Form):
    before = pointer()
    command = started("press Save", "--model", SMALL, "--dry-run")
    assert command.ended() == 0, command.text
    assert "Dry run: nothing was clicked or typed. It would " in command.text
    assert pointer() == before
    assert form.told() == []


def test_a_virtual_desktop_is_started_and_stopped(form: Form, monkeypatch: pytest.MonkeyPatch):
    def servers() -> set[int]:
        return {p.pid for p in psutil.process_iter(["name"]) if p.info["name"] == "Xvfb"}

    before = servers()
    monkeypatch.delenv("DISPLAY")
    command = started("press help", "--model", SMALL, "--yes", "--max-steps", "1", "--desktop",
                      "virtual")  # fmt: skip
    command.reaches("Seen")
    own = servers() - before
    assert own
    # What so small a model does on the dressed desktop is not the subject.
    assert command.ended() in (1, 3), command.text
    assert not own & servers(), "its X server runs no more"
    monkeypatch.undo()
    assert form.told() == []


def test_ctrl_c_on_a_virtual_desktop_leaves_no_process(data_folder: Path):
    install_small_model()
    command = started("Enter 5, then press Save", "--model", SMALL, "--yes", "--desktop", "virtual")
    command.reaches("Token")
    children = psutil.Process(command.process.pid).children(recursive=True)
    assert any(child.name() == "Xvfb" for child in children)
    command.process.send_signal(signal.SIGINT)
    assert command.ended() == 130, command.text
    _, alive = psutil.wait_procs(children, 3)
    assert not alive


def test_rules_that_cannot_be_used_are_said_before_anything_is_fetched(data_folder: Path):
    (data_folder / "policy.toml").write_text("max_actions = 3\n")
    command = started("press OK", "--desktop", "virtual", "--yes")
    assert command.ended() == 1
    assert "policy.toml" in command.text
    assert "fetch" not in command.text.casefold()
    assert not (data_folder / "models").exists()
    assert not (data_folder / "runs").exists()
