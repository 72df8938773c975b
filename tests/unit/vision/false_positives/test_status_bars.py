"""Texts of a status bar at the foot of a window are no tabs."""

from __future__ import annotations

from tests.support.drawn import Page
from vision.core.geometry import Box
from vision.core.views import View
from vision.detection.detector import Detection
from vision.false_positives.status_bars import without_status
from vision.pixels.flat_regions import find_shapes

TEXTS = ("Ln 3", "Col 54", "INS", "UTF-8")


def window(bottom: int = 240) -> tuple[Page, list[Detection]]:
    """A window on a blue ground, with four texts side by side at 206."""
    page = Page(600, 400, "#3a6ea5")
    page.frame(Box(20, 20, 580, bottom), "#f5f6f7")
    for number in range(6):
        page.text(40, 30 + 26 * number, "Some words of a text")
    seen = []
    for number, text in enumerate(TEXTS):
        page.text(40 + 130 * number, 206, text)
        box = Box(30 + 130 * number, 198, 150 + 130 * number, 230)
        seen.append(Detection(box, "tab", 0.4, "tab"))
    return page, seen


def kept(page: Page, seen: list[Detection]) -> list[Detection]:
    return without_status(seen, page.spans, find_shapes(page.pixels), View(page.pixels))


def test_texts_at_the_foot_of_a_window_are_no_tabs() -> None:
    assert kept(*window()) == []


def test_tabs_with_something_below_them_and_sure_ones_are_kept() -> None:
    page, seen = window(380)
    assert kept(page, seen) == seen
    page, seen = window()
    page.text(60, 260, "Below")
    assert kept(page, seen) == seen
    page, seen = window()
    sure = [*seen[1:], Detection(seen[0].box, "tab", 0.9, "tab")]
    assert kept(page, sure) == sure


def test_the_bar_at_the_top_of_a_page_is_kept() -> None:
    page, seen = window()
    page.spans = page.spans[-4:]
    assert kept(page, seen) == seen


def test_tabs_of_which_one_is_open_are_kept() -> None:
    page, seen = window()
    page.spans.pop(-3)
    page.text(170, 206, "Col 54", fill="#2060c0")
    assert kept(page, seen) == seen
