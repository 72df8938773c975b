"""The windows of the desktop: title, place, which is in front."""

from __future__ import annotations

from dataclasses import dataclass

from vision.geometry import Box


@dataclass(frozen=True, slots=True)
class Window:
    """A visible top-level window. `box` includes its frame, in physical pixels.

    `handle` is the window system's own number. `popup` marks menus, drop-down lists and tooltips,
    which no window manager manages.
    """

    handle: int
    title: str
    application: str
    box: Box
    active: bool = False
    popup: bool = False
