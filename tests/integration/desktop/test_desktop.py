"""The virtual desktop: really started, used and ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest

from agent.desktop import virtual_desktop as desktops
from agent.desktop.virtual_desktop import Desktop
from agent.desktop.xserver import remove_lock, runs
from agent.errors import DisplayError
from tests.support.places import ROOT
from tests.support.timing import AMPLE, waited_for
from vision.capture.x11 import open_display

pytestmark = pytest.mark.smoke


def left_over(desktop: Desktop) -> list[str]:
    """Names of processes of the desktop that still run, and of files that it left."""
    number = desktop.display.removeprefix(":")
    files = [Path(f"/tmp/.X{number}-lock"), Path(f"/tmp/.X11-unix/X{number}"), desktop.folder]
    left = [str(file) for file in files if file.exists()]
    for process in psutil.process_iter():
        try:
            if process.environ().get(desktops.MARK) == str(desktop.folder) and runs(process):
                left.append(process.name())
        except psutil.Error:
            continue
    return left


def test_starts_with_the_size_asked_for_and_leaves_nothing():
    with desktops.start((900, 640)) as desktop:
        assert desktop.alive()
        display = open_display(desktop.display)
        screen = display.screen()
        assert (screen.width_in_pixels, screen.height_in_pixels) == (900, 640)
        display.close()
        desktop.launch(["xterm", "-e", "sh", "-c", "trap '' TERM HUP; sleep 60"])
        desktop.launch(["mousepad"])
        time.sleep(0.8)
    assert left_over(desktop) == []
    desktop.stop()  # a second time does nothing


def test_a_stubborn_child_of_a_program_is_ended():
    with desktops.start() as desktop:
        desktop.launch(["sh", "-c", "(trap '' TERM; exec sleep 300) & sleep 0.1"])
        time.sleep(0.3)
        assert "sleep" in left_over(desktop)
    assert left_over(desktop) == []


def test_a_chosen_display():
    with desktops.start(display=":87") as desktop:
        assert desktop.display == ":87"


def test_a_display_in_use_is_a_clear_error():
    with (
        desktops.start(display=":88"),
        pytest.raises(DisplayError, match=r"Xvfb failed.*already running"),
    ):
        desktops.start(display=":88")


def test_less_than_sign_has_one_key():
    with desktops.start() as desktop:
        display = open_display(desktop.display)
        assert not any(display.get_keyboard_mapping(94, 1)[0])
        display.close()
        time.sleep(0.1)  # the last client has left: the setting must survive that
        display = open_display(desktop.display)
        assert not any(display.get_keyboard_mapping(94, 1)[0])
        display.close()


def test_only_this_user_may_connect():
    from Xlib import X

    with desktops.start() as desktop:
        display = open_display(desktop.display)
        hosts = display.list_hosts()
        display.close()
    assert hosts.mode == X.EnableAccess
    assert [bytes(host.name) for host in hosts.hosts] == [f"localuser\0#{os.getuid()}".encode()]


def test_missing_programs_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DisplayError, match="Xvfb, openbox") as caught:
        desktops.start()
    assert "apt install xvfb openbox" in caught.value.hint


def test_a_program_that_is_not_there(desktop: Desktop):
    with pytest.raises(DisplayError, match="no-such-program could not be started"):
        desktop.launch(["no-such-program"])


def test_environment_leads_away_from_the_persons_session(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    out = tmp_path / "env"
    desktop.launch(["sh", "-c", f"env > {out}"]).wait(AMPLE)
    seen = dict(line.split("=", 1) for line in out.read_text().splitlines() if "=" in line)
    assert "WAYLAND_DISPLAY" not in seen
    assert seen["DISPLAY"] == desktop.display
    assert seen["XDG_SESSION_TYPE"] == "x11"
    assert Path(seen["XAUTHORITY"]).exists()
    assert Path(seen["XDG_RUNTIME_DIR"]).stat().st_mode & 0o777 == 0o700


def test_it_ends_with_a_process_that_is_killed(tmp_path: Path):
    script = textwrap.dedent(
        """
        import json, sys, time
        from agent.desktop import virtual_desktop as desktop
        d = desktop.start()
        print(json.dumps([d.display, str(d.folder)]), flush=True)
        time.sleep(60)
        """
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    display, folder = json.loads(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    child.communicate()
    gone = Desktop(desktops.Record(display, (1, 1), folder, ()))
    waited_for(lambda: left_over(gone) == [])


def test_the_kept_desktop_is_found_again_and_ended(data_folder: Path):
    assert desktops.running() is None
    started = desktops.start_kept((800, 600))
    try:
        found = desktops.running()
        assert found is not None
        assert (found.display, found.size) == (started.display, (800, 600))
        with pytest.raises(DisplayError, match="already running"):
            desktops.start_kept()
    finally:
        assert desktops.stop_kept()
    assert not desktops.stop_kept()
    assert left_over(started) == []
    assert list(data_folder.iterdir()) == []


def test_what_a_dead_desktop_left_is_cleaned(data_folder: Path):
    started = desktops.start_kept()
    os.kill(started.record.processes[0][0], signal.SIGKILL)
    waited_for(lambda: not started.alive())
    assert desktops.running() is None
    assert left_over(started) == []
    assert not (data_folder / "desktop.json").exists()


@pytest.mark.parametrize("text", ["", "{}", '{"display": ":5", "size": [1]}', "not json"])
def test_a_damaged_note_counts_as_none(data_folder: Path, text: str):
    (data_folder / "desktop.json").write_text(text)
    assert desktops.running() is None
    assert not (data_folder / "desktop.json").exists()


def test_the_commands(data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from typer.testing import CliRunner

    from commands.desktop import app

    run = CliRunner().invoke
    assert run(app, ["stop"]).exit_code == 1
    assert "desktop start" in run(app, ["env"]).output
    assert run(app, ["start", "--size", "big"]).exit_code == 2
    try:
        assert "800x600" in run(app, ["start", "--size", "800x600"]).output
        assert "already running" in run(app, ["start"]).output
        lines = run(app, ["env"]).output
        seen = subprocess.run(
            ["sh", "-c", f'{lines}\necho "$DISPLAY"; sleep 100 >/dev/null 2>&1 &'],
            env={"PATH": os.environ["PATH"], "WAYLAND_DISPLAY": "w"},
            capture_output=True, text=True, check=True,
        ).stdout.strip()  # fmt: skip
        desktop = desktops.running()
        assert desktop is not None
        assert seen == desktop.display
        monkeypatch.setenv("SHELL", str(shell := tmp_path / "shell"))
        shell.write_text(f"#!/bin/sh\necho $DISPLAY > {tmp_path / 'out'}\nexit 3\n")
        shell.chmod(0o755)
        assert run(app, ["shell"]).exit_code == 3
        assert (tmp_path / "out").read_text().strip() == desktop.display
    finally:
        assert run(app, ["stop"]).exit_code == 0
    assert left_over(desktop) == []


def test_the_lock_of_a_server_that_only_begins_stays():
    """It has its lock before its socket; without the lock another server would take its number."""
    lock = Path("/tmp/.X9173-lock")
    try:
        lock.write_text(f"{os.getpid():10d}\n")
        remove_lock(":9173")
        assert lock.exists()
        ended = subprocess.Popen([sys.executable, "-c", ""])
        ended.wait()
        lock.write_text(f"{ended.pid:10d}\n")
        remove_lock(":9173.0")
        assert not lock.exists()
    finally:
        lock.unlink(missing_ok=True)
