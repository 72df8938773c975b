"""Average precision by scores, counted in hundredths."""

from __future__ import annotations

import pytest

from evaluation.average_precision import average_precision, scored
from evaluation.things import Thing
from vision.core.geometry import Box


def button(x: int, score: float = 1.0, kind: str = "button") -> Thing:
    return Thing(Box(x, 0, x + 10, 10), kind, score)


def test_all_right_is_one() -> None:
    counts = scored([button(0), button(20)], [button(0, 0.9), button(20, 0.4)])
    assert average_precision(counts, "button", 2) == 1.0


def test_a_wrong_one_costs_only_what_is_less_sure() -> None:
    true = [button(0), button(20)]
    after = scored(true, [button(0, 0.9), button(20, 0.8), button(60, 0.7)])
    before = scored(true, [button(60, 0.95), button(0, 0.9), button(20, 0.8)])
    between = scored(true, [button(0, 0.9), button(60, 0.85), button(20, 0.8)])
    assert average_precision(after, "button", 2) == 1.0
    assert average_precision(before, "button", 2) == pytest.approx(2 / 3)
    assert average_precision(between, "button", 2) == pytest.approx(0.5 + 0.5 * 2 / 3)


def test_what_is_missed_lowers_it() -> None:
    assert average_precision(scored([button(0), button(20)], [button(0)]), "button", 2) == 0.5
    assert average_precision({}, "button", 2) == 0.0


def test_a_true_one_is_taken_once_by_the_surest() -> None:
    counts = scored([button(0)], [button(1, 0.3), button(0, 0.8)])
    assert counts == {("button", 80, True): 1, ("button", 30, False): 1}


def test_another_kind_and_ignored_ones() -> None:
    counts = scored([button(0)], [button(0, 0.5, "field"), button(60, 0.5)], [Box(55, 0, 75, 10)])
    assert counts == {("field", 50, False): 1}


def test_a_kind_that_is_not_there_has_none() -> None:
    with pytest.raises(ValueError, match="there is no slider"):
        average_precision({}, "slider", 0)
