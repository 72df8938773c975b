"""Programs on the virtual desktop of an episode: start, wait, place, end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.desktop import xserver
from agent.desktop.virtual_desktop import MARK, Desktop
from benchmarks.episodes.waiting import wait_until
from vision.capture.windows import list_windows

PLACES = ((40, 30), (260, 120), (140, 70))
"""Where a window may be put, so that no episode depends on one place."""
_REST = 1.0  # seconds in which a new window comes to rest


@contextlib.contextmanager
def program(
    desktop: Desktop, argv: Sequence[str], env: Mapping[str, str]
) -> Iterator[subprocess.Popen[Any]]:
    """A program with a window and without settings, which ends with the block. Raises
    TimeoutError."""
    started = desktop.launch(argv, env=env)
    try:
        wait_for_window()
        time.sleep(_REST)
        yield started
    finally:
        end(started)


def wait_for_window(title: str = "", seconds: float = 30.0) -> None:
    """Wait for a window whose title contains `title`. Raises TimeoutError."""

    def there() -> bool:
        wanted = title.casefold()
        return any(not w.popup and wanted in w.title.casefold() for w in list_windows())

    wait_until(there, f"no window {title!r} opened", seconds)


def move(desktop: Desktop, x: int, y: int) -> None:
    """Put the active window's frame at (x, y)."""
    subprocess.run(
        ["wmctrl", "-r", ":ACTIVE:", "-e", f"0,{x},{y},-1,-1"],
        check=True,
        env=variables(desktop),
    )


def variables(desktop: Desktop) -> dict[str, str]:
    """The whole environment of a program on this desktop."""
    return {**os.environ, **desktop.environment()}


def clear(desktop: Desktop) -> None:
    """End every program on a desktop, whoever started it."""
    spare = {pid for pid, _ in desktop.record.processes}
    xserver.end_marked(MARK, desktop.record.folder, desktop.folder, spare=spare)


def end(started: subprocess.Popen[Any]) -> None:
    """End a program and its children; one that does not go is killed."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(started.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(5)
            break
    # A window of another program may stay.
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: all(window.popup for window in list_windows()), "windows did not go", 5)
