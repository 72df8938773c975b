"""deskhand bench: its commands, and what their options mean."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from commands.bench.bench import BENCHMARKS, app
from commands.bench.options import first_and_last, installed_model
from commands.main import main
from models.files.store import DEFAULT_MODEL
from models.runtime.errors import ModelError


def test_each_benchmark_is_a_command_and_so_are_the_tools():
    names = {command.name for command in app.registered_commands}
    assert names == {*BENCHMARKS, "decide", "fuzz", "soak", "compare"}


@pytest.mark.parametrize(("text", "both"), [("0-3", (0, 3)), ("4", (4, 4)), (" 2-2 ", (2, 2))])
def test_a_range_names_its_first_and_its_last_number(text: str, both: tuple[int, int]):
    assert first_and_last(text, "--seeds") == both


@pytest.mark.parametrize("text", ["2-1", "many", "", "1-2-3"])
def test_what_is_no_range_is_bad_use_of_the_option(text: str):
    with pytest.raises(typer.BadParameter, match="where A is at most B") as found:
        first_and_last(text, "--seeds")
    assert found.value.param_hint == "--seeds"


def test_an_unknown_model_is_bad_use_and_one_that_is_not_installed_says_how_to_get_it(
    data_folder: Path,
):
    with pytest.raises(typer.BadParameter, match="no-such-model"):
        installed_model("no-such-model")
    with pytest.raises(ModelError, match="is not installed") as found:
        installed_model(DEFAULT_MODEL)
    assert f"deskhand models get {DEFAULT_MODEL}" in str(found.value)


def test_a_package_that_is_missing_is_named_and_how_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def suite(name: str) -> None:
        raise ModuleNotFoundError("No module named 'websocket'", name="websocket")

    monkeypatch.setattr("benchmarks.harness.suites.suite", suite)
    monkeypatch.setattr("commands.bench.bench.installed_model", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        main(["bench", "everyday"])
    said = " ".join(capsys.readouterr().err.split())
    assert ended.value.code
    assert "package websocket" in said
    assert "make bench BENCH=everyday" in said
