"""Boxes and points."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.core.geometry import Box, Point, bounding_box, coverage, iou, overlap_area

EDGE = st.integers(-4000, 4000)
SIDE = st.integers(1, 3000)
BOXES = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), EDGE, EDGE, SIDE, SIDE)


@pytest.mark.parametrize("edges", [(0, 0, 0, 1), (0, 0, 1, 0), (5, 0, 4, 9), (0, 0, -1, -1)])
def test_an_empty_box_is_refused(edges: tuple[int, int, int, int]):
    with pytest.raises(ValueError, match="empty box"):
        Box(*edges)


def test_measures():
    box = Box(-10, 20, 30, 50)
    assert (box.width, box.height, box.area) == (40, 30, 1200)
    assert box.center == Point(10, 35)
    assert box.as_list() == [-10, 20, 30, 50]


def test_half_open():
    box = Box(0, 0, 10, 10)
    assert box.contains(Point(0, 0))
    assert not box.contains(Point(10, 5))
    assert box.intersection(Box(10, 0, 20, 10)) is None


@pytest.mark.parametrize(
    ("a", "b", "area", "share", "union_share"),
    [
        (Box(0, 0, 10, 10), Box(20, 20, 30, 30), 0, 0.0, 0.0),
        (Box(0, 0, 10, 10), Box(0, 0, 10, 10), 100, 1.0, 1.0),
        (Box(0, 0, 10, 10), Box(5, 0, 15, 10), 50, 0.5, 1 / 3),
        (Box(2, 2, 4, 4), Box(0, 0, 10, 10), 4, 1.0, 0.04),
    ],
)
def test_overlap(a: Box, b: Box, area: int, share: float, union_share: float):
    assert overlap_area(a, b) == area
    assert coverage(a, b) == share
    assert iou(a, b) == pytest.approx(union_share)


@given(BOXES, BOXES)
def test_intersection_and_union(a: Box, b: Box):
    common, both = a.intersection(b), a.union(b)
    assert common == b.intersection(a)
    assert both == b.union(a)
    assert both.intersection(a) == a
    assert iou(a, b) == iou(b, a)
    assert 0 <= iou(a, b) <= min(coverage(a, b), coverage(b, a)) <= 1
    if common:
        assert a.contains(Point(common.left, common.top))
        assert common.area == overlap_area(a, b) <= min(a.area, b.area)


@given(BOXES, EDGE, EDGE, st.integers(0, 50))
def test_moving_and_growing_come_back(box: Box, dx: int, dy: int, pixels: int):
    assert box.moved(dx, dy).moved(-dx, -dy) == box
    assert box.grown(pixels).grown(-pixels) == box


@given(BOXES)
def test_shrinking_to_nothing_is_refused(box: Box):
    with pytest.raises(ValueError, match="empty box"):
        box.grown(-((min(box.width, box.height) + 1) // 2))


@given(BOXES)
def test_the_centre_lies_inside(box: Box):
    assert box.contains(box.center)


@given(st.lists(BOXES, min_size=1, max_size=6))
def test_bounding_box_holds_all_and_no_more(boxes: list[Box]):
    bound = bounding_box(boxes)
    assert all(coverage(box, bound) == 1 for box in boxes)
    assert bound.left in {box.left for box in boxes}
    assert bound.bottom in {box.bottom for box in boxes}


def test_no_boxes_have_no_bound():
    with pytest.raises(ValueError, match="no box"):
        bounding_box([])


@given(BOXES, BOXES)
def test_boxes_apart_share_nothing(a: Box, b: Box):
    assume(a.right <= b.left)
    assert iou(a, b) == coverage(a, b) == overlap_area(a, b) == 0
