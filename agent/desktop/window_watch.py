"""The windows during a run: what closed meanwhile, whether a lock lies over the screen, whether the
window manager still runs. The last two on X11 only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from vision.capture.screen import ScreenError
from vision.capture.windows import Window, list_windows
from vision.capture.x11 import NoDisplayError, connection_errors, open_display, window_property
from vision.core.geometry import Box, coverage

_MOST_TOLD = 3


@dataclass
class WatchedWindows:
    """Lists the windows, and remembers those of programs (menus and other popups come and go)."""

    monitors: Sequence[Box]
    windows: Callable[[], tuple[Window, ...]] = list_windows
    _seen: dict[int, Window] = field(default_factory=dict)
    _managed: bool = field(init=False)

    def __post_init__(self) -> None:
        self._managed = manager_runs()

    def __call__(self) -> tuple[Window, ...]:
        """The windows, front to back.

        Raises:
            ScreenError: the screen is locked: a popup in front of all covers a whole monitor, while
                some program takes all keys.
        """
        found = self.windows()
        front = found[0] if found else None
        if front is not None and front.popup and self._covered_by(front) and _keys_taken():
            name = front.application or front.title
            raise ScreenError(
                f"The screen is locked{f' by “{name}”' * bool(name)}: a window covers all of it "
                "and receives all keys. Unlock it and start the task again."
            )
        self._seen.update((window.handle, window) for window in found if not window.popup)
        return found

    def _covered_by(self, window: Window) -> bool:
        return any(coverage(monitor, window.box) == 1.0 for monitor in self.monitors)

    def mishaps(self) -> str:
        """What went away during the run, in sentences; '' when nothing did."""
        away: tuple[type[Exception], ...] = (NoDisplayError, *connection_errors())
        try:
            left = {window.handle for window in self.windows()}
            managed = manager_runs()
        except away:
            return ""  # That says enough by itself.
        said = []
        if self._managed and not managed:
            said.append("The window manager ended during the run. Start it again.")
        gone = [window for handle, window in self._seen.items() if handle not in left]
        if gone:
            names = ", ".join(f"“{w.title or w.application}”" for w in gone[:_MOST_TOLD])
            said.append(
                f"Windows closed during the run: {names}. If a program crashed, start it again "
                "before you start the task again."
            )
        return " ".join(said)


def manager_runs() -> bool:
    """Whether a window manager runs. True where that cannot be asked."""
    if sys.platform != "linux":
        return True
    from Xlib import error

    display = open_display()
    try:
        named = window_property(display, display.screen().root, "_NET_SUPPORTING_WM_CHECK")
        if not named:
            return False
        # What is written on the root stays there when the window manager is gone, its window not.
        window = display.create_resource_object("window", int(named[0]))
        return bool(window_property(display, window, "_NET_SUPPORTING_WM_CHECK"))
    except error.BadWindow:
        return False
    finally:
        display.close()


def _keys_taken() -> bool:
    """Whether another program has grabbed the keyboard: then it cannot be grabbed by us."""
    if sys.platform != "linux":
        return False
    from Xlib import X

    display = open_display()
    try:
        root = display.screen().root
        answer = root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        if answer == X.GrabSuccess:
            display.ungrab_keyboard(X.CurrentTime)
        display.sync()
        return bool(answer == X.AlreadyGrabbed)
    finally:
        display.close()
