"""Chromium on the virtual desktop, with a connection to its page for truth and scores.

The agent never gets this connection: it sees pixels.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import websocket

from agent.desktop.virtual_desktop import Desktop
from benchmarks.episodes.programs import end

# Nothing is fetched, asked or shown that the page did not ask for.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=Translate,OptimizationHints,MediaRouter",
    "--password-store=basic",
    "--test-type",
)


_PATIENCE = 20.0  # seconds for one answer
_ENDING = 5.0  # seconds in which a browser without windows ends


class PageError(RuntimeError):
    """The page does not answer, or a script in it failed."""


class PageClosed(PageError):
    """The browser was closed in order, as by a click on its close button."""


class Page:
    """One page. May be used from any thread; calls wait for each other. Calls raise PageClosed when
    the browser was closed, other PageErrors when it broke."""

    def __init__(self, address: str, process: subprocess.Popen[Any]) -> None:
        self._process = process
        # The browser refuses connections that name an origin.
        self._socket = websocket.create_connection(
            address, suppress_origin=True, timeout=_PATIENCE, http_no_proxy=["127.0.0.1"]
        )
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression (promises are waited for). Raises PageError."""
        answer = self._call(
            "Runtime.evaluate",
            {"expression": script, "returnByValue": True, "awaitPromise": True},
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            said = details.get("exception", {}).get("description") or details.get("text")
            raise PageError(f"The script failed: {said}")
        return answer["result"].get("value")

    def wait(self, condition: str, seconds: float = 20.0) -> None:
        """Wait until a JavaScript expression is true. Raises PageError."""
        deadline = time.monotonic() + seconds
        while True:
            # While a page loads, its names may not exist yet.
            with contextlib.suppress(PageError):
                if self.evaluate(condition):
                    return
            if time.monotonic() > deadline:
                raise PageError(f"{condition} did not become true within {seconds:.0f} s")
            time.sleep(0.05)

    def arrived(self, address: str) -> None:
        """Wait until the page of this address is there: a window begins with an empty one, which
        is complete too. Raises PageError."""
        self.wait(f"location.href.startsWith({address!r}) && document.readyState === 'complete'")

    def reload_with(self, script: str) -> None:
        """Load the page again, and run `script` before the page's own, now and on later pages."""
        self._call("Page.enable", {})
        self._call("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.evaluate("window.deskhandOld = true")
        self._call("Page.reload", {})
        self.wait("!window.deskhandOld && document.readyState === 'complete'")

    def close(self) -> None:
        self._socket.close()

    def _silence(self, problem: Exception) -> PageError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            if self._process.wait(_ENDING) == 0:
                return PageClosed("The browser was closed.")
        return PageError(f"The browser does not answer: {problem}")

    def _call(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            number = next(self._numbers)
            try:
                self._socket.send(
                    json.dumps({"id": number, "method": method, "params": parameters})
                )
                while True:
                    message = json.loads(self._socket.recv())
                    if message.get("id") == number:
                        break
            except (OSError, websocket.WebSocketException) as problem:
                raise self._silence(problem) from problem
        if "error" in message:
            raise PageError(f"{method}: {message['error'].get('message')}")
        result: dict[str, Any] = message["result"]
        return result


@contextlib.contextmanager
def browser(desktop: Desktop, url: str, arguments: Sequence[str] = ()) -> Iterator[Page]:
    """Chromium with a new profile, showing `url` (give `--app=URL` in `arguments` and no `url` for
    a window without tool bar).

    Raises:
        DisplayError: Chromium is not installed.
        TimeoutError, PageError: it did not start.
    """
    profile = Path(tempfile.mkdtemp(prefix="dh"))
    started = desktop.launch(command(profile, url, arguments))
    try:
        with attached(profile, started) as page:
            yield page
    finally:
        end(started)
        shutil.rmtree(profile, ignore_errors=True)


def command(profile: Path, url: str, arguments: Sequence[str] = ()) -> list[str]:
    """What starts Chromium with a profile, so that `attached` finds its page."""
    return [
        "chromium",
        *QUIET,
        "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
        *arguments,
        *([url] if url else []),
    ]


@contextlib.contextmanager
def attached(profile: Path, started: subprocess.Popen[Any]) -> Iterator[Page]:
    """The page of a browser that `command` started, once it is there. Raises TimeoutError,
    PageError."""
    page = Page(_address_of_page(profile), started)
    try:
        yield page
    finally:
        page.close()


def _address_of_page(profile: Path, seconds: float = 30.0) -> str:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError, IndexError):
            port = int((profile / "DevToolsActivePort").read_text().splitlines()[0])
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=5) as answer:
                targets = json.load(answer)
            for target in targets:
                if target["type"] == "page" and "webSocketDebuggerUrl" in target:
                    return str(target["webSocketDebuggerUrl"])
        time.sleep(0.1)
    raise TimeoutError(f"Chromium did not open a page within {seconds:.0f} s")
