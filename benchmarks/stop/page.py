"""The real panel in a browser without a window: its Stop and its closing press a switch."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator

import app
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Answer, Event
from agent.run import Settings
from benchmarks.browser.chromium import Page, browser


class _Steered:
    """What the panel takes for its session; the run itself is the benchmark's."""

    running = True

    def __init__(self, switch: StopSwitch) -> None:
        self._switch = switch

    def start(self, task: str, settings: Settings, *, on_event: Callable[[Event], None]) -> None:
        raise AssertionError("nobody presses Run here")

    def stop(self, by: str) -> None:
        self._switch.press(by)

    def pause(self, by: str) -> None:
        """Nobody presses it here."""

    def resume(self, only: str = "") -> None:
        """Nobody presses it here."""

    def step(self) -> None:
        """Nobody presses it here."""

    def say(self, text: str) -> None:
        """Nobody says anything here."""

    def answer(self, number: int, answer: Answer) -> bool:
        return False


@contextlib.contextmanager
def opened_panel(desktop: Desktop, switch: StopSwitch) -> Iterator[Page]:
    """The panel's page, alive. Raises DisplayError, PageError, TimeoutError."""
    built = app.build(_Steered(switch))
    port = _free_port()
    app.launch(built, port, "127.0.0.1", None)
    try:
        with browser(desktop, f"http://127.0.0.1:{port}", ("--headless=new",)) as page:
            page.wait("!!document.querySelector('.dh-state')", 60)
            yield page
    finally:
        built.blocks.close(verbose=False)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
