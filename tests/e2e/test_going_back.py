"""A whole run that leaves what brought its task no further."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from agent.events import Noted
from agent.mechanisms import Mechanisms
from models.runtime.scripted import ScriptedModel
from tests.support.choosing import choosing
from tests.support.places import SUPPORT
from tests.support.timing import waited_for
from tests.support.whole_runs import carried_out


@pytest.fixture
def log(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Path]:
    log = tmp_path / "told"
    program = SUPPORT / "stray_window.py"
    process = desktop.launch([sys.executable, str(program), str(log)])
    try:
        waited_for(log.exists)
        yield log
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("on", [True, False])
def test_a_run_leaves_the_dialog_that_leads_nowhere(log: Path, on: bool) -> None:
    names = (*("Warmer", "Colder", "Darker") * 3, "Colours", "Mint")
    wishes = [{"click": f"{name} button"} for name in names]
    seen: list[str] = []
    told = carried_out(
        ScriptedModel(choosing("go back: ", wishes=wishes, seen=seen)),
        "make it look fresh",
        max_steps=9,
        mechanisms=Mechanisms(applications=False, skills=on),
    )
    assert any(words.startswith("go back: ") for words in seen) is on
    heard = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert heard[:2] == ["shown", "opened"]
    assert ("closed" in heard) == on
    if on:
        assert "Mint" in heard[heard.index("closed") :]
        assert heard.count("opened") == 1
        assert "Went back: the last steps did not advance the task." in [
            event.text for event in told.of(Noted)
        ]
