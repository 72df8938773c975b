"""deskhand settings: list, get, set, reset."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.policy.rules import Rules
from agent.settings.described import SETTINGS
from commands.main import main


class Called:
    """One call of the command line: its exit code and what it said."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        with pytest.raises(SystemExit) as end:
            main(["settings", *words])
        self.code = end.value.code or 0
        self.out, self.err = capsys.readouterr()


def test_listing_says_everything(data_folder: Path, capsys):
    called = Called(capsys, "list")
    assert called.code == 0
    for each in SETTINGS:
        assert f"{each.name} = " in called.out
        assert each.sentence in called.out
    assert str(data_folder / "settings.toml") in called.out
    brief = Called(capsys, "list", "--brief").out.splitlines()
    assert len(brief) == len(SETTINGS)
    assert "hotkey = ctrl+shift+esc" in brief


def test_setting_getting_and_going_back(data_folder: Path, capsys):
    said = Called(capsys, "set", "deny.applications", "keepassxc", "My Bank")
    assert (said.code, "deny.applications: keepassxc, My Bank (before: none)" in said.out) == (0, 1)
    assert "next run" in said.out
    assert Called(capsys, "get", "deny.applications").out == "keepassxc\nMy Bank\n"
    assert Rules.read().deny.applications == ("keepassxc", "My Bank")
    assert Called(capsys, "set", "max_minutes", "2.5").code == 0
    assert "max_minutes = 2.5 minutes (default: no limit)" in Called(capsys, "list").out
    assert "Nothing changed" in Called(capsys, "set", "max_minutes", "2.5").out
    assert Called(capsys, "set", "deny.applications").code == 0
    assert Called(capsys, "get", "deny.applications").out == "\n"
    assert Called(capsys, "reset", "max_minutes").code == 0
    assert Rules.read() == Rules.shipped()
    assert Called(capsys, "set", "area", "chat: 0, 0, 9, 9, not read").code == 0
    assert Called(capsys, "reset", "--all").code == 0
    assert Rules.read() == Rules.shipped()


def test_bad_use_changes_nothing(data_folder: Path, capsys):
    (data_folder / "settings.toml").write_text("max_actions = 7\n")
    for words, code, said in (
        (("set", "max_actions", "-3"), 1, "Write a whole number of actions, 0 or more"),
        (("set", "max_actions"), 1, "Write a whole number"),
        (("set", "max_action", "3"), 1, "There is no setting “max_action”"),
        (("get", "nothing"), 1, "deskhand settings list"),
        (("reset",), 2, "--all"),
        (("reset", "safety", "--all"), 2, "--all"),
    ):
        called = Called(capsys, *words)
        assert called.code == code, words
        assert said in called.err.replace("\n", " "), words
    assert (data_folder / "settings.toml").read_text() == "max_actions = 7\n"


def test_a_damaged_file_is_told_with_its_line(data_folder: Path, capsys):
    (data_folder / "settings.toml").write_text("max_actions = 7\nsafety = \n")
    listed = Called(capsys, "list")
    assert listed.code == 1
    assert "at line 2 (“safety =”)" in listed.err
    for words in (("set", "safety", "ask"), ("reset", "--all"), ("get", "safety")):
        called = Called(capsys, *words)
        assert called.code == 1
        assert "at line 2" in called.err
    assert (data_folder / "settings.toml").read_text() == "max_actions = 7\nsafety = \n"


def test_a_wrong_value_is_told(data_folder: Path, capsys):
    (data_folder / "settings.toml").write_text("safety = 'none'\nsafty = 1\n")
    listed = Called(capsys, "list")
    assert (listed.code, "settings.toml has the value “none”" in listed.err) == (1, True)
    assert "safty (line 2)" in listed.err
    assert Called(capsys, "get", "safety").code == 1
    assert Called(capsys, "set", "safety", "risky").code == 0
    assert "none" not in (data_folder / "settings.toml").read_text()


def test_rules_from_before_are_told_until_they_are_moved(data_folder: Path, capsys):
    (data_folder / "policy.toml").write_text("[deny]\nwindows = ['bank']\n")
    listed = Called(capsys, "list")
    assert (listed.code, "policy.toml are no longer read" in listed.err) == (1, True)
    assert "deny.windows = none" in listed.out
    got = Called(capsys, "get", "deny.windows")
    assert (got.out, "policy.toml are no longer read" in got.err) == ("\n", True)
    moved = Called(capsys, "set", "deny.windows", "bank")
    assert "No run can start until this is corrected." in moved.err
    (data_folder / "policy.toml").unlink()
    assert Called(capsys, "list").code == 0
    assert Rules.read().deny.windows == ("bank",)
