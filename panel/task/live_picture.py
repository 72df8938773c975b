"""The live picture: what the run last saw with its numbered boxes, else the screen as it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from panel.task.progress import Progress
from vision.capture.jpeg import jpeg_address
from vision.draw import draw

_IDLE_INTERVAL = 1.0


class LiveView:
    """Gives the picture as a data address: nothing of the screen is written to disk for it.

    Grabs the screen at most once a second, and only when a page asks: `grab` gives the address of
    its picture, or '' when it cannot be seen, and a line that says what it shows.
    """

    def __init__(self, grab: Callable[[], tuple[str, str]]) -> None:
        self._grab = grab
        self._lock = threading.Lock()
        self._grabbed_at = -_IDLE_INTERVAL
        self._idle: tuple[str, str] = ("", "The screen appears here.")
        self._drawn: tuple[object, int | None, str] = (None, None, "")

    def refresh(self) -> None:
        """Grab the screen anew when it is asked for next: it was just used."""
        with self._lock:
            self._grabbed_at = -_IDLE_INTERVAL

    def read(self, now: Progress) -> tuple[str, str]:
        """The address of the picture, or '' without one, and a line that says what it shows."""
        with self._lock:
            # In a pause the person may use the screen: it is shown as it is.
            if now.busy and now.seen is not None and not now.paused:
                # The next target is marked before it is touched.
                if self._drawn[0] is not now.seen or self._drawn[1] != now.target:
                    drawn = jpeg_address(
                        draw(now.seen, () if now.target is None else (now.target,))
                    )
                    self._drawn = (now.seen, now.target, drawn)
                count = len(now.seen.elements)
                return self._drawn[2], f"What step {now.step} sees: {count} elements"
            if time.monotonic() - self._grabbed_at >= _IDLE_INTERVAL:
                self._idle = self._grab()
                self._grabbed_at = time.monotonic()
            return self._idle
