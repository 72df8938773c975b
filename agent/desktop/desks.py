"""The desktops that one program may work on: that of its own display, and a virtual one.

Which one it is, is what the variables of this process say: one for the whole process at a time.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import ExitStack

from agent.desktop import virtual_desktop as desktop
from agent.desktop.virtual_desktop import FOREIGN, HERE, MARK, OWN_BUS, Desktop
from agent.diagnostics.preflight import display_problem
from agent.errors import AgentError

OWN = "your own screen"


def on_virtual() -> bool:
    """Whether this process works on a virtual desktop now."""
    return HERE in os.environ or MARK in os.environ


class Desks:
    """Goes from one desktop to the other. The virtual one is that of the command line, if it runs,
    else one of our own, which ends with the stack.

    Raises:
        DisplayError: there is no display that can be used, and no virtual desktop can be started.
    """

    def __init__(self, stack: ExitStack) -> None:
        self._stack, self._lock = stack, threading.Lock()
        self._virtual: Desktop | None = None
        self._kept: dict[str, str | None] | None = None
        self.forced = sys.platform == "linux" and display_problem() is not None
        if self.forced:
            # A desktop that these name is gone.
            for name in (HERE, MARK):
                os.environ.pop(name, None)
        self._started_there = on_virtual()
        if self.forced:
            self.use(True)

    @property
    def choice(self) -> bool:
        """Whether there are two to choose from."""
        return sys.platform == "linux" and not (self.forced or self._started_there)

    @property
    def name(self) -> str:
        """The desktop in use, in words."""
        if not on_virtual():
            return OWN
        if self._virtual is None:
            return "virtual"
        return "virtual ({} × {})".format(*self._virtual.size)

    def use(self, virtual: bool) -> None:
        """Work on the virtual desktop from now on, or on the own one. Not during a run.

        Raises:
            DisplayError: it cannot be started.
            AgentError: there is only one.
        """
        with self._lock:
            if virtual == on_virtual():
                return
            if not virtual and (self.forced or self._kept is None):
                raise AgentError("Only the virtual desktop is available here.")
            if virtual:
                found = self._found()
                names = {*FOREIGN, OWN_BUS, HERE, *found.environment()} - {MARK}
                self._kept = {name: os.environ.get(name) for name in names}
                found.activate_environment()
            else:
                _put_back(self._kept or {})

    def _found(self) -> Desktop:
        if self._virtual is None or not self._virtual.alive():
            self._virtual = desktop.running()
        if self._virtual is None:
            self._virtual = self._stack.enter_context(desktop.start(dressed=True))
        return self._virtual


def _put_back(variables: dict[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
