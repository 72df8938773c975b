"""The virtual desktop: an X server without a monitor, a message bus and a window manager.

For tests, and for runs that must not touch the person's own mouse and windows. What runs on it is
found again by the variable DESKHAND_DESKTOP in its environment, so that stop() leaves nothing.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

from agent.desktop import openbox, xserver
from agent.desktop.dressing import dress
from agent.errors import DisplayError
from models.files.paths import data_folder
from models.files.whole_file import write_whole

MARK = "DESKHAND_DESKTOP"
"""Set for programs on a virtual desktop; its folder. Stop() ends whatever has it."""
HERE = "DESKHAND_HERE"
"""Set for our own process when it works on a virtual desktop; its folder."""
OWN_BUS = "DESKHAND_OWN_BUS"
"""Set then too: the message bus of the person's own session, where the keyring is."""
# Variables of the person's own session that would lead programs back to it.
FOREIGN = (
    "WAYLAND_DISPLAY",
    "WAYLAND_SOCKET",
    "SESSION_MANAGER",
    "DESKTOP_STARTUP_ID",
    "XDG_ACTIVATION_TOKEN",
    "AT_SPI_BUS_ADDRESS",
)
# OpenCV points these at its own libraries when it is imported: programs of Qt would not start, and
# every program would look for libraries in its working folder.
_OF_OPENCV = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR", "LD_LIBRARY_PATH")


def inherited() -> dict[str, str]:
    """Our own environment as it is passed on to programs: without what our libraries put there."""
    variables = dict(os.environ)
    for name in _OF_OPENCV:
        folders = variables.get(name, "").split(os.pathsep)
        if any("cv2" in Path(folder).parts for folder in folders):
            kept = [f for f in folders if f and "cv2" not in Path(f).parts]
            variables[name] = os.pathsep.join(kept)
            if not kept:
                del variables[name]
    return variables


@dataclass(frozen=True, slots=True)
class Record:
    """What is needed to find a desktop again: `processes` are (pid, time of creation) pairs of
    its X server, message bus and window manager, in this order. `dressed`: see `start`."""

    display: str
    size: tuple[int, int]
    folder: str
    processes: tuple[tuple[int, float], ...]
    dressed: bool = False


class Desktop:
    """A running virtual desktop. As a context manager it stops at the end of the block."""

    def __init__(self, record: Record, guard: subprocess.Popen[bytes] | None = None) -> None:
        self.record = record
        self._guard = guard
        self._children: list[subprocess.Popen[Any]] = []

    @property
    def display(self) -> str:
        """The name of its X display, such as ":7"."""
        return self.record.display

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.record.size

    @property
    def folder(self) -> Path:
        """Its own folder, for logs and for profiles of programs; stop() removes it."""
        return Path(self.record.folder)

    def environment(self) -> dict[str, str]:
        """The variables that put a program on this desktop."""
        return {**self._variables(), MARK: self.record.folder}

    def _variables(self) -> dict[str, str]:
        own = xserver.environment(self.display, self.folder)
        return own | dress.variables(self.folder) if self.record.dressed else own

    def activate_environment(self) -> None:
        """Put this process on the desktop: set os.environ. Do it before anything opens a display.

        The mark is left out: what we start for ourselves (a download) is not ended by stop().
        """
        for name in FOREIGN:
            os.environ.pop(name, None)
        if bus := os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
            os.environ.setdefault(OWN_BUS, bus)
        os.environ.update(self._variables())
        os.environ[HERE] = self.record.folder

    def launch(
        self, argv: Sequence[str], *, env: Mapping[str, str] | None = None, **kwargs: Any
    ) -> subprocess.Popen[Any]:
        """Start a program on this desktop; `env` adds variables, `kwargs` go to Popen.

        Its output goes to the desktop's folder unless told otherwise.

        Raises:
            DisplayError: the program is not installed.
        """
        own = {name: value for name, value in inherited().items() if name not in FOREIGN}
        with contextlib.ExitStack() as stack:
            if "stdout" not in kwargs and "stderr" not in kwargs:
                log = stack.enter_context((self.folder / "programs.log").open("ab"))
                kwargs.update(stdout=log, stderr=log)
            kwargs.setdefault("stdin", subprocess.DEVNULL)
            kwargs.setdefault("start_new_session", True)
            try:
                process = subprocess.Popen(
                    list(argv), env={**own, **self.environment(), **(env or {})}, **kwargs
                )
            except FileNotFoundError as problem:
                raise DisplayError(
                    f"The program {argv[0]} could not be started: it is not installed.",
                    "Install it, or give its full path.",
                ) from problem
        # Those that ended meanwhile are asked for their exit status: until then they hold a place
        # in the system's table of processes.
        self._children = [child for child in self._children if child.poll() is None]
        self._children.append(process)
        return process

    def alive(self) -> bool:
        """Whether its X server, message bus and window manager all run."""
        return len(_living(self.record)) == len(self.record.processes)

    def stop(self) -> None:
        """End every program on it, then the desktop itself; leaves no process and no lock file.

        Calling it again does nothing. The caller's own process and its ancestors (a shell on the
        desktop) are spared.
        """
        atexit.unregister(self.stop)
        servers = _living(self.record)
        own = {process.pid for process in servers}
        xserver.end_marked(MARK, self.record.folder, self.folder, spare=own)
        # The window manager first and the X server last: the others need it to leave in order.
        xserver.end(list(reversed(servers)))
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
            self._guard = None
        for child in self._children:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(1.0)
        self._children.clear()
        xserver.remove_lock(self.display)
        shutil.rmtree(self.record.folder, ignore_errors=True)

    def __enter__(self) -> Desktop:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


def start(
    size: tuple[int, int] = (1280, 800),
    display: str | None = None,
    *,
    keep: bool = False,
    dressed: bool = False,
) -> Desktop:
    """Start a virtual desktop of `size` pixels, by default on the first free display.

    It ends with this process, however that ends, unless `keep` is true. `dressed` is one for a
    person: with a bar, a menu of programs and a wallpaper, as far as their programs are installed.
    Without it the screen is empty, as tests and measurements need it.

    Raises:
        DisplayError: a program that it needs is missing or does not start.
    """
    xserver.require_programs()
    folder = Path(tempfile.gettempdir(), f"deskhand-desktop-{secrets.token_hex(4)}")
    started: list[subprocess.Popen[bytes]] = []
    mark = {MARK: str(folder)}
    # First of all, even before its folder: this process may be killed while it starts the others.
    guard = None if keep else xserver.start_guard(folder, MARK)
    try:
        folder.mkdir(0o700)
        settings = openbox.settings()
        if dressed:
            settings = dress.write_files(folder)
            mark |= dress.variables(folder)
        server, name = xserver.start_xvfb(folder, size, display, mark)
        started.append(server)
        started.append(xserver.start_bus(folder, name, mark))
        started.append(xserver.start_window_manager(folder, name, mark, settings))
        xserver.wait_for_window_manager(name, started[-1], folder)
    except BaseException:
        xserver.end([psutil.Process(process.pid) for process in reversed(started)])
        if guard is not None:
            guard.kill()
            guard.communicate()
        shutil.rmtree(folder, ignore_errors=True)
        raise
    pids = tuple((process.pid, psutil.Process(process.pid).create_time()) for process in started)
    desktop = Desktop(Record(name, size, str(folder), pids, dressed), guard)
    desktop._children.extend(started)
    if dressed:
        _dress(desktop)
    if not keep:
        atexit.register(desktop.stop)
    return desktop


def _dress(desktop: Desktop) -> None:
    try:
        dress.dress(desktop)
    except BaseException:
        desktop.stop()
        raise


def _state_file() -> Path:
    return data_folder() / "desktop.json"


def start_kept(size: tuple[int, int] = (1280, 800)) -> Desktop:
    """Start the desktop of the command line, which outlives this process; running() finds it.

    Raises:
        DisplayError: one is running already, or it cannot be started.
    """
    if (existing := running()) is not None:
        raise DisplayError(
            f"A virtual desktop is already running on display {existing.display}.",
            "Use it, or stop it: deskhand desktop stop",
        )
    desktop = start(size, keep=True, dressed=True)
    write_whole(_state_file(), json.dumps(asdict(desktop.record)))
    return desktop


def running() -> Desktop | None:
    """The desktop of the command line, or None. What is left of a dead one is cleaned away."""
    try:
        values = json.loads(_state_file().read_text(encoding="utf-8"))
        record = Record(
            str(values["display"]),
            (int(values["size"][0]), int(values["size"][1])),
            str(values["folder"]),
            tuple((int(pid), float(created)) for pid, created in values["processes"]),
            bool(values["dressed"]),
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, IndexError):
        # A damaged note tells nothing that could be cleaned.
        _state_file().unlink(missing_ok=True)
        return None
    desktop = Desktop(record)
    if desktop.alive():
        return desktop
    desktop.stop()
    _state_file().unlink(missing_ok=True)
    return None


def stop_kept() -> bool:
    """End the desktop of the command line. False when none was running."""
    desktop = running()
    if desktop is None:
        return False
    desktop.stop()
    _state_file().unlink(missing_ok=True)
    return True


def _living(record: Record) -> list[psutil.Process]:
    return [psutil.Process(pid) for pid, created in record.processes if xserver.lives(pid, created)]
