"""MiniWoB++ pages in one browser, for recording: their true elements, and mouse and keyboard."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.browser import dom
from benchmarks.browser.chromium import Page, browser
from benchmarks.browser.server import files, served
from benchmarks.decide.format import Act
from benchmarks.episodes.programs import wait_for_window
from benchmarks.episodes.scene import TrueEyes
from benchmarks.miniwob.pages import folder
from vision.capture.screen import Screenshot
from vision.capture.windows import list_windows
from vision.core.elements import ElementMap
from vision.core.geometry import Point

_SCALE = 3
SIZE = (1280, 800)
BLANK = Screenshot(np.broadcast_to(np.uint8(255), (SIZE[1], SIZE[0], 3)))
# Without the sentence of the task, which would give the usual wording away.
_START = """
(() => {{
  const style = document.createElement('style');
  style.textContent = '#reward-display {{ display: none !important }} body {{ overflow: hidden }}';
  document.head.append(style);
  addEventListener('scroll', () => scrollTo(0, 0));
  const end = core.endEpisode;
  window.firstReward = null;
  core.endEpisode = function (...all) {{
    end.apply(core, all);
    if (WOB_DONE_GLOBAL && window.firstReward === null) window.firstReward = WOB_RAW_REWARD_GLOBAL;
  }};
  Math.seedrandom('{seed}');
  core.EPISODE_MAX_TIME = 1e8;
  core.startEpisodeReal();
}})()
"""
_UTTERANCE = """
(() => {
  const said = core.getUtterance();
  const text = typeof said === 'string' ? said : said && said.utterance;
  const task = text || document.querySelector('#query').innerText;
  const style = document.createElement('style');
  style.textContent = '#query, #query * { visibility: hidden !important }';
  document.head.append(style);
  return task;
})()
"""
_SELECT = """
((x, y, option) => {
  const node = document.elementFromPoint(x, y).closest('select');
  node.value = [...node.options].find(o => o.text.trim() === option).value;
  for (const name of ['input', 'change']) node.dispatchEvent(new Event(name, {bubbles: true}));
})
"""


@dataclass
class BrowserPages:
    """Opens pages one after the other. Calls raise PageError when the browser does not answer."""

    page: Page
    address: str
    controller: Controller

    def open(self, name: str, seed: int) -> str:
        """Begin an episode; returns its task."""
        self.page.evaluate(f"location.href = '{self.address}/miniwob/{name}.html?{seed}'")
        self.page.wait(f"location.search === '?{seed}' && location.href.includes('/{name}.html')")
        self.page.wait(
            "typeof core !== 'undefined' && !!document.querySelector('#sync-task-cover')"
        )
        self.page.evaluate(_START.format(seed=seed))
        self.page.wait("WOB_TASK_READY !== false")
        task = " ".join(str(self.page.evaluate(_UTTERANCE)).split())
        self.rest(0.4)
        self._eyes = TrueEyes(lambda: dom.elements(self.page), lambda: dom.areas(self.page))
        return task

    def rest(self, seconds: float = 0.25) -> None:
        """Wait for the page to come to rest."""
        self.page.evaluate(f"new Promise(r => setTimeout(r, {round(seconds * 1000)}))")

    def look(self) -> ElementMap:
        """What the page shows now; ids are kept from look to look."""
        return self._eyes.perceive(BLANK, list_windows())

    def reward(self) -> float | None:
        """The raw reward; None while the episode goes on."""
        value = self.page.evaluate("window.firstReward")
        return None if value is None else float(value)

    def do(self, act: Act, screen: ElementMap) -> None:
        """Carry out an action of a case with the real mouse and keyboard."""
        at = screen.by_id(act.target).box.center if act.target is not None else None
        match act.verb:
            case "hover" if at:
                self.controller.move(at)
                self.rest(0.4)
            case "click" if at:
                self.controller.click(at)
            case "double_click" if at:
                self.controller.click(at, count=2)
            case "type" if at:
                self.controller.click(at)
                self.controller.press("ctrl+a")
                self.controller.type_text(act.value or "")
            case "press":
                self.controller.press(act.value or "")
            case "scroll":
                self.controller.scroll(self._scrolling(screen), 3 if act.value == "up" else -3)
            case "drag" if at and act.to is not None:
                self.controller.drag(at, screen.by_id(act.to).box.center)
            case "select" if act.target is not None:
                box = screen.by_id(act.target).box
                corner = self._corner()
                x, y = (box.center.x - corner[0]) / _SCALE, (box.center.y - corner[1]) / _SCALE
                self.page.evaluate(f"{_SELECT}({x}, {y}, {act.value!r})")
            case _:
                raise ValueError(f"a page cannot be worked by {act.words()}")
        self.rest()

    def _scrolling(self, screen: ElementMap) -> Point:
        """Where the wheel scrolls: in the first area with more to see, else on the page."""
        more = (area.box.center for area in screen.areas if area.below or area.above)
        return next(more, screen.windows[0].box.center)

    def _corner(self) -> tuple[int, int]:
        size = self.page.evaluate("[innerWidth * devicePixelRatio, innerHeight * devicePixelRatio]")
        corner = dom.page_corner(*size)
        return corner.x, corner.y


@contextlib.contextmanager
def browser_pages(desktop: Desktop, controller: Controller) -> Iterator[BrowserPages]:
    """A new browser on the desktop that shows pages of MiniWoB++."""
    with (
        served(files(folder())) as address,
        browser(
            desktop,
            "",
            (
                f"--app={address}/miniwob/click-test.html",
                f"--force-device-scale-factor={_SCALE}",
                "--window-size=160,210",
                "--disable-save-password-bubble",
            ),
        ) as page,
    ):
        page.reload_with(dom.LISTENING)
        wait_for_window()
        time.sleep(1.0)
        yield BrowserPages(page, address, controller)
