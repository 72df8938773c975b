"""Observing: wait until the screen is at rest, grab it, and perceive it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agent.control.stop import StopSwitch
from agent.desktop.background import Background
from agent.perception.settle import settle
from vision.capture.screen import Screen, Screenshot
from vision.capture.windows import Window
from vision.core.elements import ElementMap

_TOOLTIP_GOES = 0.2


class Eyes(Protocol):
    """What makes a map of a screenshot: a Perceiver, or in measurements the truth itself."""

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = (), /) -> ElementMap: ...


@dataclass(frozen=True, slots=True)
class ChangedEyes:
    """Eyes whose maps are changed: what must not be seen is taken out."""

    eyes: Eyes
    change: Callable[[ElementMap], ElementMap]

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = (), /) -> ElementMap:
        return self.change(self.eyes.perceive(screenshot, windows))


@dataclass(frozen=True, slots=True)
class Observer:
    """Eyes that can be told to stop. `windows` lists the windows front to back, `park` moves the
    mouse to where it brings up no tooltip."""

    screen: Screen
    perceiver: Eyes
    windows: Callable[[], tuple[Window, ...]]
    stop: StopSwitch
    background: Background
    park: Callable[[], None] = lambda: None

    def look(self, before: Screenshot | None = None, patience: float = 0.0) -> ElementMap:
        """The map of the screen at rest; with `before`, waits up to `patience` seconds for a first
        change. Timings of settle, grab, ocr, detect, merge and
        captions are in the map.

        Raises:
            Stopped: the switch was pressed; a look that had begun ends unseen.
        """
        start = time.perf_counter()
        settle(self.screen.grab, self.stop, before=before, patience=patience)
        settled = time.perf_counter()
        shot, windows = self._grab()
        if any(window.tooltip for window in windows):
            # It would hide things and look like an effect.
            self.park()
            self.stop.sleep(_TOOLTIP_GOES)
            settle(self.screen.grab, self.stop)
            shot, windows = self._grab()
        grabbed = time.perf_counter()
        map_ = self.background.do(lambda: self.perceiver.perceive(shot, windows), self.stop)
        timings = {"settle": settled - start, "grab": grabbed - settled, **map_.timings}
        timings["merge"] = timings.get("merge", 0.0) + timings.pop("shapes", 0.0)
        return replace(map_, timings=timings)

    def _grab(self) -> tuple[Screenshot, tuple[Window, ...]]:
        """Picture and windows of one moment: the windows are asked for last, so that none is
        missing that the picture shows."""
        return self.screen.grab(), self.windows()
