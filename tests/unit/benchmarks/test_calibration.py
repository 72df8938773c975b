"""The fixed work that is timed beside every result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.reports.calibration import Calibration, calibrate, medians, noise, python_work


def test_the_work_is_the_same_for_ever():
    # A change of these numbers makes all figures of before incomparable.
    assert python_work(10_000) == 5_029_803
    assert noise(1, 3)[0] == pytest.approx([0.8506242, 0.63696164, 0.5111365])


def test_one_disturbed_round_does_not_count_and_neither_does_the_first():
    began_and_ended: Iterator[float] = iter([0, 9, 10, 11, 20, 21.5, 30, 70])
    assert medians({"piece": lambda: None}, 3, lambda: next(began_and_ended)) == {"piece": 1.5}


def test_the_pieces_take_turns():
    done: list[str] = []
    found = medians({"a": lambda: done.append("a"), "b": lambda: done.append("b")}, 2)
    assert done == ["a", "b"] * 3
    assert set(found) == {"a", "b"}


def test_the_words_hold_every_figure():
    assert Calibration(0.281, 0.25, 0.3, "0123abcd", 0.04).words() == (
        "calibration: Python 0.28 s, matrices 0.25 s, detector 0.30 s (weights 0123abcd), load 0.0"
    )


def test_a_missing_detector_is_named(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match=r"none\.onnx"):
        calibrate(tmp_path / "none.onnx")
