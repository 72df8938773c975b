"""Physical pixels and pointer units: the only place that converts between them.

Screens, boxes and maps are in physical pixels; the pointer of a Retina display counts points.
"""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from agent.errors import DisplayError
from vision.capture.x11 import NoDisplayError, open_display
from vision.core.geometry import Point


class PointerPosition(NamedTuple):
    """A place in pointer units, which only the controller uses."""

    x: int
    y: int


def to_pointer(point: Point, scale: float) -> PointerPosition:
    """Physical pixels as pointer units; `scale` is physical pixels per pointer unit."""
    return PointerPosition(round(point.x / scale), round(point.y / scale))


def to_physical(position: PointerPosition, scale: float) -> Point:
    """Pointer units as physical pixels."""
    return Point(round(position.x * scale), round(position.y * scale))


class X11Pointer:
    """Tells where the pointer is, over a connection of its own: for a thread that watches it.

    Raises:
        DisplayError: there is no display, or it went away.
    """

    def __init__(self, display: str | None = None) -> None:
        try:
            self._display = open_display(display)
        except NoDisplayError as problem:
            raise DisplayError(f"There is no usable display: {problem}.") from problem

    def __call__(self) -> Point:
        from Xlib.error import ConnectionClosedError

        try:
            place = self._display.screen().root.query_pointer()
        except (ConnectionClosedError, ConnectionError) as problem:
            raise DisplayError(f"The connection to the display was lost: {problem}") from problem
        return Point(place.root_x, place.root_y)

    def close(self) -> None:
        from Xlib.error import ConnectionClosedError

        # A display that went away is closed already.
        with contextlib.suppress(ConnectionClosedError, ConnectionError):
            self._display.close()
