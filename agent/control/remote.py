"""Steering a run from another terminal: each run keeps a small file, and reads what others add.

The files lie in `live` in the data folder, which only its owner may open. A file is used because it
works alike on all systems, opens no port, and outlives nothing: what a dead run left is removed.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agent.control.pause import PauseSwitch
from agent.control.stop import StopSwitch
from agent.desktop import xserver
from models.files.paths import data_folder
from models.files.whole_file import write_whole

Wish = Literal["stop", "pause", "resume", "step"]
_POLL = 0.04
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700


@dataclass(frozen=True, slots=True)
class LiveRun:
    """A run that goes on now, in the process `pid`."""

    pid: int
    path: Path

    def ask(self, wish: Wish) -> bool:
        """Tell it what is wanted; False when it has just ended."""
        try:
            # Not "a": a file that is gone must not come back.
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except FileNotFoundError:
            return False
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(f"{wish}\n")
        return True

    @property
    def ended(self) -> bool:
        return not self.path.exists()


def live_runs() -> list[LiveRun]:
    """The runs of this user that go on now. Files of runs that were killed are removed.

    Raises:
        OSError: the folder cannot be read.
    """
    found = []
    for path in sorted(_folder().glob("*.run")):
        try:
            first = path.read_text("ascii").partition("\n")[0]
            values = json.loads(first)
            pid, created = int(values["pid"]), float(values["created"])
        except FileNotFoundError:
            continue  # ended meanwhile
        except (ValueError, KeyError, TypeError):
            # It is written in one piece, so this is none of ours.
            continue
        if xserver.lives(pid, created):
            found.append(LiveRun(pid, path))
        else:
            path.unlink(missing_ok=True)
    return found


@contextlib.contextmanager
def reachable(stop: StopSwitch, pause: PauseSwitch) -> Iterator[None]:
    """While it lasts, `deskhand stop`, `pause` and `resume` of this user reach the two switches.

    Raises:
        OSError: the file cannot be written.
    """
    path = _new_file()
    end = threading.Event()
    thread = threading.Thread(
        target=_listen, args=(path, end, stop, pause), name="remote", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()
        path.unlink(missing_ok=True)


def _listen(path: Path, end: threading.Event, stop: StopSwitch, pause: PauseSwitch) -> None:
    with path.open("r", encoding="ascii", errors="replace") as file:
        file.readline()
        while not end.wait(_POLL):
            while line := file.readline():
                _obey(line.strip(), stop, pause)


def _obey(wish: str, stop: StopSwitch, pause: PauseSwitch) -> None:
    match wish:
        case "stop":
            stop.press("deskhand stop")
        case "pause":
            pause.press("deskhand pause")
        case "resume":
            pause.resume()
        case "step":
            pause.step()


def _folder() -> Path:
    return data_folder() / "live"


def _new_file() -> Path:
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(_PRIVATE_FOLDER)
    path = folder / f"{os.getpid()}-{uuid.uuid4().hex[:8]}.run"
    pid, created = xserver.own_process()
    # Nobody else may write into it from the first moment on.
    write_whole(path, json.dumps({"pid": pid, "created": created}) + "\n")
    return path
