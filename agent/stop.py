"""One switch that ends a run, whoever presses it."""

from __future__ import annotations

import threading

from agent.errors import Stopped


class StopSwitch:
    """Set by the panel, Ctrl+C or the screen corner; asked before every grab, reply and input."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.by = ""

    def press(self, by: str) -> None:
        if not self.event.is_set():
            self.by = by
            self.event.set()

    def check(self) -> None:
        """Raise Stopped when the switch was pressed."""
        if self.event.is_set():
            raise Stopped(self.by or "you")

    def sleep(self, seconds: float) -> None:
        """Sleep, but wake up at once and raise Stopped when the switch is pressed."""
        if self.event.wait(seconds):
            raise Stopped(self.by or "you")
