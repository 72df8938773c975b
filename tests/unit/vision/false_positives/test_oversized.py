"""Boxes of the size of a window round one small thing."""

from __future__ import annotations

from tests.support.drawn import Page, one
from vision.core.geometry import Box, iou
from vision.core.trace import tracing
from vision.false_positives.oversized import as_small_as_seen
from vision.pixels.flat_regions import find_shapes

LINE = 14.0
LARGE = Box(20, 20, 300, 260)


def small(page: Page, score: float = 0.7, *more: Box) -> list[Box]:
    found = [one("button", LARGE, score), *(one("icon", box) for box in more)]
    shapes = find_shapes(page.pixels)
    return [each.box for each in as_small_as_seen(found, page.spans, shapes, LINE)]


def test_a_button_of_the_size_of_a_window_is_the_one_thing_in_it():
    page = Page()
    thing = page.frame(Box(100, 120, 140, 160))
    with tracing() as trace:
        (box,) = small(page)
    assert iou(box, thing) > 0.9
    assert trace.events[0].into == box


def test_it_stays_where_it_is_sure_or_holds_more():
    page = Page()
    thing = page.frame(Box(100, 120, 140, 160))
    assert small(page, 0.9) == [LARGE]
    assert small(page, 0.7, thing)[0] == LARGE
    page.frame(Box(200, 120, 240, 160))
    assert small(page) == [LARGE]


def test_it_stays_where_there_is_text_or_nothing():
    page = Page()
    assert small(page) == [LARGE]
    page.frame(Box(100, 120, 140, 160))
    page.text(60, 60, "Search")
    assert small(page) == [LARGE]


def test_a_picture_on_a_button_is_no_button():
    page = Page()
    page.frame(Box(60, 60, 200, 200))
    assert small(page) == [LARGE]
