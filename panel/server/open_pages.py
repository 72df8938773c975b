"""Keeps track of the open pages: when the last one closes, the run is paused at once, and it is
stopped unless the page was only reloaded.

Without deferred annotations: Gradio reads those of its callbacks when the page is built.
"""

import threading
from typing import Any, Protocol

from agent.errors import AgentError
from agent.policy.rules import Rules

CLOSED = "the closing of the panel's page"
GRACE = 2.0
"""Seconds: a page that is loaded again closes first and opens at once."""


class Runs(Protocol):
    """What can be done to the run, if one goes on."""

    def stop(self, by: str) -> None: ...

    def pause(self, by: str) -> None: ...

    def resume(self, only: str) -> None: ...


class OpenPages:
    """Counts pages by Gradio's number of each. When none is left the run is paused, and soon
    stopped, if the rules say that a run must end then."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._lock = threading.Lock()
        self._open: set[str] = set()

    def opened(self, number: str) -> None:
        with self._lock:
            self._open.add(number)
        self._runs.resume(CLOSED)

    def closed(self, number: str) -> None:
        with self._lock:
            self._open.discard(number)
            left = bool(self._open)
        if not left and _ends_runs():
            self._runs.pause(CLOSED)
            waiting = threading.Timer(GRACE, self._end)
            waiting.daemon = True
            waiting.start()

    def _end(self) -> None:
        with self._lock:
            left = bool(self._open)
        if not left:
            self._runs.stop(CLOSED)


def _ends_runs() -> bool:
    try:
        return Rules.read().stop_with_page
    except AgentError:
        # With rules that cannot be read nothing may go on.
        return True


def end_with_pages(blocks: Any, runs: Runs) -> None:
    """Have the run stopped when the last page of the panel is closed. Call it while
    the page is built."""
    import gradio as gr

    pages = OpenPages(runs)

    def opened(request: gr.Request) -> None:
        pages.opened(str(request.session_hash))

    def closed(request: gr.Request) -> None:
        pages.closed(str(request.session_hash))

    blocks.load(opened, queue=False, show_progress="hidden", api_visibility="private")
    blocks.unload(closed)
