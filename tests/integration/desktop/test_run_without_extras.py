"""Runs whose settings name optional parts that are not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Event, Noted, Started
from agent.run import Settings, run_task
from models.files import settings_file
from models.runtime.errors import ModelError
from models.runtime.scripted import ScriptedModel
from tests.support.without_extras import remove_extras


@pytest.fixture(autouse=True)
def none(desktop: Desktop, monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    remove_extras(monkeypatch)


def run(told: list[Event]) -> None:
    run_task(
        "press ok",
        tell=told.append,
        stop=StopSwitch(),
        settings=Settings(dry_run=True),
        model=ScriptedModel([]),
    )


def test_no_run_begins_without_the_reader_that_was_set(data_folder: Path):
    settings_file.change({"ocr": "easy"})
    told: list[Event] = []
    with pytest.raises(ModelError, match="deskhand extras get easyocr"):
        run(told)
    assert not [event for event in told if isinstance(event, Started)]
    assert 'ocr = "easy"' in (data_folder / "settings.toml").read_text(), "it is kept"


def test_a_run_says_that_the_detector_is_missing(data_folder: Path):
    settings_file.change({"detector": "omniparser"})
    told: list[Event] = []
    run(told)
    noted = [event.text for event in told if isinstance(event, Noted)]
    assert [text for text in noted if "deskhand extras get omniparser" in text]
    assert 'detector = "omniparser"' in (data_folder / "settings.toml").read_text(), "it is kept"
