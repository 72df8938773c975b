"""Folders that everybody has are known by what people call them, if they are there."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from agent.apps.known_folders import (
    usual_folder,
    whole_path,
    whole_path_beside,
    without_folders,
)
from agent.skills.procedures.filling import calls_of, words_of_part
from agent.skills.procedures.procedure import shipped
from agent.task.plan import Outline


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DOCUMENTS_DIR", "XDG_DESKTOP_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    Path(platformdirs.user_documents_dir()).mkdir(parents=True)
    (tmp_path / "Work").mkdir()
    return tmp_path


def paths(text: str, name: str = "save under a name") -> list[str]:
    """The paths with which a procedure is offered for a part of a task."""
    (part,) = Outline([text]).parts
    procedure = next(each for each in shipped() if each.name == name)
    calls = calls_of(procedure, words_of_part(text, part.values, ()))
    return [str(call.values[0]["path"]) for call in calls]


@pytest.mark.parametrize(
    ("text", "below", "said"),
    [
        ("save it in the Documents folder", "Documents", "Documents folder"),
        ("save it in my documents", "Documents", "documents"),
        ("save it in my home folder", "", "home folder"),
        ("save it in the Work folder", "Work", "Work folder"),
    ],
)
def test_a_folder_by_its_name(home: Path, text: str, below: str, said: str):
    if below == "Documents":
        assert usual_folder(text) == (platformdirs.user_documents_dir(), said)
    else:
        assert usual_folder(text) == (str(home / below), said)


@pytest.mark.parametrize(
    "text",
    [
        "save it on the desktop",
        "save it in the Play folder",
        "save it",
        "Open the desktop settings",
        "Open the Documents viewer",
        "Show the desktop",
    ],
)
def test_a_folder_that_is_not_there_is_none(text: str):
    assert usual_folder(text) is None


def test_a_folder_that_is_surely_meant_counts_also_where_it_is_missing(home: Path):
    Path(platformdirs.user_documents_dir()).rmdir()
    place = platformdirs.user_documents_dir()
    assert usual_folder("save it in my documents") == (place, "documents")
    assert usual_folder("save it in the Documents folder") == (place, "Documents folder")
    assert usual_folder("Open my Documents folder,") == (place, "Documents folder")
    assert usual_folder("Öffne meinen Ordner Dokumente.") == (place, "Ordner Dokumente")
    assert usual_folder("tell it in documents") is None
    assert usual_folder("and save it as tea.txt in Documents") is None
    assert usual_folder("and save it as tea.txt in Documents", wanted=True) == (place, "Documents")
    assert usual_folder("tell it in documents", wanted=True) is None
    said = paths("save it as tea.txt in Documents")
    assert said[0] == f"{place}/tea.txt", "the program says what is missing"


@pytest.mark.parametrize(
    ("text", "name", "folder"),
    [
        ("Save it as a.txt in the folder /tmp/x", "a.txt", "/tmp/x"),
        ("save it in /tmp/x as a.txt", "a.txt", "/tmp/x"),
        ("Speichere es als a.txt in ~/x", "a.txt", "~/x"),
    ],
)
def test_a_file_is_saved_in_a_folder(text: str, name: str, folder: str):
    assert f"{folder}/{name}" in paths(text)


def test_a_file_is_saved_in_a_usual_folder(home: Path):
    assert paths("save it as a.txt in the Work folder")[0] == str(home / "Work" / "a.txt")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("save it as a.txt on the Desktop", "save it as a.txt _ _ _"),
        ("move it from Documents to my Downloads folder", "move it _ _ _ _ _ folder"),
        ("change the colour in Desktop Preferences", "change the colour in Desktop Preferences"),
        ("open the desktop settings", "open the desktop settings"),
    ],
)
def test_a_folder_that_is_a_place_is_no_program(text: str, left: str):
    assert without_folders(text) == left


def test_a_path_may_begin_with_a_folder_that_everybody_has(home: Path):
    documents = platformdirs.user_documents_dir()
    assert whole_path("Documents/a.txt") == str(Path(documents, "a.txt"))
    assert whole_path("dokumente/x/a.txt") == str(Path(documents, "x", "a.txt"))
    assert whole_path("Work/a.txt") == str(home / "Work/a.txt"), "one of the person's own"
    for said in ("/tmp/a.txt", "~/a.txt", "C:\\a.txt"):
        assert whole_path(said) == said
    for said in ("a.txt", "Nowhere/a.txt", "3/4", "Documents/", "/"[1:]):
        assert whole_path(said) is None
    for task, name in (
        ("Open Documents/a.txt", "open a file by its path"),
        ("and save it as Documents/a.txt", "save under a name"),
    ):
        assert paths(task, name) == [str(Path(documents, "a.txt"))]


def test_a_folder_that_everybody_knows_is_no_file_that_is_shown() -> None:
    shown = ["Home Folder", "notes.txt"]
    text = "make a folder named Receipts 2026 in my home folder"
    assert words_of_part(text, ["Receipts 2026"], shown).values == ("Receipts 2026",)
    assert "notes.txt" in words_of_part("move notes.txt into my home folder", [], shown).values


@pytest.mark.parametrize(
    ("said", "text", "path"),
    [
        ("backup", "make a folder called backup in my home and fill it", "backup"),
        ("backup in my home", "make a folder called backup in my home", "backup"),
        ("Documents/notes.txt", "copy Documents/notes.txt", "Documents/notes.txt"),
        ("notes.txt", "rename notes.txt in Documents to b.txt", "Documents/notes.txt"),
        ("b.txt", "rename notes.txt to b.txt", None),
        ("old", "create the directory old", None),
    ],
)
def test_the_path_of_what_is_put_into_a_folder(
    said: str, text: str, path: str | None, home: Path
) -> None:
    (home / "Documents" / "notes.txt").write_text("")
    assert whole_path_beside(said, text) == (str(home / path) if path else said)
