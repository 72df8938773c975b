"""A connection to an X display, and atoms and properties read from it. Linux only."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import Any


class NoDisplayError(OSError):
    """No X server answers at the display asked for."""


def ensure_xauthority() -> None:
    """Point XAUTHORITY at something that can be read: without it python-xlib refuses to connect,
    also to servers that ask for no cookie."""
    named = os.environ.get("XAUTHORITY")
    if Path(named if named else Path.home() / ".Xauthority").exists():
        return
    os.environ["XAUTHORITY"] = os.devnull


def open_display(name: str | None = None) -> Any:
    """Connect to the display `name` (":7"; default: DISPLAY) with python-xlib; close it after use.

    Raises:
        NoDisplayError: DISPLAY is not set, nothing answers, or the server refuses us.
    """
    from Xlib import display, error

    name = name or os.environ.get("DISPLAY", "")
    if not name:
        raise NoDisplayError("DISPLAY is not set")
    ensure_xauthority()
    try:
        # python-xlib prints a warning about an empty authority file; stdout may be our JSON.
        with contextlib.redirect_stdout(io.StringIO()):
            return display.Display(name)
    except (error.DisplayError, error.XauthError, OSError, *connection_errors()) as problem:
        raise NoDisplayError(f"the X display {name} cannot be opened ({problem})") from problem


def connection_errors() -> tuple[type[Exception], ...]:
    """What python-xlib raises when the X server has gone; nothing where there is none."""
    if sys.platform != "linux":
        return ()
    from Xlib.error import ConnectionClosedError

    return (ConnectionClosedError, ConnectionError)


def window_property(display: Any, window: Any, name: str) -> Any:
    """The value of a window's property (array, bytes or text), None when it has none."""
    from Xlib import X

    value = window.get_full_property(display.intern_atom(name), X.AnyPropertyType)
    return None if value is None else value.value
