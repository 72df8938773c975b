"""The person's hand on the mouse: when the pointer is not where the run put it, the run pauses."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from agent.computer.controller import Controller
from agent.control.pause import MOVED_MOUSE, PauseSwitch
from agent.control.restrained import RestrainedController
from agent.control.stop import StopSwitch
from agent.errors import ActionFailed
from agent.events import Answer, Asking
from agent.keyboard.keys import parse_keys
from agent.policy.answers import Asker
from vision.core.geometry import Point

# Physical pixels: a bumped desk moves the mouse a little, and units of the pointer are rounded.
_TOLERANCE = 12
# One look may have begun before the run moved the pointer and ended after it.
_LOOKS = 2


class TakeOver:
    """Knows where the run put the pointer, and presses the switch when it is elsewhere.

    It begins when the run first moves the pointer: until then the mouse is the person's, and so it
    is again after each pause and each question.
    """

    def __init__(self, pause: PauseSwitch) -> None:
        self._pause = pause
        self._lock = threading.Lock()
        self._place: Point | None = None
        self._looks = 0
        pause.begun = self.forget

    def see(self, place: Point) -> None:
        """Told by a thread that watches the pointer, several times a second; physical pixels."""
        with self._lock:
            if self._place is None or _near(place, self._place):
                self._looks = 0
                return
            self._looks += 1
            if self._looks < _LOOKS:
                return
            self._place = None
        self._pause.press(MOVED_MOUSE, limited=True)

    def forget(self) -> None:
        """The mouse is the person's until the run moves it again."""
        with self._lock:
            self._place = None

    @contextmanager
    def moving(self, start: Point, to: Point) -> Iterator[None]:
        """While it lasts the run moves the pointer, from `start` to `to`. A start where the run
        did not put it is the person's doing, seen before the watching thread could."""
        with self._lock:
            moved = self._place is not None and not _near(start, self._place)
            self._place = None
        if moved:
            self._pause.press(MOVED_MOUSE, limited=True)
        yield
        # Not after an error: nobody knows then where the pointer came to.
        with self._lock:
            self._place, self._looks = to, 0

    def freed(self, asker: Asker | None) -> Asker | None:
        """An asker that leaves the mouse to the person from the question on."""
        if asker is None:
            return None

        def ask(question: Asking, stop: StopSwitch) -> Answer | None:
            self.forget()
            return asker(question, stop)

        return ask


def _near(one: Point, other: Point) -> bool:
    return math.dist((one.x, one.y), (other.x, other.y)) <= _TOLERANCE


class WatchedController(RestrainedController):
    """Mouse and keyboard whose moves are told to a TakeOver. `hotkey`, the keys that stop a run, is
    the person's alone: ActionFailed is raised instead of pressing it."""

    def __init__(self, controller: Controller, takeover: TakeOver, hotkey: str = "") -> None:
        super().__init__(controller)
        self._takeover = takeover
        self._hotkey = parse_keys(hotkey) if hotkey else ()

    @contextmanager
    def touching(self, *places: Point) -> Iterator[None]:
        with self._takeover.moving(self.pointer(), places[-1]):
            yield

    @contextmanager
    def moving(self, to: Point) -> Iterator[None]:
        with self._takeover.moving(self.pointer(), to):
            yield

    def before_keys(self, keys: str = "") -> None:
        if keys and parse_keys(keys) == self._hotkey:
            raise ActionFailed(
                f"{keys} is the hotkey that stops runs, so Deskhand does not press it."
            )
