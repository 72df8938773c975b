"""Holding a run between two actions, until a person says to go on, to do one action, or to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from agent.control.stop import StopSwitch
from agent.events import Event, Paused, Resumed

MOVED_MOUSE = "you moved the mouse"
ONE_DONE = "one action was done"
UNANSWERED = "the end of the pause, because nobody resumed the run"
_POLL = 0.05


class PauseSwitch:
    """Asked between actions; any thread may press it.

    `meanwhile` is called many times a second by the thread of the run while it is paused, and may
    say to go on: for a terminal that waits for a key. `begun` is called when the waiting begins.
    """

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.meanwhile = meanwhile
        self.begun: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._why = ""
        self._limited = False
        self._single = False

    @property
    def pressed(self) -> bool:
        return bool(self._why)

    def press(self, why: str, *, limited: bool = False) -> None:
        """Pause before the next action. With `limited` the run ends when nobody says anything in
        time; a pause that a person asked for by name has no limit."""
        with self._lock:
            self._limited = limited and (self._limited or not self._why)
            self._why = self._why or why
            self._single = False

    def resume(self, only: str = "") -> None:
        """Go on; nothing happens when nothing is paused, or not for the reason `only`."""
        with self._lock:
            if only in ("", self._why):
                self._why, self._single = "", False

    def step(self) -> None:
        """Go on for one action and pause again; while a run goes on: pause after this action."""
        with self._lock:
            self._why, self._single = "", True

    def acted(self) -> None:
        """An action was carried out: after a single one the run is paused again."""
        with self._lock:
            if self._single and not self._why:
                self._why, self._limited, self._single = ONE_DONE, False, False

    def wait(self, stop: StopSwitch, tell: Callable[[Event], None], seconds: float) -> bool:
        """Wait while it is pressed; whether there was anything to wait for. `seconds` is the most
        that a limited pause may last.

        Raises:
            Stopped: the run was stopped, or a limited pause was not ended in time.
        """
        stop.check()
        if not self.pressed:
            return False
        self.begun()
        tell(Paused(self._why, seconds if self._limited else None))
        end = time.monotonic() + seconds
        while self.pressed:
            if self._limited and time.monotonic() >= end:
                stop.press(UNANSWERED)
            self.meanwhile()
            stop.sleep(_POLL)
        tell(Resumed())
        return True
