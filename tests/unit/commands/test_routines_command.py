"""deskhand routines and deskhand notes, as far as they need no screen."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from agent.routines import store
from commands.main import main
from models.files.paths import runs_folder
from tests.support.made_routines import BOOK, recorded


class Called:
    """One call of the command line: its exit code and what it said."""

    def __init__(self, capsys: pytest.CaptureFixture[str], line: str) -> None:
        with pytest.raises(SystemExit) as end:
            main(shlex.split(line))
        self.code = end.value.code or 0
        self.out, self.err = capsys.readouterr()


Capsys = pytest.CaptureFixture[str]


def test_the_last_run_is_kept_shown_renamed_and_deleted(data_folder: Path, capsys: Capsys):
    assert "There are no routines yet" in Called(capsys, "routines list").err
    recorded(runs_folder())
    said = Called(capsys, "routines save --name 'Guest book'")
    assert (said.code, "Parameters: full-name." in said.out) == (0, True)
    listed = "Guest book  (2 steps)  Enter “{full-name}” as full name and press Save\n"
    assert Called(capsys, "routines list").out == listed
    shown = Called(capsys, "routines show 'guest book'").out
    assert "  full-name = Ann Lee\n" in shown
    assert "1. type “{full-name}” into “Full name” (field)\n2. click “Save” (button)\n" in shown
    assert str(store.path_of("Guest book")) in shown
    assert Called(capsys, "routines rename 'Guest book' Visitors").out == "Renamed: Visitors\n"
    assert Called(capsys, "routines delete visitors --yes").out == "Deleted: Visitors\n"
    assert store.kept() == []


def test_bad_use_is_said(data_folder: Path, capsys: Capsys):
    gone = Called(capsys, "routines run gone --yes")
    assert (gone.code, gone.err) == (
        1, "There is no routine “gone”. To list them: deskhand routines list\n"
    )  # fmt: skip
    assert Called(capsys, "routines save --name x").code == 2
    store.keep(BOOK)
    assert (
        "is not of the form PARAMETER=VALUE"
        in Called(capsys, "routines run 'Guest book' --set x").err
    )
    assert (
        "Its parameters: full-name." in Called(capsys, "routines run 'Guest book' -y --set x=1").err
    )
    (store.folder() / "bad.toml").write_text("name = ", "utf-8")
    listed = Called(capsys, "routines list")
    assert "bad.toml cannot be read: Invalid value" in listed.err
    assert "Guest book" in listed.out


def test_a_task_like_a_routine_gets_a_note(
    data_folder: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
):
    # The command names another display for the rest of its process.
    monkeypatch.setenv("DISPLAY", ":99.7")
    store.keep(BOOK)
    told = Called(capsys, "run 'Enter “Zoë G” as full name and press Save' --desktop :99.7 --yes")
    assert told.code != 0, "there is no such display"
    assert (
        "The routine “Guest book” can do this task without the model: "
        "deskhand routines run 'Guest book' --set 'full-name=Zoë G'\n" in told.err
    )


def test_notes_are_listed_shown_and_deleted(data_folder: Path, capsys: Capsys):
    assert "There are no notes yet" in Called(capsys, "notes list").err
    path = data_folder / "notes" / "mousepad.txt"
    path.parent.mkdir()
    path.write_text("# comment\n- no effect: press f1\nmine\n", "utf-8")
    assert Called(capsys, "notes list").out == "mousepad  (2 lines)\n"
    assert Called(capsys, "notes show Mousepad").out == f"- no effect: press f1\n- mine\n{path}\n"
    assert Called(capsys, "notes delete mousepad -y").out == "Deleted: mousepad\n"
    gone = Called(capsys, "notes show mousepad")
    assert (gone.code, "There are no notes on “mousepad”" in gone.err) == (1, True)
