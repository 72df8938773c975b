"""What is said before a run about what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import HERE
from agent.diagnostics import preflight
from agent.diagnostics.preflight import Check, Problem, checks, require_display
from agent.errors import DisplayError
from models.catalogue.catalogue import spec
from models.files import settings_file

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


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries that are there, without a process for each."""
    monkeypatch.setattr(preflight, "_library", lambda name, code, hint: Check(name, "there"))


def by_name() -> dict[str, Check]:
    return {check.name: check for check in preflight.checks()}


def test_missing_programs(session, libraries: None, tmp_path: Path):
    session.setenv("PATH", str(tmp_path))
    found = by_name()["Virtual desktop"].problem
    assert found is not None
    assert not found.essential
    assert found.hint == "apt install xvfb openbox dbus xclip"
    display = by_name()["Display"].problem
    assert display is not None
    assert display.essential, "neither a display nor a virtual desktop"


def test_missing_models(
    libraries: None, data_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    assert by_name()["Detector of controls"].found == "Deskhand's own"
    settings_file.change({"detector": "omniparser"})
    found = by_name()
    model, detector = found["Model in use"].problem, found["Detector of controls"].problem
    assert model is not None
    assert "is not installed" in model.text
    assert "deskhand models get " in model.hint
    assert detector is not None
    assert {model, detector} <= {check.problem for check in checks()}
    settings_file.change({"detector": "uitag"})
    other = by_name()["Detector of controls"].problem
    assert other is not None
    assert other.hint == "Download it: deskhand models get uitag-yolo11s"
    settings_file.change({"detector": "controls"})
    monkeypatch.setattr("agent.perception.perceiver.own_weights", lambda: tmp_path / "gone.onnx")
    gone = by_name()["Detector of controls"].problem
    assert gone is not None
    assert "no controls are found" in gone.text


def test_a_model_that_is_there_or_cut_off(libraries: None, data_folder: Path):
    from models.files import store

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


def test_little_memory(libraries: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(preflight, "_MEMORY_GB", 1e6)
    problem = by_name()["Memory"].problem
    assert problem is not None
    assert "smaller model" in problem.hint


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_library", "No module named 'no_such_library'"),
        ("import os; os.abort()", "exit code -6"),
    ],
)
def test_a_library_that_cannot_be_loaded(code: str, said: str):
    check = preflight._library("X", code, "how")
    assert check.problem == Problem(check.problem.text if check.problem else "", "how")
    assert said in check.problem.text
