"""`deskhand stop`, `pause` and `resume` from another process, and the files by which they reach a
run."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.control.pause import PauseSwitch
from agent.control.remote import live_runs, reachable
from agent.control.stop import StopSwitch
from tests.support.places import ROOT
from tests.support.timing import AMPLE, waited_for, within

pytestmark = pytest.mark.smoke

Switches = tuple[StopSwitch, PauseSwitch]


@pytest.fixture
def switches(data_folder: Path) -> Iterator[Switches]:
    switches = StopSwitch(), PauseSwitch()
    with reachable(*switches):
        yield switches


def command(*words: str) -> subprocess.Popen[str]:
    """deskhand with these words, as from another terminal."""
    script = "import sys; from commands.main import main; main(sys.argv[1:])"
    return subprocess.Popen(
        [sys.executable, "-c", script, *words], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def said(*words: str) -> tuple[int, str]:
    process = command(*words)
    output, _ = process.communicate(timeout=AMPLE)
    return process.returncode, output


def test_what_is_asked_reaches_the_switches(switches: Switches):
    stop, pause = switches
    (run,) = live_runs()
    assert run.pid == os.getpid()
    assert run.ask("pause")
    waited_for(lambda: pause.pressed)
    assert run.ask("resume")
    waited_for(lambda: not pause.pressed)
    assert run.ask("step")

    def held_after_an_action() -> bool:
        pause.acted()
        return pause.pressed

    waited_for(held_after_an_action)
    assert not stop.event.is_set()
    asked = time.monotonic()
    assert run.ask("stop")
    assert stop.event.wait(AMPLE)
    within(time.monotonic() - asked, 0.3)
    assert stop.by == "deskhand stop"


def test_other_words_do_nothing(switches: Switches):
    stop, pause = switches
    (run,) = live_runs()
    run.path.write_text(run.path.read_text() + "shut down\n\nrm -rf\n")
    assert run.ask("pause")
    waited_for(lambda: pause.pressed)
    assert not stop.event.is_set()


def test_nobody_else_may_read_or_write_the_file(switches: Switches):
    (run,) = live_runs()
    assert stat.S_IMODE(run.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(run.path.parent.stat().st_mode) == 0o700
    assert set(json.loads(run.path.read_text())) == {"pid", "created"}, "nothing of the task"


def test_an_ended_run_leaves_nothing_and_hears_nothing(data_folder: Path):
    with reachable(StopSwitch(), PauseSwitch()):
        (run,) = live_runs()
        assert not run.ended
    assert run.ended
    assert not run.ask("stop")
    assert run.ended, "asking does not make the file anew"
    assert live_runs() == []
    assert list(run.path.parent.iterdir()) == []


def test_what_a_killed_run_left_is_removed(data_folder: Path):
    script = (
        "import time; from agent.control.remote import reachable\n"
        "from agent.control.stop import StopSwitch; from agent.control.pause import PauseSwitch\n"
        "with reachable(StopSwitch(), PauseSwitch()):\n"
        "    print('ready', flush=True); time.sleep(600)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    (run,) = live_runs()
    assert run.pid == child.pid
    child.kill()
    waited_for(lambda: live_runs() == [])
    child.wait(AMPLE)
    assert run.ended


def test_the_number_of_a_dead_process_may_be_anothers(data_folder: Path):
    folder = data_folder / "live"
    folder.mkdir()
    (folder / "1-old.run").write_text(json.dumps({"pid": os.getpid(), "created": 5.0}) + "\n")
    (folder / "2-broken.run").write_text("no file of ours\n")
    assert live_runs() == []
    assert [path.name for path in folder.iterdir()] == ["2-broken.run"]


def test_nothing_runs(data_folder: Path):
    for words in (["stop"], ["pause"], ["resume", "--step"]):
        code, output = said(*words)
        assert (code, output) == (1, "You have no active run.\n")


def test_the_commands_steer_and_stop_waits_for_the_end(data_folder: Path):
    stop, pause = StopSwitch(), PauseSwitch()
    with reachable(stop, pause):
        code, output = said("pause")
        assert code == 0, output
        waited_for(lambda: pause.pressed)
        assert f"the run of process {os.getpid()}" in output
        assert said("resume")[0] == 0
        waited_for(lambda: not pause.pressed)
        ending = command("stop")
        assert stop.event.wait(AMPLE)
        time.sleep(0.2)
        assert ending.poll() is None, "the run has not ended"
    output, _ = ending.communicate(timeout=AMPLE)
    assert ending.returncode == 0
    assert output == f"Stopped: the run of process {os.getpid()}.\n"
