"""The person's own mouse and keyboard on the virtual desktop, through the picture in the page.

Only there: on a person's own screen the page would fight with the hand on the mouse.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from agent.computer.controller import Button, Controller
from agent.errors import ActionFailed, AgentError, Stopped
from vision.core.geometry import Box, Point

_MODIFIERS = ("ctrl", "alt", "shift")
_BUTTONS: dict[int, Button] = {0: "left", 1: "middle", 2: "right"}
# Messages of one page that overtook each other are put in order; one that is lost holds up the
# others so many seconds.
_PATIENCE = 1.0


HINT = (
    "<p class='dh-why'>This desktop is Deskhand's own. Click the picture to use it yourself: while"
    " it has the focus, what you type goes there. Press Tab to leave it.</p>"
)


class Touch:
    """Carries out what the page sends, in its order. `hands` makes a controller, `screen` gives the
    monitor that the picture shows, `busy` says whether a run is at mouse and keyboard."""

    def __init__(
        self, hands: Callable[[], Controller], screen: Callable[[], Box], busy: Callable[[], bool]
    ) -> None:
        self._hands, self._screen, self._busy = hands, screen, busy
        self._turn = threading.Condition()
        self._next: dict[str, int] = {}

    def send(self, page: str, number: int, events: Sequence[dict[str, Any]]) -> str:
        """Carry out message `number` (from 1) of a page; why not, or "".

        An event is {"x", "y", "button"} (shares of the picture, 0 to 1; mouse button 0, 1 or 2),
        {"x", "y", "wheel"} (notches, down is positive), {"text"}, or {"key", "ctrl", "alt",
        "shift"}.
        """
        with self._turn:
            self._turn.wait_for(lambda: number <= self._next.get(page, 1), _PATIENCE)
            try:
                return self._carried_out(events)
            finally:
                self._next[page] = max(number + 1, self._next.get(page, 1))
                self._turn.notify_all()

    def _carried_out(self, events: Sequence[dict[str, Any]]) -> str:
        if self._busy():
            return "The run is using mouse and keyboard. Pause it first."
        try:
            hands = self._hands()
            try:
                for event in events:
                    self._one(hands, event)
            finally:
                hands.release_all()
        except (AgentError, ActionFailed, Stopped, ValueError, KeyError, TypeError) as problem:
            return str(problem) or "That cannot be done there."
        return ""

    def _one(self, hands: Controller, event: dict[str, Any]) -> None:
        if "wheel" in event:
            notches = max(-10, min(10, round(float(event["wheel"]))))
            hands.scroll(self._place(event), -notches)
        elif "button" in event:
            hands.click(self._place(event), _BUTTONS[int(event["button"])])
        elif "text" in event:
            hands.type_text(str(event["text"]))
        else:
            held = [name for name in _MODIFIERS if event.get(name)]
            hands.press("+".join([*held, str(event["key"])]))

    def _place(self, event: dict[str, Any]) -> Point:
        x, y = float(event["x"]), float(event["y"])
        if not (0 <= x < 1 and 0 <= y < 1):
            raise ValueError("That is outside the picture.")
        box = self._screen()
        return Point(box.left + int(x * box.width), box.top + int(y * box.height))


def touch(running: Callable[[], bool]) -> Touch:
    """For the display of this process."""

    def hands() -> Controller:
        from agent.computer.controller import PyAutoGuiController

        return PyAutoGuiController()

    def screen() -> Box:
        from vision.capture.screen import MssScreen

        source = MssScreen()
        try:
            return source.grab().box
        finally:
            source.close()

    return Touch(hands, screen, running)


def listen() -> str:
    """The script that sends what is done to the picture, without its comments."""
    lines = Path(__file__).with_name("touch.js").read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("//"))
