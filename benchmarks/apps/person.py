"""A person who does a task: true places for the mouse, keys, and patience between."""

from __future__ import annotations

import time
from dataclasses import dataclass

from agent.computer.controller import Button, Controller
from benchmarks.apps.base import Episode, active, new_window
from benchmarks.episodes.waiting import wait_until
from vision.capture.windows import Window, list_windows
from vision.core.elements import Element

_PAUSE = 0.25  # seconds after each act, as a quick person makes them
_BETWEEN_KEYS = 0.1


class NotThereError(LookupError):
    """What a person would use is not on the screen."""


@dataclass(frozen=True, slots=True)
class Person:
    """Solves tasks with the product's controller. Names are those that the programs give."""

    controller: Controller
    episode: Episode

    def press(self, *keys: str) -> None:
        for combination in keys:
            self.controller.press(combination)
            time.sleep(_PAUSE)

    def type(self, text: str) -> None:
        self.controller.type_text(text)
        time.sleep(_PAUSE)

    def click(self, name: str, kind: str = "", button: Button = "left", count: int = 1) -> None:
        """Click what has this name (and kind), when it shows. Raises NotThereError."""
        self.controller.click(self.find(name, kind).box.center, button, count)
        time.sleep(_PAUSE)

    def tap(self, signs: str) -> None:
        """Click the buttons of a keypad that spell this. Raises NotThereError."""
        buttons = {e.text: e.box.center for e in self.episode.truth() if e.kind == "button"}
        for sign in signs:
            if sign not in buttons:
                raise NotThereError(f"there is no button {sign!r}")
            self.controller.click(buttons[sign])
            time.sleep(_BETWEEN_KEYS)

    def fill(self, name: str, text: str) -> None:
        """Replace what a field holds. Raises NotThereError."""
        self.click(name, "field")
        self.press("ctrl+a")
        self.type(text)

    def find(self, name: str, kind: str = "", seconds: float = 5.0) -> Element:
        """What has this name (and kind), as soon as it shows. Raises NotThereError."""
        deadline = time.monotonic() + seconds
        while True:
            there = self.episode.truth()
            for element in there:
                if element.text == name and kind in ("", element.kind):
                    return element
            if time.monotonic() > deadline:
                names = ", ".join(f"{e.text} ({e.kind})" for e in there if e.text)
                raise NotThereError(f"there is no {kind} {name!r}, only: {names}")

    def press_for_window(self, keys: str, title: str = "") -> Window:
        """Press keys that open a window (a dialog); it has the focus then. Raises TimeoutError."""
        before = {window.handle for window in list_windows()}
        self.controller.press(keys)
        window = new_window(before, title, 10)
        wait_until(lambda: active() == window.handle, f"{title} did not get the focus")
        time.sleep(_PAUSE)
        return window

    def wait_for_title(self, title: str) -> None:
        """Wait until a window whose title contains this has the focus. Raises TimeoutError."""

        def there() -> bool:
            return any(w.active and title in w.title for w in list_windows())

        wait_until(there, f"no window {title!r} has the focus")
        time.sleep(_PAUSE)
