"""deskhand extras, and the commands that need an optional part."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from commands.main import main
from models.catalogue import extras
from models.catalogue.extras import EXTRAS
from models.fetch.job import DownloadStopped
from models.fetch.pip_install import Step
from models.runtime.errors import ModelError
from tests.support.without_extras import remove_extras


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str


Call = Callable[..., Said]


@pytest.fixture
def call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data_folder: Path
) -> Call:
    """Runs the command line in a process without extras."""
    remove_extras(monkeypatch)
    monkeypatch.setenv("COLUMNS", "200")

    def called(*words: str) -> Said:
        with pytest.raises(SystemExit) as end:
            main(list(words))
        out, err = capsys.readouterr()
        return Said(int(end.value.code or 0), out, err)

    return called


def test_list(call: Call):
    said = call("extras", "list")
    assert said.code == 0
    for name, each in EXTRAS.items():
        (line,) = [line for line in said.out.splitlines() if line.startswith(f"{name} ")]
        assert line.split()[1:3] == ["no", "about"]
        assert each.purpose in line
    assert "deskhand extras get NAME" in said.out


def test_get_shows_size_and_licence_before_it_asks(call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: PTH123, SIM115
    said = call("extras", "get", "omniparser")
    assert said.code == 1
    assert re.search(r"about \d+ [GM]B on the disk", said.out)
    assert said.out.index("AGPL-3.0") < said.out.index("Install it under these licences?")
    unknown = call("extras", "get", "omni")
    assert (unknown.code, "easyocr, omniparser, llava, full" in unknown.err) == (2, True)


def test_get_says_how_to_use_it(call: Call, monkeypatch: pytest.MonkeyPatch):
    asked = []

    def install(name: str, progress: Callable[[Step], None], stop: object) -> None:
        progress(Step("fetching", "tiny", 1, 5, 10))
        asked.append(name)

    monkeypatch.setattr(extras, "install", install)
    said = call("extras", "get", "easyocr", "--yes")
    assert (said.code, asked) == (0, ["easyocr"])
    assert "deskhand settings set ocr easy" in said.out
    assert "Install it under" not in said.out


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ModelError("EasyOCR was not installed: the disk is full.", "Make room."), 1),
        (DownloadStopped("The installation was stopped.", "Go on with: …"), 130),
    ],
)
def test_get_that_fails(call: Call, monkeypatch: pytest.MonkeyPatch, error: ModelError, code: int):
    def install(*_: object) -> None:
        raise error

    monkeypatch.setattr(extras, "install", install)
    said = call("extras", "get", "easyocr", "--yes")
    assert said.code == code
    assert str(error) in said.err


def test_get_what_is_there(call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "missing", lambda name: ())
    said = call("extras", "get", "llava")
    assert (said.code, "already installed" in said.out) == (0, True)


# The other commands


def test_the_lists_offer_them(call: Call):
    listed = call("models", "list").out
    for model, name in (
        ("omniparser-v2-icon", "omniparser"),
        ("uitag-yolo11s", "omniparser"),
        ("easyocr-english", "easyocr"),
    ):
        assert model in listed
        assert f"deskhand extras get {name}" in listed
        assert f"deskhand extras get {name}" in call("models", "info", model).out


def test_a_setting_may_name_a_missing_part(call: Call):
    for name, value in (("ocr", "easy"), ("detector", "omniparser"), ("detector", "uitag")):
        assert call("settings", "set", name, value).code == 0
        assert call("settings", "get", name).out.strip() == value


def test_weights_of_a_missing_part(call: Call):
    said = call("models", "get", "easyocr-english", "--yes")
    assert (said.code, "deskhand extras get easyocr" in said.err) == (1, True)
    assert "Licence" not in said.out, "nothing to agree to: nothing can be fetched"


@pytest.mark.parametrize("link", [True, False])
def test_a_llava_folder_is_taken_and_what_it_needs_is_said(call: Call, tmp_path: Path, link: bool):
    folder = tmp_path / "files" / "tiny"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text('{"architectures": ["LlavaForConditionalGeneration"]}')
    (folder / "model.safetensors").write_bytes(b"one")
    said = call("models", "import", str(folder), *(["--link"] if link else []))
    assert said.code == 0
    assert said.err.count("deskhand extras get llava") == 1
    assert "tiny" in call("models", "list").out
