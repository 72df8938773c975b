"""CC-Score: how alike two sequences of calls are, attribute by attribute."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.screenagent.calls import Call
from benchmarks.screenagent.ccscore import ATTRIBUTES, agreement, bleu, likeness, points
from vision.core.geometry import Box, Point

boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    *(st.integers(0, 20), st.integers(0, 20), st.integers(1, 20), st.integers(1, 20)),
)
kinds = st.sampled_from(["click", "double_click", "drag", "move", "scroll_up", "scroll_down"])
clicks = st.builds(
    lambda kind, button, area: Call("mouse", kind, button, area.center, area),
    *(kinds, st.sampled_from(["left", "right"]), boxes),
)
keys = st.builds(
    lambda kind, text: Call("keyboard", kind, text=text),
    *(st.sampled_from(["press", "text"]), st.text("ab +", min_size=1, max_size=8)),
)
others = st.sampled_from(
    [
        Call("wait"),
        Call("plan", text="Open the menu"),
        Call("plan", text="Save"),
        Call("evaluate", "sub_task_success"),
        Call("evaluate", "need_retry"),
    ]
)
sequences = st.lists(clicks | keys | others, max_size=5)


@given(sequences)
def test_a_sequence_is_wholly_like_itself_and_not_like_silence(calls: list[Call]) -> None:
    found, silent = likeness(calls, calls), likeness([], calls)
    if not found.points:
        with pytest.raises(ValueError, match="no score"):
            _ = found.score
        return
    assert found.score == pytest.approx(1)
    assert silent.score == 0
    assert silent.asked == found.asked
    for name in ATTRIBUTES:
        assert found.right[name] == pytest.approx(found.asked[name])
        assert silent.paired[name] == 0


@given(sequences, sequences)
def test_likeness_keeps_to_its_bounds_and_order(calls: list[Call], true: list[Call]) -> None:
    found = likeness(calls, true)
    assert 0 <= found.gained <= found.points + 1e-9
    for name in ATTRIBUTES:
        assert 0 <= found.right[name] <= found.paired[name] + 1e-9
        assert found.paired[name] <= found.asked[name]
    for (i, j), (k, n) in itertools.pairwise(found.pairs):
        assert i < k
        assert j < n


@given(sequences, sequences, clicks | keys)
def test_saying_more_never_costs(calls: list[Call], true: list[Call], more: Call) -> None:
    assert likeness([*calls, more], true).gained >= likeness(calls, true).gained - 1e-9


@given(st.lists(clicks | keys, max_size=4), st.lists(clicks | keys, max_size=4))
def test_no_pairing_in_order_gains_more(calls: list[Call], true: list[Call]) -> None:
    def gain(i: int, j: int) -> float:
        agreed = agreement(true[i], calls[j])
        return sum(value for name, value in agreed.items() if name != "keyboard action type")

    best = 0.0
    for size in range(1, min(len(calls), len(true)) + 1):
        for ours in itertools.combinations(range(len(calls)), size):
            for theirs in itertools.combinations(range(len(true)), size):
                best = max(best, sum(map(gain, theirs, ours)))
    assert likeness(calls, true).gained == pytest.approx(best)


def test_order_matters() -> None:
    first = Call("mouse", "click", "left", Point(1, 1))
    second = Call("keyboard", "text", text="hello")
    # Of 4 + 2 points only those of the click remain.
    assert likeness([second, first], [first, second]).score == pytest.approx(4 / 6)


def test_points_of_partly_right_calls() -> None:
    true = Call("mouse", "click", "left", Point(50, 50))
    here, elsewhere = Box(40, 40, 60, 60), Box(70, 40, 90, 60)
    assert points(true) == 4
    scores = {
        Call("mouse", "click", "left", here.center, here): 1.0,
        Call("mouse", "click", "left", elsewhere.center, elsewhere): 3 / 4,
        Call("mouse", "double_click", "left", elsewhere.center, elsewhere): 2 / 4,
        Call("mouse", "double_click", "right", elsewhere.center, elsewhere): 1 / 4,
        Call("keyboard", "press", text="Return"): 0.0,
        Call("wait"): 0.0,
    }
    for call, score in scores.items():
        assert likeness([call], [true]).score == pytest.approx(score), call


def test_an_annotated_area_must_hold_the_said_point() -> None:
    true = Call("mouse", "click", "left", Point(50, 50), Box(48, 48, 52, 52))
    large = Box(0, 0, 60, 60)
    # The element holds the true point, but its middle lies outside of the area.
    said_there = Call("mouse", "click", "left", large.center, large)
    assert likeness([said_there], [true]).right["mouse position"] == 0
    middle = Box(40, 40, 60, 60)
    assert likeness([Call("mouse", "click", "left", middle.center, middle)], [true]).score == 1


def test_bleu_by_characters() -> None:
    assert bleu("abcdef", "abcdef") == 1
    assert bleu("ab", "ab") == 1
    # 4 of 5 characters, 3 of 4 pairs, 2 of 3 triples and 1 of 2 fours are right.
    assert bleu("abcdX", "abcde") == pytest.approx((4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25)
    # All is right, but it is half as long as it should be.
    assert bleu("abcde", "abcdefghij") == pytest.approx(2.718281828 ** (1 - 2))
    assert bleu("abc", "abcd") == 0
    assert bleu("", "abcd") == bleu("abcd", "") == 0
