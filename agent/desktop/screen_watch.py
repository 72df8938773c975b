"""The screen that a run began on stays as it is, or the run ends and says what changed: another
size, a monitor that came or went. X11 only; elsewhere nothing is noticed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import Any

from vision.capture.screen import Monitor, Screen, ScreenError, Screenshot
from vision.capture.x11 import connection_errors, open_display
from vision.core.geometry import Box

_AGAIN = "Start the task again when the screen no longer changes."


class SteadyScreen:
    """A screen whose grabs fail with a sentence once monitors came, went or changed their size.

    For one thread. Close it after use.

    Raises:
        NoDisplayError: there is no X display.
    """

    def __init__(self, inner: Screen) -> None:
        self._inner = inner
        self._display: Any = open_display() if sys.platform == "linux" else None
        self._first: tuple[Box, ...] = ()
        self._first = self._layout()

    def monitors(self) -> list[Monitor]:
        return self._inner.monitors()

    def grab(self, region: Box | None = None) -> Screenshot:
        """See `vision.capture.screen.Screen`.

        Raises:
            ScreenError: the screen is not what it was, or cannot be grabbed.
        """
        self._require_same()
        try:
            return self._inner.grab(region)
        except ScreenError:
            self._require_same()  # It changed in this moment: that says more.
            raise

    def _require_same(self) -> None:
        now = self._layout()
        if now != self._first:
            raise ScreenError(f"{_difference(self._first, now)} {_AGAIN}")

    def _layout(self) -> tuple[Box, ...]:
        """The whole screen, then each monitor; empty when it cannot be asked."""
        if self._display is None:
            return ()
        from Xlib.error import XError

        # A display that is gone is told of by what grabs it.
        with contextlib.suppress(XError, *connection_errors()):
            return _boxes(self._display)
        return self._first

    def close(self) -> None:
        if self._display is not None:
            with contextlib.suppress(*connection_errors()):
                self._display.close()


def _boxes(display: Any) -> tuple[Box, ...]:
    root = display.screen().root
    whole = root.get_geometry()
    found = [Box(0, 0, whole.width, whole.height)]
    if display.has_extension("RANDR"):
        for one in root.xrandr_get_monitors().monitors:
            right, bottom = one.x + one.width_in_pixels, one.y + one.height_in_pixels
            found.append(Box(one.x, one.y, right, bottom))
    return tuple(found)


def _difference(before: Sequence[Box], now: Sequence[Box]) -> str:
    """The first of each is the whole screen, the others are its monitors."""
    said = []
    if len(now) < len(before):
        said.append("a monitor was unplugged or switched off")
    if len(now) > len(before):
        said.append("another monitor was connected")
    if before[:1] != now[:1]:
        said.append(f"its size changed from {_size(before[0])} to {_size(now[0])}")
    what = ", and ".join(said or ["the monitors were rearranged"])
    return f"The screen changed during the run: {what}."


def _size(box: Box) -> str:
    return f"{box.width} × {box.height} pixels"
