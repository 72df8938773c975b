"""The checks of `deskhand doctor` and the click test, in threads of their own: the panel looks at
how far they are."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agent.control.remote import live_runs
from agent.diagnostics.click_test import ClickReport, click_test
from agent.diagnostics.preflight import Check, Problem, checks, require_display
from agent.errors import AgentError, Stopped
from vision.capture.x11 import connection_errors


@dataclass(frozen=True, slots=True)
class Checked:
    """What was looked at so far. `ended`: seconds since the epoch, 0 before the first end."""

    checks: tuple[Check, ...] = ()
    busy: bool = False
    ended: float = 0.0


class Checkup:
    """Goes through the checks, one checkup at a time."""

    def __init__(self, look: Callable[[], Iterable[Check]] = checks) -> None:
        self._look = look
        self._lock = threading.Lock()
        self._now = Checked()

    def now(self) -> Checked:
        return self._now

    def begin(self) -> None:
        """Begin anew and return; nothing happens while one goes on."""
        with self._lock:
            if self._now.busy:
                return
            self._now = Checked(busy=True)
        threading.Thread(target=self._go, name="checkup", daemon=True).start()

    def _go(self) -> None:
        found: tuple[Check, ...] = ()
        try:
            for check in self._look():
                found = (*found, check)
                self._now = Checked(found, busy=True)
        except Exception as problem:
            # A library may raise anything here; the rest of the page must go on.
            text = f"The checks failed: {problem}"
            found = (
                *found,
                Check("Checks", "", Problem(text, "Please report this, with this line.")),
            )
        self._now = Checked(found, ended=time.time())


@dataclass(frozen=True, slots=True)
class Clicked:
    """The monitors that were tested so far, and a sentence when it broke off."""

    monitors: tuple[ClickReport, ...] = ()
    busy: bool = False
    problem: str = ""


class ClickCheck:
    """The click test on every monitor, one at a time. It moves the mouse."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = Clicked()

    def now(self) -> Clicked:
        return self._now

    def begin(self) -> None:
        """Begin and return; nothing happens while it goes on already."""
        with self._lock:
            if self._now.busy:
                return
            self._now = Clicked(busy=True)
        threading.Thread(target=self._go, name="click test", daemon=True).start()

    def _go(self) -> None:
        done: tuple[ClickReport, ...] = ()
        errors: tuple[type[Exception], ...] = (AgentError, OSError, *connection_errors())
        try:
            if live_runs():
                raise AgentError(
                    "A run is using the mouse.", "Start the click test when the run has ended."
                )
            require_display()
            for each in tested():
                done = (*done, each)
                self._now = Clicked(done, busy=True)
            self._now = Clicked(done)
        except Stopped as stopped:
            self._now = Clicked(done, problem=f"The click test was stopped by {stopped.by}.")
        except errors as problem:
            self._now = Clicked(done, problem=str(problem))


def tested() -> Iterable[ClickReport]:
    """Run the click test on one monitor after the other.

    Raises:
        ActionFailed, Stopped: as `agent.diagnostics.click_test.click_test`.
    """
    from agent.computer.controller import PyAutoGuiController
    from vision.capture.screen import MssScreen

    screen = MssScreen()
    try:
        for monitor in screen.monitors():
            yield click_test(monitor, screen, PyAutoGuiController(monitor.scale))
    finally:
        screen.close()
