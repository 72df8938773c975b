"""Where windows are to the pixel: their contents without the frame, and what openbox adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vision.capture.windows import Window, list_windows
from vision.capture.x11 import open_display
from vision.core.geometry import Box

# Openbox makes the parts of a title bar in this order, after the handles for resizing.
_PARTS = ("title", "maximise window", "close window", "", "", "window menu", "minimise window")
BUTTONS = ("window menu", "minimise window", "maximise window", "close window")
"""What the buttons of a title bar are for."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A window on the screen. `content` is its own X window (for programs that draw their frame
    themselves with the shadow), `bar` what of its title bar the title may take, None without a
    frame; `buttons` are pairs of what a button of the frame is for and its box."""

    window: Window
    content: Box
    bar: Box | None = None
    buttons: tuple[tuple[str, Box], ...] = ()


def frames(display: str) -> tuple[Frame, ...]:
    """The windows that show, front to back. Raises vision.capture.x11.NoDisplayError."""
    from Xlib import error

    connection = open_display(display)
    try:
        found = []
        for window in list_windows(display):
            try:
                found.append(_frame(connection, window))
            except (error.BadWindow, error.BadDrawable):
                continue  # closed meanwhile
        return tuple(found)
    finally:
        connection.close()


def _frame(connection: Any, window: Window) -> Frame:
    own = connection.create_resource_object("window", window.handle)
    root = connection.screen().root
    content = _box(own)
    if window.popup:
        return Frame(window, content)
    outer = own
    while (parent := outer.query_tree().parent) and parent.id != root.id:
        outer = parent
    parts = _title_bar(outer)
    bar = parts.pop("title", None)
    return Frame(
        window, content, bar, tuple((name, parts[name]) for name in BUTTONS if name in parts)
    )


def _title_bar(outer: Any) -> dict[str, Box]:
    """The parts of a title bar that show, by name; none for a window without one."""
    from Xlib import X

    for child in outer.query_tree().children:
        parts = sorted(child.query_tree().children, key=lambda part: int(part.id))
        if len(parts) < len(_PARTS) + 5:
            continue
        if child.get_attributes().map_state != X.IsViewable:
            continue
        named = zip(_PARTS, parts[-len(_PARTS) :], strict=True)
        return {
            name: _box(part)
            for name, part in named
            if name and part.get_attributes().map_state == X.IsViewable
        }
    return {}


def _box(window: Any) -> Box:
    geometry = window.get_geometry()
    place = geometry.root.translate_coords(window, 0, 0)
    return Box(place.x, place.y, place.x + geometry.width, place.y + geometry.height)
