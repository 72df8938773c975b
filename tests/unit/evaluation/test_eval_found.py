"""Found and of the right kind: pairs, F1 and ignore regions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evaluation.found import f1, found_counts
from evaluation.matching import matched, same_kind
from evaluation.things import Thing, is_ignored
from vision.core.geometry import Box, iou

SAVE = Thing(Box(0, 0, 100, 20), "button")
NAME = Thing(Box(0, 40, 100, 60), "field")

things = st.builds(
    lambda x, y, w, h, kind: Thing(Box(x, y, x + w, y + h), kind),
    st.integers(0, 20), st.integers(0, 20), st.integers(1, 20), st.integers(1, 20),
    st.sampled_from(("button", "field")),
)  # fmt: skip


def test_all_right() -> None:
    assert found_counts([SAVE, NAME], [NAME, SAVE]) == {
        "there": 2, "seen": 2, "right": 2, "placed": 2
    }  # fmt: skip


def test_another_kind_is_placed_and_not_right() -> None:
    counts = found_counts([SAVE], [Thing(SAVE.box, "field")])
    assert (counts["right"], counts["placed"], counts["seen"]) == (0, 1, 1)


def test_a_box_that_overlaps_by_less_than_half_is_missed_and_too_many() -> None:
    counts = found_counts([SAVE], [Thing(Box(0, 0, 49, 20), "button")])
    assert (counts["there"], counts["seen"], counts["right"]) == (1, 1, 0)


def test_the_most_pairs_are_found_where_the_best_overlap_would_leave_one_alone() -> None:
    true = [Thing(Box(0, 0, 100, 10), "button"), Thing(Box(20, 0, 120, 10), "button")]
    seen = [Thing(Box(15, 0, 115, 10), "button"), Thing(Box(60, 0, 120, 10), "button")]
    best = iou(true[1].box, seen[0].box)
    assert best > iou(true[0].box, seen[0].box) > 0.5
    assert best > iou(true[1].box, seen[1].box) > 0.5 > iou(true[0].box, seen[1].box)
    assert matched(true, seen) == {0: 0, 1: 1}


def test_nothing_has_no_pairs() -> None:
    assert matched([], [SAVE]) == matched([SAVE], []) == {}
    assert f1(0, 0, 0) == 0.0


def test_what_lies_in_an_ignore_region_counts_only_when_it_is_there() -> None:
    arrow = Thing(Box(90, 40, 100, 60), "icon")
    assert is_ignored(arrow, [Box(88, 38, 102, 62)])
    assert not is_ignored(NAME, [Box(88, 38, 102, 62)])
    assert found_counts([NAME], [NAME, arrow], [Box(88, 38, 102, 62)])["seen"] == 1
    assert found_counts([NAME], [NAME, arrow])["seen"] == 2
    assert found_counts([NAME, arrow], [NAME, arrow], [Box(88, 38, 102, 62)])["right"] == 2


@given(st.lists(things, max_size=6), st.lists(things, max_size=6))
def test_pairs_are_one_to_one_overlap_and_are_alike(true: list[Thing], seen: list[Thing]) -> None:
    pairs = matched(true, seen, same_kind)
    assert len(set(pairs.values())) == len(pairs)
    for i, j in pairs.items():
        assert iou(true[i].box, seen[j].box) >= 0.5
        assert true[i].kind == seen[j].kind
    left = [i for i in range(len(true)) if i not in pairs]
    free = [j for j in range(len(seen)) if j not in pairs.values()]
    assert not any(
        iou(true[i].box, seen[j].box) >= 0.5 and same_kind(true[i], seen[j])
        for i in left for j in free
    )  # fmt: skip


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_f1_is_the_harmonic_mean(right: int, missed: int, wrong: int) -> None:
    value = f1(right, right + missed, right + wrong)
    assert 0 <= value <= 1
    if right:
        recall, precision = right / (right + missed), right / (right + wrong)
        assert abs(value - 2 * recall * precision / (recall + precision)) < 1e-9
