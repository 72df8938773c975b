"""A run sees with what the settings say."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.errors import AgentError
from agent.run import run_task
from models.runtime.scripted import ScriptedModel


def test_a_run_sees_with_what_is_set(
    desktop: Desktop, data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[tuple[str, str]] = []

    def stops_here(ocr: str, detector: str, language: str) -> None:
        asked.append((ocr, detector))
        raise AgentError("far enough")

    def run() -> None:
        run_task("press ok", tell=lambda event: None, stop=StopSwitch(), model=ScriptedModel([]))

    monkeypatch.setattr("agent.run.make_perceiver", stops_here)
    for text, said in (
        ("", "far enough"),
        ("ocr = 'easy'\ndetector = 'omniparser'", "far enough"),
        ("ocr = 'tesseract'", "ocr must be one of rapid, easy"),
    ):
        (data_folder / "settings.toml").write_text(text)
        with pytest.raises(AgentError, match=said):
            run()
    assert asked == [("rapid", "controls"), ("easy", "omniparser")]
