"""Chromium in an episode: its page, and what is really on it."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from agent.computer.controller import Controller
from benchmarks.apps.base import Episode
from benchmarks.apps.places import WHOLE, arrange
from benchmarks.browser import dom
from benchmarks.browser.chromium import Page, PageError, attached, command
from benchmarks.episodes.waiting import wait_until
from vision.capture.windows import Window, list_windows
from vision.core.elements import Element
from vision.core.geometry import Box

_PAINTED = (
    "new Promise(done => requestAnimationFrame(() => requestAnimationFrame("
    "() => setTimeout(done, 100))))"
)
_PAUSE = 0.2  # seconds after each act of a person
_CLICKS = 3  # on a box for a tick, where a new page takes none


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that is open in an episode, its window and its browser."""

    episode: Episode
    page: Page
    window: Window
    process: subprocess.Popen[Any]

    def truth(self) -> tuple[Element, ...]:
        """The elements of the page and of the programs beside it that can be seen."""
        beside = [e for e in self.episode.truth() if e.group != self._title()]
        return (*self._on_page(), *beside)

    def click(self, controller: Controller, name: str, kind: str = "") -> None:
        """Click what has this name (and kind) on the page, as soon as it is there; a box for a
        tick again until it changed, as a person would. Raises TimeoutError."""
        before = self.find(name, kind)

        def changed() -> bool:
            return self.find(name, kind).state.checked != before.state.checked

        for _ in range(_CLICKS):
            controller.click(self.find(name, kind).box.center)
            time.sleep(_PAUSE)
            if kind != "checkbox":
                return
            with contextlib.suppress(TimeoutError):
                wait_until(changed, f"{name!r} is ticked as before", 2)
                return
        raise TimeoutError(f"{_CLICKS} clicks did not change {name!r}")

    def enter(self, controller: Controller, name: str, text: str) -> None:
        """Type into a field of the page."""
        self.click(controller, name, "field")
        controller.type_text(text)
        time.sleep(_PAUSE)

    def choose(self, controller: Controller, name: str, option: str) -> None:
        """Choose an option of a drop-down list: open it, type the option's name."""
        self.click(controller, name, "dropdown")
        controller.type_text(option)
        controller.press("enter")
        time.sleep(_PAUSE)

    def find(self, name: str, kind: str = "") -> Element:
        """What has this name (and kind) on the page. Raises TimeoutError."""
        found: list[Element] = []

        def there() -> bool:
            found[:] = [e for e in self._on_page() if e.text == name and kind in ("", e.kind)]
            return bool(found)

        # Chromium drops clicks on a page that it has not painted yet, and what stands on a new
        # page may still move.
        wait_until(there, f"the page has no {kind} {name!r}")
        while True:
            self.page.evaluate(_PAINTED)
            before = found[0]
            wait_until(there, f"the page has no {kind} {name!r} any more")
            if found[0].box == before.box:
                return found[0]

    def _on_page(self) -> list[Element]:
        """Nothing when its window or its tab was closed or hidden, as an agent may do. Raises
        PageError when the browser broke."""
        if all(window.handle != self.window.handle for window in list_windows()):
            return []
        try:
            shown = self.page.evaluate("document.visibilityState === 'visible'")
            found = dom.elements(self.page) if shown else []
        except LookupError:
            return []
        except PageError:
            if self.process.poll() in (None, 0):
                return []
            raise
        return [element for element in found if not self._covered(element)]

    def _covered(self, element: Element) -> bool:
        for window in list_windows():
            if window.handle == self.window.handle:
                return False
            if window.box.contains(element.box.center) and not window.tooltip:
                return True
        return False

    def _title(self) -> str:
        return next((w.title for w in list_windows() if w.handle == self.window.handle), "")


@contextlib.contextmanager
def visit(episode: Episode, address: str, box: Box = WHOLE) -> Iterator[Visit]:
    """Chromium with a new profile, showing a page in a part of the screen. What the agent opens
    itself as Chromium is a window of the same browser."""
    profile = episode.desktop.folder / "chromium"
    window = episode.start(command(profile, address))
    arrange(episode, window, box)
    process = episode.started[-1]
    with attached(profile, process) as page:
        page.arrived(address)
        yield Visit(episode, page, window, process)
