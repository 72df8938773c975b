"""Parts of the screen that are left alone: not touched, and where the rules say so not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.actions import Action
from agent.computer.controller import Button, Controller
from agent.errors import ActionFailed
from agent.pointing import points_of
from agent.policy.rules import Area
from vision.capture.screen import Monitor, Screen, Screenshot
from vision.core.elements import ElementMap
from vision.core.geometry import Box, Point

# Neither black nor white: nothing is read in it, and it is seen to be painted over.
PAINT = 96


def touches(action: Action, map_: ElementMap, areas: Sequence[Area]) -> Area | None:
    """The area that the action would click into, or drag something out of or into; or None."""
    points = points_of(action, map_)
    return next((area for area in areas if any(map(area.box.contains, points))), None)


def painted(shot: Screenshot, areas: Sequence[Area]) -> Screenshot:
    """The screenshot with the areas that must not be read painted over; itself without any."""
    hidden = [box for a in areas if not a.read and (box := a.box.intersection(shot.box))]
    if not hidden:
        return shot
    pixels = shot.pixels.copy()
    for box in hidden:
        inner = box.moved(-shot.origin.x, -shot.origin.y)
        pixels[inner.top : inner.bottom, inner.left : inner.right] = PAINT
    return replace(shot, pixels=pixels)


class CoveredScreen:
    """A screen whose hidden areas nobody sees: not perception, not the record, not the panel."""

    def __init__(self, screen: Screen, areas: Sequence[Area]) -> None:
        self._screen, self._areas = screen, tuple(areas)

    def monitors(self) -> list[Monitor]:
        return self._screen.monitors()

    def grab(self, region: Box | None = None) -> Screenshot:
        return painted(self._screen.grab(region), self._areas)


class FencedController:
    """Mouse and keyboard that click, drag and scroll nowhere inside of the areas, whatever chose
    the place. Moving over them is possible: it touches nothing.

    Raises ActionFailed instead; everything else as in Controller.
    """

    def __init__(self, controller: Controller, areas: Sequence[Area]) -> None:
        self._inner, self._areas = controller, tuple(areas)

    def _require_free(self, at: Point) -> None:
        for area in self._areas:
            if area.box.contains(at):
                name = f"“{area.name}”" if area.name else f"{area.box.as_list()}"
                raise ActionFailed(f"The rules keep the area {name} from being touched.")

    def move(self, at: Point) -> None:
        self._inner.move(at)

    def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
        self._require_free(at)
        self._inner.click(at, button, count, held)

    def drag(self, start: Point, end: Point, button: Button = "left") -> None:
        self._require_free(start)
        self._require_free(end)
        self._inner.drag(start, end, button)

    def scroll(self, at: Point, clicks: int, *, sideways: bool = False) -> None:
        self._require_free(at)
        self._inner.scroll(at, clicks, sideways=sideways)

    def press(self, keys: str) -> None:
        self._inner.press(keys)

    def type_text(self, text: str) -> None:
        self._inner.type_text(text)

    def pointer(self) -> Point:
        return self._inner.pointer()

    def release_all(self) -> None:
        self._inner.release_all()
