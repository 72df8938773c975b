"""Seconds that a frame takes: on a virtual desktop of its own size, with a dense page in a browser.

A frame is what the loop does for one look: grab the screen, list the windows, make the map. The
engines are loaded and have seen a picture before the clock starts.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import numpy as np

from agent.desktop.virtual_desktop import Desktop, start
from agent.perception.perceiver import make_perceiver
from benchmarks.browser.chromium import Page, browser
from benchmarks.browser.server import files, served
from benchmarks.episodes.programs import variables, wait_for_window
from benchmarks.episodes.waiting import wait_until
from vision.capture.screen import MssScreen, Pixels, Screenshot
from vision.capture.windows import list_windows
from vision.core.elements import ElementMap
from vision.perceiver import Perceiver

_PATIENCE = 20.0
_PAUSE = 0.15
_STAGES = ("ocr", "detect", "shapes", "merge")


def measure(size: tuple[int, int], ocr: str, rounds: int) -> dict[str, float]:
    """Medians in seconds of a cold, an unchanged, a changed frame and one with a new window, at
    `size` in pixels; `ocr` is a name of vision.ocr.engine.

    Puts this process on another desktop: call it in a process of its own.
    """
    began = time.perf_counter()
    perceiver = make_perceiver(ocr)
    perceiver.perceive(Screenshot(np.full((64, 64, 3), 255, np.uint8)))
    figures = {"engines": time.perf_counter() - began}
    with start(size) as desktop:
        desktop.activate_environment()
        with shown(desktop) as page, contextlib.closing(MssScreen()) as screen:
            figures |= _measure(page, screen, ocr, rounds)
    return figures


@contextlib.contextmanager
def shown(desktop: Desktop, name: str = "page.html") -> Iterator[Page]:
    """A page of this folder, by default one full of text, in a window that fills the desktop."""
    with (
        served(files(Path(__file__).parent)) as address,
        browser(
            desktop,
            "",
            (f"--app={address}/{name}", "--disable-popup-blocking"),
        ) as page,
    ):
        page.wait("document.readyState === 'complete' && document.body.children.length > 0")
        wait_for_window()
        # Not by an option of the browser: it would make the second window as large.
        maximise = ["wmctrl", "-r", ":ACTIVE:", "-b", "add,maximized_vert,maximized_horz"]
        subprocess.run(maximise, check=True, env=variables(desktop))
        width, height = desktop.size
        page.wait(f"innerWidth > {width * 0.9} && innerHeight > {height * 0.8}")
        yield page


def _measure(page: Page, screen: MssScreen, ocr: str, rounds: int) -> dict[str, float]:
    cold: list[float] = []
    unchanged: list[float] = []
    line: list[float] = []
    window: list[float] = []
    parts: dict[str, list[float]] = defaultdict(list)
    for number in range(rounds):
        seen = _rested(screen)
        perceiver = make_perceiver(ocr)
        map_ = _timed(perceiver, screen, cold)
        _note_stages(parts, "cold", map_)
        _timed(perceiver, screen, unchanged)
        page.evaluate(f"change({number})")
        seen = _rested(screen, seen)
        _note_stages(parts, "line", _timed(perceiver, screen, line))
        page.evaluate("show()")
        _wait_for_windows(2)
        covered = _rested(screen, seen)
        _timed(perceiver, screen, window)
        page.evaluate("hide()")
        _wait_for_windows(1)
        _rested(screen, covered)
    return {
        "cold": median(cold),
        "unchanged": median(unchanged),
        "line": median(line),
        "window": median(window),
        **{name: median(seconds) for name, seconds in parts.items()},
        "elements": len(map_.elements),
    }


def _note_stages(parts: dict[str, list[float]], what: str, map_: ElementMap) -> None:
    for stage in _STAGES:
        parts[f"{what}_{stage}"].append(map_.timings[stage])


def _timed(perceiver: Perceiver, screen: MssScreen, seconds: list[float]) -> ElementMap:
    began = time.perf_counter()
    map_ = perceiver.perceive(screen.grab(), list_windows())
    seconds.append(time.perf_counter() - began)
    return map_


def _rested(screen: MssScreen, before: Pixels | None = None) -> Pixels:
    """Wait until the screen is another than `before` and has come to rest. Raises TimeoutError."""
    last = screen.grab().pixels

    def is_at_rest() -> bool:
        nonlocal last
        previous, last = last, screen.grab().pixels
        changed = before is None or not np.array_equal(last, before)
        return changed and np.array_equal(previous, last)

    time.sleep(_PAUSE)
    wait_until(is_at_rest, "the screen did not come to rest", _PATIENCE, _PAUSE)
    return last


def _wait_for_windows(count: int) -> None:
    def is_so() -> bool:
        return sum(not window.popup for window in list_windows()) == count

    wait_until(is_so, f"there were not {count} windows", _PATIENCE)
