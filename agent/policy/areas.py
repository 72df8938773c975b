"""Parts of the screen that are left alone: not touched, and where the rules say so not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from agent.actions import Action
from agent.computer.controller import Controller
from agent.control.restrained import RestrainedController
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


class FencedController(RestrainedController):
    """Mouse and keyboard that click, drag and scroll nowhere inside of the areas, whatever chose
    the place."""

    def __init__(self, controller: Controller, areas: Sequence[Area]) -> None:
        super().__init__(controller)
        self._areas = tuple(areas)

    @contextmanager
    def touching(self, *places: Point) -> Iterator[None]:
        for area in self._areas:
            if any(map(area.box.contains, places)):
                name = f"“{area.name}”" if area.name else f"{area.box.as_list()}"
                raise ActionFailed(f"The rules keep the area {name} from being touched.")
        yield
