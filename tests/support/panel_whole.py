"""What tests of whole runs through the page share: the panel as a program of its own, the screen
that it uses, a model that answers as the test wishes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from agent.desktop.virtual_desktop import MARK, Desktop
from models.runtime.llm import Message
from models.runtime.scripted import Answer
from tests.support.as_told import TASK, WISHES, obliging
from tests.support.engine_server import Body, grammar_of, saying
from tests.support.places import ROOT
from tests.support.timing import AMPLE, waited_for
from vision.capture.windows import list_windows

_PANEL = 'from commands.main import main; main(["panel", "--no-browser", "--port", "{port}"])'
# A whole run loads what reads the screen and looks at it some ten times.
RUN = 4 * AMPLE * 1000
ICON = """
import sys, tkinter as tk
root = tk.Tk(className="icons")
root.title("Icons")
root.geometry("300x200+900+80")
image = tk.PhotoImage(width=32, height=32)
for y in range(32):
    for x in range(32):
        inside = 40 < (x - 13) ** 2 + (y - 13) ** 2 < 90 or (abs(x - y) < 3 and 19 < x < 29)
        image.put("#202020" if inside else "#f4f4f4", to=(x, y, x + 1, y + 1))
def pressed():
    open(sys.argv[1], "a").write("pressed\\n")
    tk.Label(root, text="It was pressed").place(x=60, y=120)
tk.Button(root, image=image, command=pressed, background="#f4f4f4").place(x=60, y=60)
root.mainloop()
"""


@dataclass
class Mind:
    """What the model wants, in this order, as far as it is possible, and
    whether it may speak on after its first word."""

    wishes: list[dict[str, Any]] = field(default_factory=lambda: list(WISHES))
    free: threading.Event = field(default_factory=threading.Event)
    asked: list[str] = field(default_factory=list)
    _told: Answer | None = None

    def answer(self, body: Body) -> str:
        self.asked.append(body["messages"][-1]["content"])
        messages = [Message(**one) for one in body["messages"]]
        grammar = grammar_of(body)
        if self._told is None or "Done so far:" not in self.asked[-1]:
            # A run begins: its wishes are done in their order.
            self._told = obliging(self.wishes)
        return self._told(messages, grammar)

    def speak(self, body: Body) -> Iterator[Body]:
        for number, chunk in enumerate(saying(self.answer)(body)):
            if number == 2:
                self.free.wait(AMPLE)
            yield chunk


@dataclass
class Place:
    """The panel as a program of its own, and the screen that it uses."""

    folder: Path
    screen: Desktop
    mind: Mind
    port: int
    process: subprocess.Popen[str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def runs(self) -> list[Path]:
        return sorted((self.folder / "runs").glob("2*"))

    def outcome(self) -> dict[str, Any]:
        """Of the last run."""
        path = self.runs()[-1] / "outcome.json"
        waited_for(path.exists)
        return dict(json.loads(path.read_text("utf-8")))


def panel(folder: Path, screen: Desktop, port: int) -> subprocess.Popen[str]:
    own = {name: value for name, value in screen.environment().items() if name != MARK}
    process = subprocess.Popen(
        [sys.executable, "-c", _PANEL.format(port=port)],
        cwd=ROOT,
        env={**os.environ, **own, "DESKHAND_DATA": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while "panel:" not in (line := process.stdout.readline()):
        assert line, "the panel ended before it was ready"
    return process


@dataclass
class Form:
    """The program on the screen."""

    process: subprocess.Popen[Any]
    log: Path

    def told(self) -> list[dict[str, Any]]:
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        return [json.loads(line) for line in lines]


@contextmanager
def window(place: Place, title: str, argv: list[str]) -> Iterator[subprocess.Popen[Any]]:
    def there() -> bool:
        return any(w.title == title for w in list_windows(place.screen.display))

    process = place.screen.launch([sys.executable, *argv])
    waited_for(there)
    yield process
    process.kill()
    process.wait(AMPLE)
    waited_for(lambda: not there())


def opened(browser: Browser, place: Place) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(RUN)
    page.goto(place.address)
    page.locator(".dh-live img").wait_for()
    return page


def begin(page: Page, task: str = TASK) -> None:
    page.locator("#dh-task textarea, #dh-task input").fill(task)
    page.locator("#dh-run").click()
    page.locator(".dh-busy").wait_for()


def ended(page: Page, words: str) -> None:
    expect(page.locator(".dh-state")).to_contain_text(words, timeout=RUN)
    expect(page.locator("#dh-run")).to_be_enabled()


def paused(page: Page) -> None:
    expect(page.locator(".dh-state")).to_contain_text("Paused: the Pause button", timeout=RUN)
