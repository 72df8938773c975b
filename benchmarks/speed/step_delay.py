"""How long a step takes to appear in the panel: python -m benchmarks.speed.step_delay

A session tells steps at irregular moments, as a run does; a real page of a real browser notes when
each row comes. Both read the clock of this machine. Needs Chromium.
"""

from __future__ import annotations

import contextlib
import os
import random
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator

import app
from agent.actions import Click
from agent.desktop.virtual_desktop import start
from agent.events import Answer, Ended, Event, Planned, Seen, Started, Stepped, Token
from agent.run import Settings
from agent.trajectory import Effect, Outcome, Step
from benchmarks.browser.chromium import Page, browser
from models.files.paths import runs_folder
from vision.capture.screen import MssScreen
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box

STEPS = 40
_WATCH = """
window.came = {};
new MutationObserver(() => {
  for (const row of document.querySelectorAll('.dh-steps li .dh-number')) {
    const number = row.textContent;
    if (number && !(number in window.came)) window.came[number] = Date.now();
  }
}).observe(document.body, { childList: true, subtree: true });
"""
_START = """
const box = document.querySelector('#dh-task textarea, #dh-task input');
box.value = 'forty steps';
box.dispatchEvent(new Event('input', { bubbles: true }));
setTimeout(() => document.querySelector('#dh-run').click(), 500);
"""


class _Steps:
    """A run of steps; `made` holds the moment of each, in seconds since the epoch."""

    def __init__(self) -> None:
        self.running = False
        self.made: list[float] = []

    def start(self, task: str, settings: Settings, *, on_event: Callable[[Event], None]) -> None:
        self.running = True
        threading.Thread(target=self._tell, args=(task, on_event), daemon=True).start()

    def _tell(self, task: str, tell: Callable[[Event], None]) -> None:
        seen, chance = _screen(), random.Random(1)
        tell(Started(task, "none", runs_folder() / "none"))
        tell(Planned(("· forty steps",)))
        for number in range(1, STEPS + 1):
            tell(Seen(number, seen))
            for _ in range(chance.randrange(5, 15)):
                tell(Token("a word "))
                time.sleep(chance.uniform(0.03, 0.12))
            effect, timings = Effect("confirmed", "a menu opened"), {"ocr": 1.0}
            step = Step(number, seen, "", "", Click(1), "click “Open”", "", effect, timings)
            self.made.append(time.time())
            tell(Stepped(step))
            time.sleep(chance.uniform(0.2, 0.9))
        self.running = False
        tell(Ended(Outcome("done"), runs_folder() / "none", 1.0))

    def stop(self, by: str) -> None:
        """Nobody stops it."""

    def pause(self, by: str) -> None:
        """Nobody pauses it."""

    def resume(self, only: str = "") -> None:
        """Nobody paused it."""

    def step(self) -> None:
        """Nobody paused it."""

    def say(self, text: str) -> None:
        """Nobody says anything."""

    def answer(self, number: int, answer: Answer) -> bool:
        return False


def _screen() -> ElementMap:
    screen = MssScreen()
    try:
        shot = screen.grab()
    finally:
        screen.close()
    boxes = [Box(20 + 30 * n, 40, 44 + 30 * n, 60) for n in range(40)]
    elements = [Element(n, "button", "Open", box) for n, box in enumerate(boxes, start=1)]
    return ElementMap(tuple(elements), shot)


@contextlib.contextmanager
def _panel(session: _Steps) -> Iterator[int]:
    built = app.build(session)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    app.launch(built, port, "127.0.0.1", None)
    try:
        yield port
    finally:
        built.blocks.close(verbose=False)


def _delays(page: Page, session: _Steps) -> list[float]:
    page.wait("!!document.querySelector('.dh-live img')", 60)
    page.evaluate(_WATCH)
    page.evaluate(_START)
    page.wait("!!document.querySelector('.dh-busy')", 30)
    while session.running:  # Asking the page all the time would slow it.
        time.sleep(0.5)
    page.wait(f"Object.keys(window.came).length === {STEPS}", 60)
    came = page.evaluate("window.came")
    return [came[str(number)] / 1000 - made for number, made in enumerate(session.made, start=1)]


def main() -> None:
    """Measure, and print seconds."""
    session = _Steps()
    with start() as desktop:
        desktop.activate_environment()
        with (
            _panel(session) as port,
            browser(desktop, f"http://127.0.0.1:{port}", ("--headless=new",)) as page,
        ):
            before, began = os.times(), time.monotonic()
            delays = sorted(_delays(page, session))
            after, seconds = os.times(), time.monotonic() - began
    used = after.user + after.system - before.user - before.system
    print(
        f"{len(delays)} steps: median {statistics.median(delays):.2f} s, "
        f"9 of 10 within {delays[len(delays) * 9 // 10 - 1]:.2f} s, worst {delays[-1]:.2f} s; "
        f"the panel's process used {100 * used / seconds:.0f} % of a core"
    )


if __name__ == "__main__":
    main()
