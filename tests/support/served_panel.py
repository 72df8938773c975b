"""The panel as a program of its own, for tests that open it in a browser.

Imports neither playwright nor gradio: programs without a browser use it too.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from agent.desktop.virtual_desktop import HERE, MARK
from agent.diagnostics.network_guard import is_loopback
from tests.support.places import ROOT, SUPPORT
from tests.support.timing import AMPLE, waited_for

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request


GRACE = 0.2
"""Seconds that the panel of panel_server.py gives a page to come back: enough on this machine."""


@dataclass
class Server:
    """The panel as a program of its own, on a virtual desktop that it starts itself."""

    port: int
    folder: Path
    process: subprocess.Popen[str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.folder / "data"

    @property
    def connections(self) -> Path:
        """The record of connections that were tried."""
        return self.folder / "connections"

    def empty(self) -> None:
        """Make its data folder empty, as on a new machine."""

        def emptied() -> bool:
            for path in self.data.iterdir():
                if path.is_dir() and not path.is_symlink():
                    # The panel may write into it at this moment.
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink()
            return not any(self.data.iterdir())

        waited_for(emptied)

    def asked(self) -> list[list[Any]]:
        """What the session was asked, in order."""
        lines = (self.folder / "calls").read_text().splitlines()
        return [json.loads(line) for line in lines]

    def started(self) -> list[list[Any]]:
        """The runs that were asked for: task, maximum steps, dry run."""
        return [call[1:] for call in self.asked() if call[0] == "start"]

    def foreign(self) -> list[str]:
        """Connections and look-ups of names that are not loopback."""
        lines = [json.loads(line) for line in self.connections.read_text().splitlines()]
        return [f"{event} {where}" for event, where in lines if not _stays_here(where)]


def _stays_here(where: str) -> bool:
    host = where.split(",")[0].strip("(' ")
    return host.startswith("/") or host in ("", "None") or is_loopback(host)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    folder: Path,
    host: str = "127.0.0.1",
    password: str = "",
    screen: Mapping[str, str] | None = None,
    first: Path | None = None,
) -> Iterator[Server]:
    """The panel of panel_server.py; what it said when it started is in `folder` / said. `screen`
    are the variables of the person's own screen: none by default. Its keyring holds two secrets
    and is never the person's. `first` is a folder whose modules are found before all others."""
    port = free_port()
    connections, calls = folder / "connections", folder / "calls"
    calls.touch()
    (folder / "data").mkdir(exist_ok=True)
    # Other tests in this process may be on a virtual desktop.
    theirs = {"DISPLAY", "XAUTHORITY", HERE, MARK}
    environment = {name: value for name, value in os.environ.items() if name not in theirs}
    environment |= screen or {}
    environment |= {
        "DESKHAND_DATA": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join(map(str, [first, ROOT] if first else [ROOT])),
        "PYTHON_KEYRING_BACKEND": "tests.support.memory_keyring.KeptKeyring",
        # Servers of models are on this machine.
        "NO_PROXY": "127.0.0.1",
    }
    program = [sys.executable, str(SUPPORT / "panel_server.py")]
    process = subprocess.Popen(
        [*program, str(port), str(connections), str(calls), host, password],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    while f":{port}" not in said:
        line = process.stdout.readline()
        assert line, f"the panel did not start: {said}"
        said += line
    (folder / "said").write_text(said)
    try:
        yield Server(port, folder, process)
    finally:
        process.terminate()
        process.wait(AMPLE)


@dataclass
class Visit:
    """An open page, the hosts that it asked for something, and its errors."""

    page: Page
    hosts: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob"):
            self.hosts.add(parts.hostname or request.url)


def start(page: Page, task: str) -> None:
    """Run a task, and wait until the page shows it instead of the run before it."""
    from playwright.sync_api import expect

    page.locator("#dh-task textarea").fill(task)
    page.locator("#dh-run").click()
    expect(page.locator("#dh-run")).to_be_disabled()
