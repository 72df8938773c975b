"""The click test: draws targets, finds them on a screenshot, clicks them, and says how far off the
clicks landed. It goes the whole way of a run: pixels, scaling, mouse."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np

from agent.computer.controller import Controller
from agent.diagnostics.click_target import COLOUR, PLACES, RADIUS
from agent.errors import ActionFailed
from vision.capture.screen import Monitor, Screen
from vision.core.geometry import Point

_PATIENCE = 10.0  # seconds for the window to open, or to notice a click
_TRIES = 40
_PAUSE = 0.05


NEAR = 2.0
"""Pixels that a click may be off: the smallest controls are some 12 pixels wide."""


@dataclass(frozen=True, slots=True)
class ClickReport:
    """The clicks of one monitor: how far each was off in physical pixels, None for one that the
    window did not get (or whose target was not on the screenshot), which is the last."""

    monitor: Monitor
    errors: tuple[float | None, ...]

    @property
    def landed(self) -> str:
        """As "9 of 9 landed"."""
        return f"{sum(error is not None for error in self.errors)} of {len(PLACES)} landed"

    @property
    def worst(self) -> float | None:
        """The largest error in physical pixels; None when a click was lost."""
        known = [error for error in self.errors if error is not None]
        return max(known) if len(known) == len(PLACES) else None

    @property
    def good(self) -> bool:
        return self.worst is not None and self.worst <= NEAR


def click_test(monitor: Monitor, screen: Screen, controller: Controller) -> ClickReport:
    """Test one monitor; takes about four seconds, in which a window covers it.

    Raises:
        ActionFailed: the window could not be opened, or the person ended the test.
        Stopped: the mouse was pushed into a corner.
    """
    box, scale = monitor.box, monitor.scale
    place = [round(side / scale) for side in (box.left, box.top, box.width, box.height)]
    with subprocess.Popen(
        [sys.executable, "-m", "agent.diagnostics.click_target", *map(str, place)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as window:
        try:
            return ClickReport(monitor, tuple(_errors(monitor, screen, controller, window)))
        finally:
            window.kill()


def _errors(
    monitor: Monitor, screen: Screen, controller: Controller, window: subprocess.Popen[str]
) -> Iterator[float | None]:
    said = _lines(window)
    for number in range(len(PLACES)):
        told = _next(said, window)
        if told is None or told.get("shown") != number:
            raise ActionFailed("The window of the click test sent an unexpected answer.")
        seen = _find(monitor, screen)
        if seen is None:
            yield None
            return
        controller.click(seen)
        told = _next(said, window, lost=True)
        if told is None:
            yield None
            return
        (a, b), (c, d) = told["target"], told["click"]
        yield round(hypot(a - c, b - d) * monitor.scale, 2)


def _lines(window: subprocess.Popen[str]) -> queue.Queue[str]:
    """What the window says, line by line; '' at its end."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert window.stdout is not None
        for line in window.stdout:
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    return lines


def _next(
    said: queue.Queue[str], window: subprocess.Popen[str], *, lost: bool = False
) -> dict[str, Any] | None:
    """The next that the window says; None when it says nothing in time and a click may be lost."""
    try:
        line = said.get(timeout=_PATIENCE)
    except queue.Empty:
        if lost:
            return None
        raise ActionFailed("The window of the click test did not open.") from None
    if not line:
        assert window.stderr is not None
        last = (window.stderr.read().strip().splitlines() or ["it ended"])[-1]
        raise ActionFailed(f"The window of the click test could not be opened: {last}")
    told: dict[str, Any] = json.loads(line)
    if told.get("ended"):
        raise ActionFailed("The click test was cancelled with Escape.")
    return told


def _find(monitor: Monitor, screen: Screen) -> Point | None:
    """The middle of the target on a screenshot; None when it is not there in two seconds."""
    # Fewer pixels than half of a disc may be the pointer's shadow of the last one.
    least = 1.5 * (RADIUS * monitor.scale) ** 2
    for _ in range(_TRIES):
        shot = screen.grab(monitor.box)
        rows, columns = np.nonzero((shot.pixels == COLOUR).all(axis=2))
        if len(rows) > least:
            return Point(
                shot.origin.x + round(float(columns.min() + columns.max()) / 2),
                shot.origin.y + round(float(rows.min() + rows.max()) / 2),
            )
        time.sleep(_PAUSE)
    return None
