"""Behind the Settings tab: fields merged with the files, saving; and settings of seeing."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import AgentError
from agent.seeing import Seeing, seeing
from models.loading_settings import LoadingSettings, loading_settings
from panel.settings.editor import look, merged, save


def test_fields_are_merged_without_losing_what_was_written():
    before, files = {"a": "1", "b": "1", "c": True}, {"a": "2", "b": "2", "c": False}
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
    assert not (data_folder / "policy.toml").exists(), "nor is the other file"


def test_a_page_older_than_the_panel_changes_only_what_is_different(data_folder: Path):
    """It shows its fields, but nothing is known of what it showed before."""
    shown = look().entries
    (data_folder / "policy.toml").write_text("safety = 'risky'  # mine\n")
    assert save({}, {**shown, "max_actions": "3"}).message.startswith("Saved. Most actions: 3")
    assert "safety = 'risky'  # mine" in (data_folder / "policy.toml").read_text()


def test_settings_of_seeing(data_folder: Path):
    assert seeing() == Seeing()
    assert loading_settings() == LoadingSettings()
    for text in ("ocr = 'x'", "ocr = ['rapid']", "detector = 1", "="):
        (data_folder / "settings.toml").write_text(text)
        with pytest.raises(AgentError, match=r"settings\.toml cannot be read"):
            seeing()
