"""The ways to stop, each pressed as a person presses it, as far as one process can."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from agent.control.remote import live_runs
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.policy.rules import Rules
from benchmarks.stop.page import opened_panel
from vision.capture.x11 import open_display

NAMES = ("switch", "ctrl-c", "corner", "hotkey", "remote", "button", "tab")
_MIDDLE = (640, 600)


def presser(way: str, stop: StopSwitch, desktop: Desktop, stack: ExitStack) -> Callable[[], None]:
    """What presses the stop in this way; what it needs stands until the stack is closed.

    Raises:
        ValueError: there is no such way.
        DisplayError, PageError, TimeoutError: the panel's page cannot be opened.
    """
    display = stack.enter_context(contextlib.closing(open_display()))
    # Away from the corner where the last stop may have left it.
    _move(display, *_MIDDLE)
    match way:
        case "switch":
            return lambda: stop.press("the benchmark")
        case "ctrl-c":
            return lambda: os.kill(os.getpid(), signal.SIGINT)
        case "remote":
            return _remote
        case "corner":
            return lambda: _move(display, 0, 0)
        case "hotkey":
            return lambda: _type(display, Rules.shipped().hotkey)
        case "button" | "tab":
            page = stack.enter_context(opened_panel(desktop, stop))
            script = (
                "document.querySelector('#dh-stop').click()"
                if way == "button"
                else "location.href = 'about:blank'"
            )
            return lambda: page.evaluate(script)
    raise ValueError(f"there is no way to stop called {way}")


def _remote() -> None:
    """As `deskhand stop` does, without the start of its Python."""
    for run in live_runs():
        if run.pid == os.getpid():
            run.ask("stop")


def _move(display: Any, x: int, y: int) -> None:
    from Xlib import X
    from Xlib.ext import xtest

    xtest.fake_input(display, X.MotionNotify, x=x, y=y)
    display.sync()


def _type(display: Any, keys: str) -> None:
    from Xlib import XK, X
    from Xlib.ext import xtest

    known = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "esc": "Escape"}
    codes = [
        display.keysym_to_keycode(XK.string_to_keysym(known.get(name, name)))
        for name in keys.split("+")
    ]
    for code in codes:
        xtest.fake_input(display, X.KeyPress, code)
    for code in reversed(codes):
        xtest.fake_input(display, X.KeyRelease, code)
    display.sync()
