"""What every application task stands on: a home of its own, programs in it, and their end.

A task is a stage, which sets its scene up and takes it down again, and the applications that it
goes over.
"""

from __future__ import annotations

import configparser
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from agent.desktop import xserver
from agent.desktop.virtual_desktop import MARK, Desktop
from benchmarks.apps import atspi
from benchmarks.episodes.programs import move, variables
from benchmarks.episodes.scene import Stage
from benchmarks.episodes.waiting import wait_until
from models.files.paths import data_folder
from vision.capture.windows import Window, list_windows
from vision.core.elements import Element

_PATIENCE = 30.0  # seconds for a window to open
_REST = 0.6  # seconds in which a new window comes to rest

# The folders that file dialogs offer at their side.
_FOLDERS = {
    "DESKTOP": "Desktop",
    "DOCUMENTS": "Documents",
    "DOWNLOAD": "Downloads",
    "PICTURES": "Pictures",
}
# What opens a file that is double-clicked, whatever else is installed.
_OPENS = "[Default Applications]\ntext/plain=org.xfce.mousepad.desktop\n"
# Services of the desktop, not of an episode: they serve the next one too.
_SERVICES = frozenset({"at-spi-bus-launcher", "at-spi2-registryd", "dbus-daemon"})


@dataclass(frozen=True, slots=True)
class Task:
    """A task by its stage; `applications` are those that it goes over."""

    stage: Stage
    applications: tuple[str, ...]

    @property
    def several(self) -> bool:
        return len(self.applications) > 1


@dataclass(slots=True)
class Episode:
    """A desktop with a fresh home. Programs start in `home` and find their settings there; so do
    those that the agent opens itself, since this process lives there meanwhile."""

    desktop: Desktop
    home: Path
    started: list[subprocess.Popen[Any]] = field(default_factory=list)

    @property
    def documents(self) -> Path:
        return self.home / "Documents"

    def start(
        self,
        argv: Sequence[str],
        place: tuple[int, int] | None = None,
        title: str = "",
        env: Mapping[str, str] | None = None,
    ) -> Window:
        """Start a program in the home and wait for its window (whose title contains `title`), which
        is then put at `place`. Raises TimeoutError, or DisplayError if it is not installed."""
        before = {window.handle for window in list_windows()}
        self.started.append(self.desktop.launch(argv, env=env, cwd=self.home))
        window = new_window(before, title)
        if place is not None:
            wait_until(lambda: active() == window.handle, f"{argv[0]} did not get the focus")
            move(self.desktop, *place)
        time.sleep(_REST)
        return window

    def processes(self, name: str) -> list[psutil.Process]:
        """The programs of this name on the desktop ("vim" is also vim.basic)."""
        found = []
        for process in _marked(self.desktop):
            with contextlib.suppress(psutil.NoSuchProcess):
                if process.name().split(".")[0] == name and xserver.runs(process):
                    found.append(process)
        return found

    def setting(self, schema: str, key: str) -> str | None:
        """A setting that a program of GTK wrote down in this episode, as GVariant text."""
        settings = configparser.RawConfigParser()
        settings.read(self.home / ".config/glib-2.0/settings/keyfile", "utf-8")
        return settings.get(schema, key, fallback=None)

    def nodes(self, *, hidden: bool = False) -> tuple[atspi.Node, ...]:
        """The widgets of all programs, from AT-SPI."""
        return atspi.nodes(self.desktop, hidden=hidden)

    def truth(self) -> tuple[Element, ...]:
        """The elements that can be seen, from AT-SPI."""
        return atspi.elements(self.nodes())


@contextlib.contextmanager
def episode(desktop: Desktop) -> Iterator[Episode]:
    """A fresh home for one episode. At its end every program that came meanwhile is ended (also
    what other programs started) and the home is removed."""
    folder = Path(tempfile.mkdtemp(prefix="dh"))
    before = _There.now(desktop)
    try:
        with _living_in(_settings(folder)):
            _tell_the_bus(desktop)
            with contextlib.ExitStack() as stack:
                stage = Episode(desktop, folder)
                stack.callback(_end_all, desktop, before, stage)
                yield stage
        _tell_the_bus(desktop)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _settings(folder: Path) -> dict[str, str]:
    """Make the folders of a home; the variables that let programs live there."""
    config = folder / ".config"
    config.mkdir()
    lines = []
    for key, name in _FOLDERS.items():
        (folder / name).mkdir()
        lines.append(f'XDG_{key}_DIR="$HOME/{name}"\n')
    (config / "user-dirs.dirs").write_text("".join(lines))
    (config / "mimeapps.list").write_text(_OPENS)
    return {
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(config),
        "XDG_DATA_HOME": str(folder / ".local/share"),
        "XDG_STATE_HOME": str(folder / ".local/state"),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        # Settings in a file below XDG_CONFIG_HOME: no service keeps them for the next episode.
        "GSETTINGS_BACKEND": "keyfile",
        # Programs of GTK 2 tell their widgets only when asked to.
        "GTK_MODULES": "gail:atk-bridge",
        # Our own weights stay where they are.
        "DESKHAND_DATA": str(data_folder()),
    }


@contextlib.contextmanager
def _living_in(settings: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _tell_the_bus(desktop: Desktop) -> None:
    """Services that the message bus starts shall live in the same home."""
    names = ["HOME", *(name for name in os.environ if name.startswith("XDG_"))]
    subprocess.run(
        ["dbus-update-activation-environment", *names],
        check=True,
        capture_output=True,
        env=variables(desktop),
    )


def _marked(desktop: Desktop) -> list[psutil.Process]:
    """The processes on a desktop."""
    return xserver.marked(MARK, str(desktop.folder), desktop.folder)


@dataclass(frozen=True, slots=True)
class _There:
    """What is on a desktop: numbers of processes and handles of windows."""

    processes: frozenset[int]
    windows: frozenset[int]

    @classmethod
    def now(cls, desktop: Desktop) -> _There:
        return cls(
            frozenset(process.pid for process in _marked(desktop)),
            frozenset(window.handle for window in list_windows()),
        )


def _end_all(desktop: Desktop, before: _There, stage: Episode) -> None:
    for sign in ("terminate", "kill"):
        left = [p for p in _marked(desktop) if p.pid not in before.processes and not _serves(p)]
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                getattr(process, sign)()
        _, left = psutil.wait_procs(left, timeout=3)
        if not left:
            break
    for started in stage.started:
        started.wait(3)
    wait_until(
        lambda: all(window.handle in before.windows for window in list_windows()),
        "the windows of the episode did not go",
    )


def _serves(process: psutil.Process) -> bool:
    try:
        argv = process.cmdline()
    except psutil.Error:
        return False
    return bool(argv) and Path(argv[0]).name in _SERVICES


def new_window(before: set[int], title: str = "", seconds: float = _PATIENCE) -> Window:
    """Wait for a window that was not there `before` (handles). Raises TimeoutError."""
    found: list[Window] = []

    def there() -> bool:
        found[:] = [
            w
            for w in list_windows()
            if w.handle not in before and not w.popup and title.casefold() in w.title.casefold()
        ]
        return bool(found)

    wait_until(there, f"no window {title!r} opened", seconds)
    return found[0]


def active() -> int | None:
    """The handle of the window that has the focus."""
    return next((window.handle for window in list_windows() if window.active), None)
