"""The windows that stood open before a run: which of them are gone after it?"""

from __future__ import annotations

from dataclasses import dataclass

from vision.capture.windows import Window, list_windows
from vision.capture.x11 import open_display, window_property


@dataclass(frozen=True, slots=True)
class Standing:
    """Windows of programs; menus and other popups are none."""

    windows: tuple[Window, ...]

    @classmethod
    def now(cls) -> Standing:
        """The windows of this moment. Raises vision.capture.x11.NoDisplayError."""
        return cls(_windows())

    def closed(self) -> tuple[str, ...]:
        """The titles of those that are gone; one that was only minimised is still open. Raises
        vision.capture.x11.NoDisplayError."""
        there = _managed()
        return tuple(_named(window) for window in self.windows if window.handle not in there)

    def programs_opened(self) -> tuple[str, ...]:
        """The titles of windows of programs that had none open before."""
        before = {window.application for window in self.windows}
        return tuple(_named(window) for window in _windows() if window.application not in before)


def _windows() -> tuple[Window, ...]:
    return tuple(window for window in list_windows() if not window.popup)


def _managed() -> set[int]:
    """The handles of all windows that the window manager keeps, also of minimised ones."""
    display = open_display()
    try:
        handles = window_property(display, display.screen().root, "_NET_CLIENT_LIST")
    finally:
        display.close()
    return set(handles) if handles is not None else set()


def _named(window: Window) -> str:
    return window.title or window.application
