"""Installs Python packages beside Deskhand by pip: with progress, a stop, and errors for people.

pip keeps what it has fetched in its cache, so a second call goes on from there. The index, mirror,
proxy or folder that it uses is what the person set for pip.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal
from urllib.parse import unquote

from models.fetch.job import DiskFull, DownloadStopped
from models.runtime.errors import ModelError

Doing = Literal["looking", "fetching", "building", "installing"]
_KEPT_LINES = 400
_END_SECONDS = 10
_POLL_SECONDS = 0.1
# Wheels are compressed archives: those of torch are two thirds of what it takes when installed.
_DOWNLOADED = 0.67
# A version in a constraint must be one that pip can read; very old packages have others.
_VERSION = re.compile(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?(\+[\w.]+)?")
_FILE = re.compile(r"\s*(?:Downloading|Using cached|Processing) (\S+)")
_BYTES = re.compile(r"Progress (\d+) of (\d+)")
_BUILD = re.compile(r"\s*Building wheels? for (?:collected packages: )?([\w.-]+)")
_INSTALL = "Installing collected packages: "


@dataclass(frozen=True, slots=True)
class Step:
    """What pip does now.

    While packages are fetched, `number` counts them from 1, and `done` of `total` are bytes of the
    current one; `total` is None while pip does not say it, and how many packages there are is not
    known before all are fetched. While they are installed, `number` is how many there are; this
    step cannot be stopped, because half a package would be left.
    """

    doing: Doing = "looking"
    package: str = ""
    number: int = 0
    done: int = 0
    total: int | None = None

    @property
    def text(self) -> str:
        """The step for people, such as "Downloading torch (package 3): 52 of 98 MB"."""
        if self.doing == "looking":
            return "Finding out which packages are needed"
        if self.doing == "building":
            return f"Building {self.package}"
        if self.doing == "installing":
            return f"Installing {self.number} package{'' if self.number == 1 else 's'}"
        said = f"Downloading {self.package} (package {self.number})"
        if self.total is None:
            return said
        return f"{said}: {self.done / 1e6:,.0f} of {self.total / 1e6:,.0f} MB"


OnStep = Callable[[Step], None]


def install(
    title: str,
    requirements: Sequence[str],
    size: int,
    progress: OnStep | None = None,
    stop: threading.Event | None = None,
    again: str = "",
) -> None:
    """Install packages into the Python that runs now; blocks until they are there.

    No version of an installed package changes. `title` names the whole for people, `size` is the
    bytes that it takes when installed, and `again` is the command that goes on after a stop.

    Raises:
        DiskFull: there is no room.
        DownloadStopped: `stop` was set before pip began to install.
        ModelError: pip is missing, the network cannot be reached, or pip failed.
    """
    if importlib.util.find_spec("pip") is None:
        raise ModelError(
            f"{title} cannot be installed: the Python in {sys.prefix} has no pip.",
            f"Install pip: {sys.executable} -m ensurepip --upgrade",
        )
    _require_room(title, size)
    with tempfile.TemporaryDirectory() as folder:
        pins = Path(folder, "constraints.txt")
        pins.write_text("".join(f"{line}\n" for line in _installed_versions()), "utf-8")
        command = [sys.executable, "-m", "pip", "--no-input", "install", "--progress-bar", "raw"]
        command += ["--retries", "3"]  # Without retries pip does not say that it has no network.
        reader = _Reader(progress or (lambda step: None))
        stopped = DownloadStopped(
            f"The installation of {title} was stopped. pip keeps what it has downloaded.",
            f"Resume it with: {again}" if again else "",
        )
        pip = [*command, "--constraint", str(pins), *requirements]
        if code := _run(pip, reader, stop or threading.Event(), stopped):
            raise _failure(title, code, reader.lines)
    importlib.invalidate_caches()


class _Reader:
    """Makes steps of what pip prints."""

    def __init__(self, progress: OnStep) -> None:
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self.step = Step()
        self._progress = progress
        progress(self.step)

    def take(self, line: str) -> None:
        step = self._step(line)
        if step != self.step:
            self.step = step
            self._progress(step)

    def _step(self, line: str) -> Step:
        now = self.step
        if found := _BYTES.match(line):
            if now.doing != "fetching":
                return now
            return Step("fetching", now.package, now.number, int(found[1]), int(found[2]))
        self.lines.append(line)
        if (found := _FILE.match(line)) and not found[1].endswith(".metadata"):
            name = unquote(re.split(r"[/\\]", found[1].rstrip("/\\"))[-1]).split("-")[0]
            return Step("fetching", name, self._fetched() + 1)
        if found := _BUILD.match(line):
            return Step("building", found[1], self._fetched())
        if line.startswith(_INSTALL):
            return Step("installing", number=line.count(",") + 1)
        return now

    def _fetched(self) -> int:
        return self.step.number


def _run(
    command: Sequence[str], reader: _Reader, stop: threading.Event, stopped: DownloadStopped
) -> int:
    """Run pip and read what it prints; its exit code."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", errors="replace",
        # Builds run in processes below pip, which a stop must reach too.
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(
        target=_pump, args=(process.stdout, lines), name="output of pip", daemon=True
    ).start()
    try:
        while True:
            if stop.is_set() and reader.step.doing != "installing":
                raise stopped
            with suppress(queue.Empty):
                line = lines.get(timeout=_POLL_SECONDS)
                if line is None:
                    return process.wait()
                reader.take(line)
    finally:
        _end(process)


def _pump(output: IO[str], lines: queue.Queue[str | None]) -> None:
    with output:
        for line in output:
            lines.put(line.rstrip("\n"))
    lines.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    """End pip as Ctrl+C does, so that it removes its temporary files; else at once."""
    if process.poll() is not None:
        return
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_END_SECONDS)
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _installed_versions() -> list[str]:
    """Each installed package as name==version: libraries that are loaded must not change."""
    found: dict[str, str] = {}
    for package in importlib.metadata.distributions():
        name = package.metadata["Name"]
        if name and _VERSION.fullmatch(package.version):
            found.setdefault(re.sub(r"[-_.]+", "-", name).lower(), package.version)
    return [f"{name}=={version}" for name, version in sorted(found.items())]


def _require_room(title: str, size: int) -> None:
    """Raise DiskFull unless there is room for the packages and for the files they come in."""
    needed: dict[int, tuple[Path, int]] = {}
    places = ((Path(sysconfig.get_path("purelib")), size),
              (Path(tempfile.gettempdir()), int(size * _DOWNLOADED)))  # fmt: skip
    for folder, part in places:
        device = folder.stat().st_dev
        first, before = needed.get(device, (folder, 0))
        needed[device] = (first, before + part)
    for folder, whole in needed.values():
        free = shutil.disk_usage(folder).free
        if whole > free:
            raise DiskFull(
                f"The disk with {folder} is too full for {title}: it needs about"
                f" {whole / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free.",
                "Free some space and try again.",
            )


_CAUSES: tuple[tuple[str, str, str], ...] = (
    (
        r"No space left on device|Errno 28\b|disk is full",
        "the disk is full",
        "Free some space and try again; pip keeps what it has downloaded.",
    ),
    (
        r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError"
        r"|Failed to establish a new connection|Connection (?:refused|reset|to \S+ timed out)"
        r"|Temporary failure in name resolution|Network is unreachable|Read timed out",
        "pip cannot reach its package index",
        "Check the network, and the proxy or mirror in pip's settings (pip config list), "
        "and try again.",
    ),
    (
        r"externally-managed-environment",
        "this Python belongs to the operating system, and pip may not change it",
        "Install Deskhand in a virtual environment and try again.",
    ),
    (
        r"ResolutionImpossible|conflicting dependencies",
        "its packages conflict with the versions of installed packages",
        "Upgrade Deskhand, or install it in a new virtual environment, and try again.",
    ),
    (
        r"Permission denied|Errno 13\b",
        "pip may not write to this Python's folder",
        "Install Deskhand in a virtual environment of your own and try again.",
    ),
    (
        r"[Ff]ailed building wheel|[Ff]ailed to build|metadata-generation-failed"
        r"|subprocess-exited-with-error",
        "a package could not be built here",
        "pip found no finished package for this Python and system. Use a Python version that the "
        "package supports (often the second newest), and try again.",
    ),
)


def _failure(title: str, code: int, lines: Sequence[str]) -> ModelError:
    """The error for people; pip's own last words come with it."""
    output = "\n".join(lines)
    errors = [line.partition("ror: ")[2] or line.removeprefix("ERROR: ") for line in lines
              if line.startswith(("ERROR: ", "error: "))]  # fmt: skip
    last = (errors or [line for line in lines if line.strip()] or [f"exit code {code}"])[-1]
    said = f"pip says: {last.strip()}"
    for pattern, cause, hint in _CAUSES:
        if re.search(pattern, output):
            return ModelError(f"{title} was not installed: {cause}. {said}", hint)
    return ModelError(f"{title} was not installed. {said}", "Correct the cause and try again.")
