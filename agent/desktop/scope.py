"""A run that keeps to one monitor or to one window: nothing else is seen, recorded or touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from agent.computer.controller import Controller
from agent.control.restrained import RestrainedController
from agent.desktop.view import View, find_monitor, find_window
from agent.errors import ActionFailed
from agent.pointing import active_window
from agent.policy.areas import PAINT
from vision.capture.screen import Monitor, MssScreen, Screen, Screenshot
from vision.capture.windows import Window, WindowGone, activate, list_windows
from vision.core.geometry import Box, Point, overlap_area

Windows = Callable[[], tuple[Window, ...]]
_LONGEST_CHAIN = 8


@dataclass(frozen=True, slots=True)
class Scope:
    """A monitor, and one window on it, or None: all windows there."""

    monitor: Monitor
    window: Window | None = None

    def own(self, windows: Sequence[Window]) -> tuple[Window, ...]:
        """Those of the windows, front to back, that the run may see. To a window belong its
        dialogs, and while one of them has the keys the menus of its program."""
        if self.window is None:
            return tuple(w for w in windows if overlap_area(w.box, self.monitor.box))
        active = active_window(windows)
        menus = active is None or self._belongs(active, windows)
        return tuple(w for w in windows if (menus and self._menu(w)) or self._belongs(w, windows))

    def _menu(self, window: Window) -> bool:
        return window.popup and self.window is not None and window.program == self.window.program

    def _belongs(self, window: Window, windows: Sequence[Window]) -> bool:
        """Whether it is the window, or a dialog of it, or of such a dialog."""
        chosen, by_handle = self.window, {w.handle: w for w in windows}
        if chosen is None or window.popup:
            return False
        for _ in range(_LONGEST_CHAIN):
            if chosen.handle in (window.handle, window.owner):
                return True
            if window.owner not in by_handle:
                # A dialog of the whole program names no window of it.
                return bool(window.owner) and window.program == chosen.program
            window = by_handle[window.owner]
        return False

    def lost(self, windows: Sequence[Window]) -> str:
        """A sentence when the window is not there any more, else ""."""
        if self.window is None or any(w.handle == self.window.handle for w in windows):
            return ""
        return (
            f"The window “{self.window.title}” was closed or minimised, and this run may use only "
            "that window. Open it again, or choose another one."
        )

    def covered(self, shot: Screenshot, windows: Sequence[Window]) -> Screenshot:
        """The screenshot with all that is not the run's own painted over."""
        if self.window is None:
            return shot
        own = {window.handle for window in self.own(windows)}
        seen = np.zeros(shot.pixels.shape[:2], bool)
        for window in reversed(windows):
            if (box := window.box.intersection(shot.box)) is not None:
                inner = box.moved(-shot.origin.x, -shot.origin.y)
                part = slice(inner.top, inner.bottom), slice(inner.left, inner.right)
                seen[part] = window.handle in own
        pixels = shot.pixels.copy()
        pixels[~seen] = PAINT
        return replace(shot, pixels=pixels)

    def why_not_at(self, point: Point, windows: Sequence[Window]) -> str:
        """Why nothing may be touched at a place, or ""."""
        if self.window is None:
            outside = not self.monitor.box.contains(point)
            return f"The position is not on monitor {self.monitor.index}." if outside else ""
        under = next((w for w in windows if w.box.contains(point)), None)
        if under is not None and under in self.own(windows):
            return ""
        other = f": “{under.title or under.application}” is there" if under is not None else ""
        return f"The position does not belong to the window “{self.window.title}”{other}."


def scope_of(view: View, monitors: Sequence[Monitor], windows: Windows) -> Scope | None:
    """What a view means on the screen now; None when it keeps nothing from the run. One window is
    brought to the front.

    Raises:
        ScreenError: there is no such monitor or window.
    """
    if view == View():
        return None
    window = find_window(view, windows()) if view.one_window else None
    return Scope(find_monitor(view, monitors, window), window)


@dataclass(frozen=True, slots=True)
class ScopedScreen:
    """A screen of which only the scope is seen. `windows` lists all windows."""

    inner: Screen
    scope: Scope
    windows: Windows

    def monitors(self) -> list[Monitor]:
        return [self.scope.monitor]

    def grab(self, region: Box | None = None) -> Screenshot:
        """See `vision.capture.screen.Screen`."""
        shot = self.inner.grab(region or self.scope.monitor.box)
        # Asked for after the picture: what came in between is rather not shown.
        return self.scope.covered(shot, self.windows() if self.scope.window else ())


class ScopedController(RestrainedController):
    """Mouse and keyboard that touch nothing outside of the scope: a place that does not belong to
    it is not clicked, and keys go only to its windows. `windows` lists all windows."""

    def __init__(
        self,
        inner: Controller,
        scope: Scope,
        windows: Windows,
        activate: Callable[[Window], bool] = activate,
    ) -> None:
        super().__init__(inner)
        self._scope, self._windows, self._activate = scope, windows, activate

    @contextmanager
    def touching(self, *places: Point) -> Iterator[None]:
        for place in places:
            if why := self._scope.why_not_at(place, self._windows()):
                raise ActionFailed(why)
        yield

    def before_keys(self, keys: str = "") -> None:
        windows = self._windows()
        if lost := self._scope.lost(windows):
            raise ActionFailed(lost)
        own = self._scope.own(windows)
        if any(window.active for window in own):
            return
        front = self._scope.window or next((w for w in own if not w.popup), None)
        try:
            if front is not None and self._activate(front):
                return
        except WindowGone as gone:
            raise ActionFailed(str(gone)) from gone
        where = f"“{front.title}”" if front is not None else f"monitor {self._scope.monitor.index}"
        raise ActionFailed(f"The keys would go to a window other than {where}.")


def picture_of(view: View) -> Screenshot:
    """The screen as a run with this view would see it now, not read.

    Raises:
        ScreenError, NoDisplayError: it cannot be seen, or what the view names is not there.
    """
    screen = MssScreen()
    try:
        scope = scope_of(view, screen.monitors(), list_windows)
        seen: Screen = screen if scope is None else ScopedScreen(screen, scope, list_windows)
        return seen.grab()
    finally:
        screen.close()
