"""Scrolling: as far as the wheel can be turned without passing anything over, or to the end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agent.actions import Scroll
from agent.computer.controller import Controller
from agent.control.stop import StopSwitch
from agent.perception.settle import differs, settle
from vision.capture.screen import Pixels, Screen, Screenshot
from vision.capture.scroll_offset import shift
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box

# Of the wheel; how far one moves depends on the program.
_NOTCHES = 5
# Seconds until a program has scrolled by one; how much of what it shows is left behind at most.
_SCROLLS, _LEFT_BEHIND = 0.5, 0.8
# Notches of one turn to the end, and turns at most: a page that never ends is left somewhere.
_LONG_TURN, _MOST_TURNS = 20, 30
_SIDES = {"up": "above", "down": "below", "left": "left", "right": "right"}


@dataclass(frozen=True, slots=True)
class Wheel:
    """Turns the wheel and looks what came of it."""

    controller: Controller
    screen: Screen
    stop: StopSwitch

    def scroll(self, action: Scroll, target: Element | None, map_: ElementMap) -> None:
        """Scroll over the target, or over the largest area that goes on in this direction."""
        at = target.box if target else _scrolled(map_, action.direction)
        area = _around(at, map_) if target else at
        if action.amount == "end":
            self._to_end(at, action)
            return
        before = self.screen.grab()
        after = self._turn(at, action, 1, before)
        if action.amount == "page":
            self._go_on(at, area, action, before, after)

    def _go_on(
        self, at: Box, area: Box, action: Scroll, before: Screenshot, after: Screenshot
    ) -> None:
        if before.box != after.box:
            return
        sideways = _is_sideways(action)
        moved = shift(_seen(before, area, sideways), _seen(after, area, sideways))
        if moved == 0:
            return  # nothing happened, or it is still to come
        length = area.width if sideways else area.height
        most = int(_LEFT_BEHIND * length / abs(moved)) if moved else 1
        if (rest := min(most, _NOTCHES) - 1) > 0:
            self._wheel(at, action, rest)

    def _to_end(self, at: Box, action: Scroll) -> None:
        shown = self.screen.grab()
        for _ in range(_MOST_TURNS):
            later = self._turn(at, action, _LONG_TURN, shown)
            if not differs(shown, later):
                return
            shown = later

    def _turn(self, at: Box, action: Scroll, notches: int, before: Screenshot) -> Screenshot:
        """Turn the wheel; the screen when it has come to rest."""
        self._wheel(at, action, notches)
        return settle(
            self.screen.grab, self.stop, before=before, patience=_SCROLLS, longest=2 * _SCROLLS
        )

    def _wheel(self, at: Box, action: Scroll, notches: int) -> None:
        turn = notches if action.direction in ("up", "right") else -notches
        self.controller.scroll(at.center, turn, sideways=_is_sideways(action))


def _is_sideways(action: Scroll) -> bool:
    return action.direction in ("left", "right")


def _seen(shot: Screenshot, box: Box, sideways: bool) -> Pixels:
    """A part of a picture; what goes to the side is turned, so that it goes up."""
    seen = shot.crop(box.intersection(shot.box) or shot.box)
    return np.ascontiguousarray(seen.swapaxes(0, 1)) if sideways else seen


def _scrolled(map_: ElementMap, direction: str) -> Box:
    """The largest area of the front window that goes on in this direction, else the window."""
    front, side = front_box(map_), _SIDES[direction]
    areas = [area for area in map_.areas if front.contains(area.box.center)]
    on = [area.box for area in areas if getattr(area, side)]
    return max(on, key=lambda box: box.area, default=front)


def _around(box: Box, map_: ElementMap) -> Box:
    """The smallest area that scrolls with what lies in this box."""
    areas = [area.box for area in map_.areas if area.box.contains(box.center)]
    return min(areas, key=lambda area: area.area, default=front_box(map_))


def front_box(map_: ElementMap) -> Box:
    """The window in front that is no menu, else the whole screen."""
    window = next((w for w in map_.windows if not w.popup), None)
    return window.box if window else map_.screenshot.box
