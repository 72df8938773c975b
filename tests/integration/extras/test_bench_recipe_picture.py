"""A picture measured beside OmniParser's recipe, with its real detector."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from benchmarks.harness.jobs import Job, Options
from benchmarks.harness.suites import Place
from benchmarks.perception import SUITE, suite
from tests.support.drawn_sample import drawn_sample
from training.labels import add


def test_a_picture_is_measured_beside_the_recipe(
    tmp_path: Path, desktop: Desktop, monkeypatch: pytest.MonkeyPatch
):
    # Where the recipe's looks are kept; the weights stay where they are.
    monkeypatch.setattr(suite, "data_folder", lambda: tmp_path / "kept")
    add(tmp_path, drawn_sample(tmp_path))
    options = Options(data=tmp_path)
    assert SUITE.jobs(options) == [Job("test/drawn", 0)]
    result = SUITE.run(Job("test/drawn", 0), options, Place(desktop))
    for side in ("ours", "recipe"):
        assert result.figures[f"{side} text found"] == result.figures[f"{side} text there"] == 1
        assert result.figures[f"{side} seconds"] > 0
    assert result.figures["ours kinds right"] == 1
    assert result.figures["ours words right"] == 6
    assert result.success
    text = SUITE.tables([result], options)
    assert "| controls with text found | 100.0 % | 100.0 % | 1 |" in text
    # What was looked at once is told without looking again.
    alone = SUITE.run(Job("test/drawn", 0), replace(options, alone=True), Place(desktop))
    assert alone.figures["recipe seconds"] == pytest.approx(result.figures["recipe seconds"], abs=1)
    assert alone.figures["recipe text found"] == 1
