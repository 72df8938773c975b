"""What can be wrong is said in one clear sentence with what to do, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agent.computer.controller import PyAutoGuiController
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop, start
from agent.errors import ActionFailed, AgentError, DisplayError
from agent.keyboard.keys import parse_keys
from agent.run import Settings, run_task
from models.catalogue.catalogue import spec
from models.files import store
from models.runtime.errors import ModelError
from models.runtime.scripted import ScriptedModel
from tests.support.places import ROOT
from tests.support.small_model import SMALL, install_small_model, small_model
from tests.support.timing import AMPLE, waited_for

MAIN = "import sys; from commands.main import main; main(sys.argv[1:])"
SESSION = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "DESKHAND_HERE", "DESKHAND_DESKTOP")


def environment(data: Path, **variables: str) -> dict[str, str]:
    """Without a session and without a network, unless `variables` say so."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in SESSION and not name.startswith("PIP_")
    }
    closed = "http://127.0.0.1:1"
    proxies = dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy"), closed)
    pip = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    return {**kept, **proxies, **pip, "DESKHAND_DATA": str(data), "COLUMNS": "200", **variables}


def deskhand(data: Path, *words: str, **variables: str) -> tuple[int, str]:
    """The exit code and all that was said."""
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words], cwd=ROOT, env=environment(data, **variables),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert "Traceback" not in said, said
    return done.returncode, said


def sentences(said: str) -> list[str]:
    return [line for line in said.splitlines() if line.strip()]


@pytest.mark.parametrize("words", [["see"], ["run", "press OK", "--yes"]])
@pytest.mark.parametrize(
    ("variables", "expected", "help_"),
    [
        ({}, "There is no usable display: DISPLAY is not set.", "--desktop virtual"),
        ({"DISPLAY": ":4711"}, "There is no usable display: ", "--desktop virtual"),
        ({"XDG_SESSION_TYPE": "wayland"}, "This is a Wayland session", "“Xorg”"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "This is a Wayland session", "“Xorg”"),
    ],
)
def test_no_display_and_wayland(
    tmp_path: Path, words: list[str], variables: dict[str, str], expected: str, help_: str
):
    code, said = deskhand(tmp_path, *words, **variables)
    assert code == 1
    (line,) = sentences(said)
    assert line.startswith(expected)
    assert help_ in line
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["run", ""], 2, "the task is empty; describe what should be done"),
        (["run", " \n\t "], 2, "the task is empty; describe what should be done"),
        (["run"], 2, "Missing argument 'TASK'"),
        (["run", "x", "--desktop", "mars"], 2, "use current, virtual or a display such as :1"),
        (["run", "x", "--desktop", ":1;rm"], 2, "use current, virtual or a display such as :1"),
        (["run", "x", "--max-steps", "0"], 2, "greater than or equal to 1"),
        (["run", "x", "--max-steps", "many"], 2, "valid integer"),
        (["run", "x", "--model", "smolm2-135m-q4"], 2, "Did you mean smollm2-135m-q4?"),
        (["run", "x", "--model", "nothing-like-it"], 2, "Available: "),
        (["run", "x", "--model", "omniparser-v2-icon"], 2, "is a detector, not a language model"),
        (["run", "x", "--desktop", ":4711"], 1, "There is no usable display"),
        (["fly"], 2, "No such command 'fly'"),
    ],
)
def test_bad_use(tmp_path: Path, words: list[str], code: int, expected: str):
    done, said = deskhand(tmp_path, *words)
    assert (done, expected in " ".join(said.replace("│", " ").split())) == (code, True), said
    assert not (tmp_path / "runs").exists()


def test_settings_that_cannot_be_read(tmp_path: Path):
    settings = tmp_path / "settings.toml"
    settings.write_text("language_model = ")
    code, said = deskhand(tmp_path, "run", "press OK")
    assert code == 1
    assert f"The settings in {settings} cannot be read" in said
    assert "Correct the file by hand or in the panel's Settings." in said
    assert settings.read_text() == "language_model = "


def test_a_selected_model_that_is_not_known(tmp_path: Path):
    (tmp_path / "settings.toml").write_text('language_model = "gone"\n')
    code, said = deskhand(tmp_path, "run", "press OK")
    assert code == 1
    assert 'There is no model "gone". ' in said


def broken(data: Path, how: str) -> Path | None:
    """A model file that cannot be used; None when it is missing."""
    path = data / "models" / SMALL / spec(SMALL).file
    path.parent.mkdir(parents=True)
    size = spec(SMALL).bytes or 0
    if how == "missing":
        return None
    if how == "truncated":
        path.write_bytes(b"GGUF" + bytes(996))
    elif how == "wrong hash":
        with path.open("wb") as file:
            file.truncate(size)
    return path


@pytest.mark.parametrize("how", ["missing", "truncated", "wrong hash"])
def test_a_model_file_that_cannot_be_used_or_fetched(desktop: Desktop, tmp_path: Path, how: str):
    path = broken(tmp_path, how)
    size = path.stat().st_size if path else 0
    code, said = deskhand(
        tmp_path, "run", "press OK", "--model", SMALL, "--yes", DISPLAY=desktop.display
    )
    assert code == 1
    assert f"{spec(SMALL).name} could not be downloaded. Tried:" in said
    assert "Check the network and try again, or save the file as" in said
    assert str(tmp_path / "models" / SMALL / spec(SMALL).file) in said
    # What is there is left alone.
    assert path is None or path.stat().st_size == size
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("missing", "is not installed."),
        ("truncated", "is incomplete: it has 1,000 of "),
        ("wrong hash", "is damaged: its SHA-256 is not the one in the catalogue."),
    ],
)
def test_what_is_wrong_with_a_model_file_is_said(data_folder: Path, how: str, expected: str):
    broken(data_folder, how)
    with pytest.raises(ModelError) as problem:
        store.weights_path(SMALL)
    assert expected in str(problem.value)
    assert problem.value.hint == f"Download it: deskhand models get {SMALL}"


def test_a_model_file_damaged_after_its_check_is_noticed(desktop: Desktop, tmp_path: Path):
    path = tmp_path / "models" / SMALL / spec(SMALL).file
    path.parent.mkdir(parents=True)
    shutil.copyfile(small_model(), path)
    with path.open("r+b") as file:
        file.write(b"JUNK")
    code, said = deskhand(
        tmp_path, "run", "press OK", "--model", SMALL, "--yes", DISPLAY=desktop.display
    )
    assert code == 1
    assert "could not be downloaded" in said
    assert path.exists(), "the person's file is not deleted"


def test_without_the_wanted_model_it_is_asked_before_fetching(desktop: Desktop, tmp_path: Path):
    code, said = deskhand(tmp_path, "run", "press OK", DISPLAY=desktop.display)
    assert code == 1
    assert "is not installed" in said
    assert "Download it (" in said


@pytest.mark.parametrize("task", ["", "  \n"])
def test_an_empty_task_for_a_run(task: str):
    with pytest.raises(AgentError, match=r"The task is empty\. Describe what should be done\."):
        run_task(task, tell=lambda event: None, stop=StopSwitch())


def test_a_task_in_another_encoding(data_folder: Path):
    with pytest.raises(AgentError, match="not readable text"):
        run_task("open caf\udce9", tell=lambda event: None, stop=StopSwitch())


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("entr", "Did you mean enter"),
        ("ctrl+sav", "There is no key “sav” (in “ctrl+sav”)."),
        ("", "names no key"),
        ("ctrl+", "names no key"),
        ("a+b", "Press one key after the other"),
        ("f99", "Keys are written like enter, tab, pagedown, f5, ctrl+s"),
        ("ü", "There is no key “ü”"),
    ],
)
def test_an_unknown_key(keys: str, said: str):
    with pytest.raises(ActionFailed) as problem:
        parse_keys(keys)
    assert said in str(problem.value)
    assert problem.value.hint


def test_an_unknown_key_presses_nothing(desktop: Desktop):
    from tests.support.whole_runs import held

    controller = PyAutoGuiController()
    with pytest.raises(ActionFailed, match="There is no key “entr”"):
        controller.press("ctrl+entr")
    assert held() == (0, 0)


def test_a_folder_that_cannot_be_written_is_said(desktop: Desktop, tmp_path: Path):
    (tmp_path / "runs").write_text("a file where the folder should be")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKHAND_DATA", str(tmp_path))
        with pytest.raises(OSError, match="runs"):
            run_task(
                "press OK",
                tell=lambda event: None,
                stop=StopSwitch(),
                settings=Settings(max_steps=1),
                model=ScriptedModel([]),
            )


def test_a_display_that_went_away_is_said():
    with start((640, 480)) as other, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", other.display)
        controller = PyAutoGuiController()
        other.stop()
        with pytest.raises(DisplayError, match="The connection to the display was lost"):
            controller.press("enter")


def test_a_display_that_dies_during_a_run(tmp_path: Path):
    with start((800, 600)) as other, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKHAND_DATA", str(tmp_path))
        install_small_model()
        process = subprocess.Popen(
            [sys.executable, "-c", MAIN, "run", ", ".join(f"write {n}" for n in range(60)),
             "--model", SMALL, "--yes"],
            cwd=ROOT, env=environment(tmp_path, DISPLAY=other.display), text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        runs = tmp_path / "runs"
        waited_for(lambda: list(runs.glob("*/task.json")) or process.poll() is not None)
        other.stop()
        said, _ = process.communicate(timeout=AMPLE)
        (folder,) = runs.iterdir()
        assert (folder / "outcome.json").exists()
        assert "display" in sentences(said)[-2]  # the last one counts connections
        assert "Traceback" not in said
        assert process.returncode == 1
