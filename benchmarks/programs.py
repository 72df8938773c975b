"""Programs on the virtual desktop of an episode: start, wait, place, end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from agent import xserver
from agent.desktop import MARK, Desktop
from vision.windows import Window, list_windows

PLACES = ((40, 30), (260, 120), (140, 70))
"""Where a window may be put, so that no episode depends on one place."""


@contextlib.contextmanager
def program(
    desktop: Desktop,
    argv: Sequence[str],
    place: tuple[int, int] | None = None,
    variables: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[Any]]:
    """A program with settings of its own, so that nothing of an earlier episode is left."""
    with tempfile.TemporaryDirectory(prefix="dh", ignore_cleanup_errors=True) as home:
        started = desktop.launch(argv, env={**private_home(Path(home)), **(variables or {})})
        try:
            wait_for_window()
            if place is not None:
                move(desktop, *place)
            time.sleep(1.0)
            yield started
        finally:
            end(started)


def private_home(folder: Path) -> dict[str, str]:
    """Variables that keep a program's settings and sessions under `folder`."""
    names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
    return dict.fromkeys(names, str(folder))


def wait_for_window(title: str = "", seconds: float = 30.0) -> Window:
    """Wait for a window whose title contains `title`. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for window in list_windows():
            if not window.popup and title.casefold() in window.title.casefold():
                return window
        time.sleep(0.1)
    raise TimeoutError(f"no window {title!r} opened within {seconds:.0f} s")


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
    xserver.end_marked(MARK, desktop.record.folder, spare=spare)


def end(started: subprocess.Popen[Any]) -> None:
    """End a program and its children; one that does not go is killed."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(started.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(5)
            break
    deadline = time.monotonic() + 5
    while any(not window.popup for window in list_windows()) and time.monotonic() < deadline:
        time.sleep(0.1)
