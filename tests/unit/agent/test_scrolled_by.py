"""How far the wheel is turned: as far as nothing is passed over."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from agent.actions import Scroll
from agent.computer.controller import RecordingController
from agent.computer.executor import Hands
from agent.control.stop import StopSwitch
from tests.support.made_maps import made_map, window
from vision.capture.screen import Monitor, Pixels, Screenshot
from vision.capture.scroll_offset import shift
from vision.core.geometry import Box, Point
from vision.structure.scroll_areas import ScrollArea

RANDOM = np.random.default_rng(7)
PAPER: Pixels = np.repeat(
    np.repeat(RANDOM.integers(0, 255, (500, 50, 3), np.uint8), 8, axis=0), 8, axis=1
)
SHOWN = Box(0, 0, 400, 300)


@dataclass
class Page:
    """A long page that a wheel scrolls by so many pixels a notch, and its screen."""

    notch: int
    at: int = 1000
    controller: RecordingController = field(default_factory=RecordingController)

    def monitors(self) -> list[Monitor]:
        return [Monitor(1, SHOWN, 1.0)]

    def grab(self, region: Box | None = None) -> Screenshot:
        turned = sum(int(str(c[2])) for c in self.controller.calls if c[0] == "scroll")
        top = self.at - turned * self.notch
        return Screenshot(PAPER[top : top + SHOWN.height, : SHOWN.width].copy())

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("notch", "turns"), [(20, [-1, -4]), (80, [-1, -2]), (150, [-1]), (260, [-1]), (0, [-1])]
)
def test_nothing_is_passed_over(notch: int, turns: list[int]):
    page = Page(notch)
    windows = (window(1, "Page", SHOWN, active=True),)
    map_ = made_map((), windows, page.grab())
    hands = Hands(page.controller, page, lambda: map_, lambda: windows, StopSwitch(), {})
    hands.carry_out(Scroll("down"), map_)
    assert [call[2] for call in page.controller.calls] == turns
    assert all(call[1] == Point(200, 150) for call in page.controller.calls)


@pytest.mark.parametrize("moved", [0, 8, 60, -60, 200, -200])
def test_a_shift_is_measured(moved: int):
    before, after = PAPER[1000:1300, :400], PAPER[1000 + moved : 1300 + moved, :400]
    assert shift(before, after) == moved


def test_what_cannot_be_told():
    blank = np.full((300, 400, 3), 255, np.uint8)
    assert shift(blank, blank) is None
    assert shift(PAPER[:300, :400], PAPER[600:900, :400]) is None
    assert shift(PAPER[:300, :400], PAPER[:200, :400]) is None


def test_the_area_that_goes_on_is_measured_and_not_what_stays_around_it():
    page = Page(40)
    windows = (window(1, "Page", SHOWN, active=True),)
    map_ = made_map((), windows, page.grab())
    map_ = type(map_)(
        map_.elements,
        map_.screenshot,
        windows=windows,
        areas=(ScrollArea(Box(0, 0, 400, 100), below=True),),
    )
    hands = Hands(page.controller, page, lambda: map_, lambda: windows, StopSwitch(), {})
    hands.carry_out(Scroll("down"), map_)
    assert [call[2] for call in page.controller.calls] == [-1, -1]
