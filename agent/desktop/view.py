"""What a run is asked to see and use: a monitor, or one window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.capture.screen import Monitor, ScreenError
from vision.capture.windows import Window
from vision.core.geometry import overlap_area


@dataclass(frozen=True, slots=True)
class View:
    """The empty value is the first monitor with whatever stands on it, and programs may be opened.

    `monitor` counts from 1; 0: none was chosen. `title` is the title of one window, or a part of
    it; `handle`, where it is known, is the window system's own number of it.
    """

    monitor: int = 0
    title: str = ""
    handle: int = 0

    @property
    def one_window(self) -> bool:
        return bool(self.title or self.handle)


def find_window(view: View, windows: Sequence[Window]) -> Window:
    """The window of a view, among windows front to back. A title that is the same goes before one
    that only holds the words.

    Raises:
        ScreenError: there is none; it names those that there are.
    """
    ordinary = [window for window in windows if not window.popup]
    known = [window for window in ordinary if window.handle == view.handle]
    if view.handle and not known:
        raise ScreenError(
            f"The window “{view.title}” was closed. Open it again, or choose another one."
        )
    words = view.title.casefold()
    named = known or [window for window in ordinary if words in window.title.casefold()]
    if not named:
        titles = ", ".join(f"“{window.title}”" for window in ordinary if window.title)
        raise ScreenError(
            f"There is no window “{view.title}”; the open windows are: {titles or 'none'}."
        )
    return next((window for window in named if window.title == view.title), named[0])


def find_monitor(view: View, monitors: Sequence[Monitor], window: Window | None) -> Monitor:
    """The monitor of a view: the one that shows most of its window, else the one it names.

    Raises:
        ScreenError: there is no such monitor.
    """
    if window is not None:
        return max(monitors, key=lambda monitor: overlap_area(window.box, monitor.box))
    found = next((m for m in monitors if m.index == (view.monitor or monitors[0].index)), None)
    if found is None:
        known = ", ".join(str(monitor.index) for monitor in monitors)
        raise ScreenError(f"There is no monitor {view.monitor}. The monitors are: {known}.")
    return found
