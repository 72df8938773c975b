"""What is said before a run about what is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agent import preflight
from agent.desktop import HERE, Desktop
from agent.errors import DisplayError
from agent.preflight import Check, Problem, checks, require_display
from models import settings_file

ROOT = Path(__file__).parent.parent
SESSION = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", HERE)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in SESSION:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_no_display(session):
    with pytest.raises(DisplayError, match="DISPLAY is not set") as caught:
        require_display()
    assert "--desktop virtual" in caught.value.hint


def test_a_display_that_does_not_answer(session):
    session.setenv("DISPLAY", ":4711")
    with pytest.raises(DisplayError, match="display :4711 cannot be opened"):
        require_display()


@pytest.mark.parametrize("variables", [{"XDG_SESSION_TYPE": "wayland"}, {"WAYLAND_DISPLAY": "w-0"}])
def test_wayland(session, variables: dict[str, str]):
    for name, value in variables.items():
        session.setenv(name, value)
    with pytest.raises(DisplayError, match="Wayland session") as caught:
        require_display()
    assert "Xorg" in caught.value.hint
    assert "--desktop virtual" in caught.value.hint


@pytest.mark.desktop
def test_wayland_with_an_x_server_for_old_programs(desktop: Desktop, session):
    session.setenv("DISPLAY", desktop.display)
    session.setenv("XDG_SESSION_TYPE", "wayland")
    with pytest.raises(DisplayError, match="Wayland session"):
        require_display()
    session.setenv(HERE, str(desktop.folder))  # we are on the virtual desktop
    require_display()


@pytest.mark.desktop
def test_a_display_that_works(desktop: Desktop, session):
    session.setenv("DISPLAY", desktop.display)
    require_display()


def by_name() -> dict[str, Check]:
    return {check.name: check for check in preflight.checks()}


def test_missing_programs(session, tmp_path: Path):
    session.setenv("PATH", str(tmp_path))
    found = by_name()["Virtual desktop"].problem
    assert found is not None
    assert not found.essential
    assert found.hint == "apt install xvfb openbox dbus xclip"
    display = by_name()["Display"].problem
    assert display is not None
    assert display.essential, "neither a display nor a virtual desktop"


def test_missing_models(data_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    assert by_name()["Detector of controls"].found == "Deskhand's own"
    settings_file.change({"detector": "omniparser"})
    found = by_name()
    model, detector = found["Model in use"].problem, found["Detector of controls"].problem
    assert model is not None
    assert "is not on this machine" in model.text
    assert model.hint.startswith("deskhand models get ")
    assert detector is not None
    assert {model, detector} <= {check.problem for check in checks()}
    settings_file.change({"detector": "controls"})
    monkeypatch.setattr("agent.eyes.own_weights", lambda: tmp_path / "gone.onnx")
    gone = by_name()["Detector of controls"].problem
    assert gone is not None
    assert "no control is found" in gone.text


def test_a_model_that_is_there_or_cut_off(data_folder: Path):
    from models import store
    from models.catalogue import spec

    model = spec(store.selected())
    assert model.bytes
    path = store.weights_file(model)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.truncate(model.bytes)  # no bytes on the disk, only the size
    assert by_name()["Model in use"] == Check("Model in use", model.id)
    with path.open("wb") as file:
        file.truncate(model.bytes - 1)
    assert by_name()["Model in use"].problem is not None


def test_little_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(preflight, "_MEMORY_GB", 1e6)
    problem = by_name()["Memory"].problem
    assert problem is not None
    assert "smaller model" in problem.hint


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_library", "No module named 'no_such_library'"),
        ("import os; os.abort()", "ended with -6"),
    ],
)
def test_a_library_that_cannot_be_loaded(code: str, said: str):
    check = preflight._library("X", code, "how")
    assert check.problem == Problem(check.problem.text if check.problem else "", "how")
    assert said in check.problem.text


def doctor(**variables: str) -> subprocess.CompletedProcess[str]:
    code = "import typer; from commands.doctor import doctor; typer.run(doctor)"
    env = {name: value for name, value in os.environ.items() if name not in SESSION}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
        env={**env, "COLUMNS": "200", **variables},
    )  # fmt: skip


def test_doctor_is_content_without_a_display_where_a_virtual_one_works(tmp_path: Path):
    if any(shutil.which(name) is None for name in ("Xvfb", "openbox", "dbus-daemon", "xclip")):
        pytest.skip("the virtual desktop is not installed")
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
