"""A text that a task only describes, written by the default model and saved in a real program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.run import Settings, run_task
from benchmarks.apps.base import Episode, episode
from models.files.paths import data_folder
from models.files.store import DEFAULT_MODEL
from tests.support.as_told import Told


@pytest.fixture
def stage(desktop: Desktop) -> Iterator[Episode]:
    with episode(desktop) as stage:
        yield stage


def test_the_model_writes_a_poem_that_is_saved(
    stage: Episode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "models").symlink_to(data_folder() / "models")
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path))
    path = stage.documents / "poem.txt"
    path.write_text("")
    stage.start(["mousepad", "--disable-server", str(path)], (40, 30), "poem.txt")
    told = Told()
    settings = Settings(DEFAULT_MODEL, max_steps=12, safety="trusted")
    task = "write a short poem about the sea and save the file"
    run_task(task, tell=told, stop=StopSwitch(), settings=settings)
    assert told.outcome.kind in ("done", "unsure"), told.outcome
    written = path.read_text()
    assert len(written.split()) >= 8
    assert written.count(written.strip().split("\n")[0]) == 1, "it was typed once"
