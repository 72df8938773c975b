"""What a process and its virtual desktop hold between two tasks: memory, files, processes."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from dataclasses import dataclass

import psutil

from agent.desktop.virtual_desktop import MARK, Desktop

_GOING_SECONDS = 10.0  # A program that was ended just now may take so long to go.


@dataclass(frozen=True, slots=True)
class Held:
    """Bytes of memory of this process and of the X server; open files (handles on Windows) and
    threads of this process; living processes below this one and on the desktop; and those below
    this one that have ended but were never asked for their exit status (zombies)."""

    memory: int
    x_memory: int
    files: int
    threads: int
    processes: int
    zombies: int


def held(desktop: Desktop) -> Held:
    """What is held now, when nothing goes on. Waits a little for what is about to end."""
    gc.collect()
    own = psutil.Process()
    end = time.monotonic() + _GOING_SECONDS
    processes = _processes(own, desktop)
    while time.monotonic() < end:
        time.sleep(0.5)
        fewer = _processes(own, desktop)
        if fewer >= processes:
            break
        processes = fewer
    files = own.num_handles() if sys.platform == "win32" else own.num_fds()
    server = psutil.Process(desktop.record.processes[0][0])
    return Held(
        int(own.memory_info().rss),
        int(server.memory_info().rss),
        int(files),
        own.num_threads(),
        processes,
        sum(not _lives(child) for child in own.children(recursive=True)),
    )


def _processes(own: psutil.Process, desktop: Desktop) -> int:
    found = {child.pid for child in own.children(recursive=True) if _lives(child)}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            # Chromium writes over its environment, but it has the desktop's folder in its call.
            here = process.environ().get(MARK) == desktop.record.folder or any(
                desktop.record.folder in word for word in process.cmdline()
            )
            if here and process.pid != os.getpid() and _lives(process):
                found.add(process.pid)
    return len(found)


def _lives(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
