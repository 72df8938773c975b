"""The perception benchmark with a detector that knows the truth."""

from __future__ import annotations

from pathlib import Path

from agent.desktop.virtual_desktop import Desktop
from benchmarks.harness.jobs import Job, Options
from benchmarks.harness.suites import Place
from benchmarks.perception import SUITE
from benchmarks.perception.mistakes import read_mistakes
from tests.support.drawn_sample import drawn_sample
from training.labels import add


def test_a_picture_is_measured_with_a_detector_that_knows_the_truth(
    tmp_path: Path, desktop: Desktop
):
    add(tmp_path, drawn_sample(tmp_path))
    options = Options(data=tmp_path, oracle=True, alone=True)
    result = SUITE.run(Job("test/drawn", 0), options, Place(desktop, tmp_path / "records"))
    assert read_mistakes(tmp_path / "records" / result.record / "mistakes.json") == []
    figures = result.figures
    assert figures["ours text found"] == figures["ours text there"] == 1
    assert figures["ours words right"] == 6
    assert not any(name.startswith("recipe") for name in figures)
