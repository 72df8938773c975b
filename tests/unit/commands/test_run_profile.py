"""deskhand run --profile: what a run is asked for, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from agent.run import Settings
from commands.runs import run as run_command

APP = typer.Typer()
APP.command()(run_command.run)


@pytest.fixture
def asked(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of the runs that would have begun."""
    found: list[Settings] = []

    def instead(task: str, model: Any, settings: Settings, **_: Any) -> None:
        found.append(settings)

    monkeypatch.setattr(run_command, "do_task", instead)
    return found


@pytest.mark.parametrize("name", ["auto", "small", "standard", "strong"])
def test_a_profile_is_that_of_the_run(asked: list[Settings], name: str) -> None:
    assert CliRunner().invoke(APP, ["Press Save", "--profile", name]).exit_code == 0
    assert [settings.profile for settings in asked] == [name]


def test_without_one_the_run_takes_that_of_the_settings(asked: list[Settings]) -> None:
    assert CliRunner().invoke(APP, ["Press Save"]).exit_code == 0
    assert [settings.profile for settings in asked] == [None]


def test_what_is_no_profile_is_bad_use(asked: list[Settings]) -> None:
    found = CliRunner(env={"COLUMNS": "160"}).invoke(APP, ["Press Save", "--profile", "huge"])
    assert found.exit_code == 2
    assert "use one of auto, small, standard, strong" in found.output
    assert asked == []
