"""No key and no button stays pressed on an X display, even when this process is killed.

The X server keeps what was pressed through XTest until somebody lets it go, and a process that is
killed lets nothing go. So a small process beside it waits for its end, and does it then.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_BUTTONS = range(1, 4)
_ROOT = Path(__file__).parents[2]
_CODE = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from agent.keyboard.key_release_guard import let_go; let_go()"
)
# The shell is small, and waits for a line that never comes: only the end of the pipe, which nobody
# else holds open. Python is started when it is needed. A line means that all went well.
_SCRIPT = 'read -r _ || exec "$0" -c "$1" "$2"'


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """While it lasts, the end of this process, however it comes, lets go of all keys and buttons on
    the display that DISPLAY names now. Linux only; elsewhere nothing happens."""
    if sys.platform != "linux":
        yield
        return
    guard = subprocess.Popen(
        ["/bin/sh", "-c", _SCRIPT, sys.executable, _CODE, str(_ROOT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # what ends our whole group must not take it along
    )
    try:
        yield
    finally:
        guard.communicate(b"\n")


def let_go() -> list[int]:
    """Let go of every key and button of the display that DISPLAY names, and have a key that writes
    another character for a moment write its own again; the codes of the keys let go. What
    a person holds down at this moment must be pressed anew. Nothing is done when the display is
    gone."""
    from Xlib import X
    from Xlib.ext import xtest

    from agent.keyboard.x11_keyboard import give_back
    from vision.capture.x11 import NoDisplayError, open_display

    try:
        display = open_display()
    except NoDisplayError:
        return []
    try:
        pressed = display.query_keymap()
        codes = [
            8 * n + bit for n, byte in enumerate(pressed) for bit in range(8) if byte >> bit & 1
        ]
        for code in codes:
            xtest.fake_input(display, X.KeyRelease, code)
        for button in _BUTTONS:
            xtest.fake_input(display, X.ButtonRelease, button)
        give_back(display)
        display.sync()
        return codes
    finally:
        display.close()
