"""Behind the Settings tab: fields merged with the files, saving; and settings of seeing."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.desktop.xserver import own_process
from agent.errors import AgentError
from agent.perception.settings import Seeing, seeing
from models.files.loading_settings import LoadingSettings, loading_settings
from panel.settings.editor import look, merged, save
from panel.settings.stored_data import delete_all
from tests.support.timed_runs import made_run


def test_fields_are_merged_without_losing_what_was_written():
    before: dict[str, str | bool] = {"a": "1", "b": "1", "c": True}
    files: dict[str, str | bool] = {"a": "2", "b": "2", "c": False}
    assert merged(before, {"a": "1", "b": "9", "c": True}, files) == {
        "a": "2",
        "b": "9",
        "c": False,
    }
    assert merged({}, {"a": "x", "b": "y", "c": True}, files) == files


def test_saving_is_all_or_nothing(data_folder: Path):
    before = look().entries
    done = save(before, {**before, "ocr": "easy", "hotkey": "q"})
    assert not done.good
    assert set(done.problems) == {"hotkey"}
    (data_folder / "settings.toml").write_text("=")
    done = save(before, {**before, "ocr": "easy", "hotkey": "ctrl+q"})
    assert "settings.toml was not changed" in done.message
    assert (data_folder / "settings.toml").read_text() == "="


def test_a_page_older_than_the_panel_changes_only_what_is_different(data_folder: Path):
    """It shows its fields, but nothing is known of what it showed before."""
    shown = look().entries
    (data_folder / "settings.toml").write_text("safety = 'risky'  # mine\n")
    assert save({}, {**shown, "max_actions": "3"}).message.startswith(
        "Saved. Maximum number of actions: 3"
    )
    assert "safety = 'risky'  # mine" in (data_folder / "settings.toml").read_text()


def test_settings_of_seeing(data_folder: Path):
    assert seeing() == Seeing()
    assert loading_settings() == LoadingSettings()
    for text in ("ocr = 'x'", "ocr = ['rapid']", "detector = 1", "="):
        (data_folder / "settings.toml").write_text(text)
        with pytest.raises(AgentError, match=r"settings\.toml cannot be (read|used)"):
            seeing()


def test_the_record_of_a_run_that_goes_on_is_not_deleted(data_folder: Path):
    runs = data_folder / "runs"
    kept = made_run(runs, 1, process=own_process())
    made_run(runs, 2)
    made_run(runs, 3, (), {"kind": "done"}, own_process())
    words, good = delete_all()
    assert (good, words.startswith("Deleted: 2 records")) == (True, True)
    assert "in progress was kept" in words
    assert list(runs.iterdir()) == [kept]
