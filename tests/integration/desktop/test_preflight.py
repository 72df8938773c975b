"""What is said before a run about what is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import HERE, Desktop
from agent.diagnostics.preflight import require_display
from agent.errors import DisplayError
from tests.support.needs import need
from tests.support.places import ROOT

SESSION = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", HERE)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in SESSION:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_wayland_with_an_x_server_for_old_programs(desktop: Desktop, session):
    session.setenv("DISPLAY", desktop.display)
    session.setenv("XDG_SESSION_TYPE", "wayland")
    with pytest.raises(DisplayError, match="Wayland session"):
        require_display()
    session.setenv(HERE, str(desktop.folder))  # we are on the virtual desktop
    require_display()


def test_a_display_that_works(desktop: Desktop, session):
    session.setenv("DISPLAY", desktop.display)
    require_display()


def doctor(**variables: str) -> subprocess.CompletedProcess[str]:
    code = "import typer; from commands.doctor import doctor; typer.run(doctor)"
    env = {name: value for name, value in os.environ.items() if name not in SESSION}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
        env={**env, "COLUMNS": "200", **variables},
    )  # fmt: skip


def test_doctor_is_content_without_a_display_where_a_virtual_one_works(tmp_path: Path):
    need("Xvfb", "openbox", "dbus-daemon", "xclip")
    done = doctor(DESKHAND_DATA=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"missing +Display", done.stdout)
    assert re.search(r"ok +Virtual desktop", done.stdout)
    assert re.search(r"missing +Model in use", done.stdout)
    assert "deskhand models get" in done.stdout


def test_doctor_fails_where_nothing_can_run(tmp_path: Path):
    done = doctor(PATH=str(tmp_path))
    assert done.returncode == 1
    assert "apt install xvfb" in done.stdout
