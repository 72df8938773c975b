"""What a click would do, and intervals by pages."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from evaluation.bootstrap import interval
from evaluation.found import f1
from evaluation.targets import target_counts
from evaluation.things import Thing
from vision.core.geometry import Box

SIZE = (1000, 1000)
ROW = Thing(Box(100, 100, 500, 130), "list item")


def counts(*seen: Thing) -> dict[str, int]:
    return dict(target_counts([ROW], seen, SIZE, ("text",)))


def test_a_target_is_covered_right_and_can_be_acted_on() -> None:
    assert counts(ROW) == {"targets": 1, "covered": 1, "hit": 1, "acted": 1}
    assert counts() == {"targets": 1}


def test_the_smallest_decides() -> None:
    text = Thing(Box(250, 105, 350, 125), "text")
    assert counts(ROW, text) == {"targets": 1, "covered": 1, "hit": 1, "acted": 0}
    long = Thing(Box(290, 100, 990, 130), "button")
    assert counts(long) == {"targets": 1, "covered": 1, "hit": 0, "acted": 1}


def test_what_is_larger_than_a_twentieth_of_a_screen_neither_covers_nor_is_a_target() -> None:
    pane = Thing(Box(0, 0, 600, 600), "list item")
    assert counts(pane) == {"targets": 1}
    assert not target_counts([pane], [pane], SIZE, ())


def test_a_dialog_is_measured_like_the_screen_it_stands_on() -> None:
    field = Thing(Box(0, 0, 300, 60), "field")  # 18 % of its picture, 2 % of a screen
    assert target_counts([field], [field], (400, 250), ())["targets"] == 1


def test_the_interval_holds_the_figure_and_narrows_with_pages() -> None:
    def figure(sums: Mapping[str, float]) -> float:
        return f1(sums["right"], sums["there"], sums["seen"])

    pages = [{"right": n % 5, "there": 5, "seen": 5} for n in range(20)]
    low, high = interval(pages, ("right", "there", "seen"), figure)
    assert 0 < low < 0.4 < high < 1
    narrow = interval(pages * 9, ("right", "there", "seen"), figure)
    assert narrow[1] - narrow[0] < 0.5 * (high - low)
    assert interval(pages, ("right", "there", "seen"), figure) == (low, high)


def test_pages_are_drawn_as_a_whole() -> None:
    """Two pages of which one is all right: a draw is all, nothing or half, never in between."""
    pages = [{"right": 50, "there": 50}, {"right": 0, "there": 50}]
    low, high = interval(pages, ("right", "there"), lambda sums: sums["right"] / sums["there"])
    assert (low, high) == (0.0, 1.0)


def test_no_pages_have_no_interval() -> None:
    with pytest.raises(ValueError, match="no pages"):
        interval([], ("right",), lambda sums: 0.0)
