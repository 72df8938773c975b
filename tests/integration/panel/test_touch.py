"""The person's own hands on the virtual desktop, through the page's picture."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from agent.computer.controller import RecordingController
from agent.errors import ActionFailed
from panel.task.touch import Touch
from tests.support.made_runs import Did, made_run
from tests.support.places import ROOT, SUPPORT
from tests.support.served_panel import Server, start
from tests.support.timing import waited_for
from vision.core.geometry import Box, Point

SCREEN = Box(100, 0, 500, 200)
EVENTS = SUPPORT / "event_window.py"


def made(busy: bool = False) -> tuple[Touch, RecordingController]:
    hands = RecordingController()
    return Touch(lambda: hands, lambda: SCREEN, lambda: busy), hands


def test_what_the_page_sends_is_carried_out_on_the_screen() -> None:
    touch, hands = made()
    events: list[dict[str, Any]] = [
        {"x": 0.5, "y": 0.25, "button": 2},
        {"x": 0, "y": 0.999, "wheel": 2},
        {"text": "ß"},
        {"key": "ArrowLeft", "ctrl": True, "shift": True, "alt": False},
        {"key": "s", "ctrl": True},
        {"key": "F5"},
    ]
    assert touch.send("a", 1, events) == ""
    assert hands.calls == [
        ("click", Point(300, 50), "right", 1),
        ("scroll", Point(100, 199), -2),
        ("type_text", "ß"),
        ("press", "ctrl+shift+left"),
        ("press", "ctrl+s"),
        ("press", "f5"),
        ("release_all",),
    ]


@pytest.mark.parametrize(
    "event",
    [{"x": 1.2, "y": 0.1, "button": 0}, {"x": "?", "y": 0, "button": 0}, {"key": "Nokey"},
     {"x": 0.1, "y": 0.1, "button": 7}, {}, {"x": float("nan"), "y": 0.1, "wheel": 1}],
)  # fmt: skip
def test_what_cannot_be_done_is_said(event: dict[str, Any]) -> None:
    touch, hands = made()
    assert touch.send("a", 1, [event]) != ""
    assert hands.calls in ([("release_all",)], [])


def test_while_the_run_works_nothing_is_done() -> None:
    touch, hands = made(busy=True)
    assert touch.send("a", 1, [{"text": "x"}]) == (
        "The run is using mouse and keyboard. Pause it first."
    )
    assert hands.calls == []


def test_messages_that_overtook_each_other_come_in_order() -> None:
    touch, hands = made()
    late = threading.Thread(target=touch.send, args=("a", 2, [{"text": "b"}]))
    late.start()
    time.sleep(0.1)
    touch.send("a", 1, [{"text": "a"}])
    late.join()
    assert [call for call in hands.calls if call[0] == "type_text"] == [
        ("type_text", "a"),
        ("type_text", "b"),
    ]
    # One that never comes holds up the next for a moment only.
    assert touch.send("a", 9, [{"text": "z"}]) == ""


def test_hands_that_cannot_be_had_are_said() -> None:
    def none() -> RecordingController:
        raise ActionFailed("There is no mouse.")

    touch = Touch(none, lambda: SCREEN, lambda: False)
    assert "There is no mouse." in touch.send("a", 1, [{"text": "x"}])


@pytest.fixture(scope="module")
def place(server: Server) -> Server:
    # Without any run the first steps would stand above the picture.
    made_run(server.data / "runs", "save it", [Did("click “Save” (button)")])
    return server


def display_of(server: Server) -> str:
    """The display of the panel's virtual desktop."""
    import psutil

    for child in psutil.Process(server.process.pid).children(recursive=True):
        if child.name() == "openbox":
            return str(child.environ()["DISPLAY"])
    raise AssertionError("the panel has no virtual desktop")


def lines(log: Path, kind: str) -> list[list[str]]:
    text = log.read_text() if log.exists() else ""
    return [line.split()[1:] for line in text.splitlines() if line.startswith(kind)]


def test_a_click_and_keys_reach_a_window_where_they_were_meant(
    place: Server,
    browser: Browser,
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    environment = {**os.environ, "DISPLAY": display_of(place), "PYTHONPATH": str(ROOT)}
    window = subprocess.Popen([sys.executable, str(EVENTS), str(log)], env=environment)
    page: Page = browser.new_page(viewport={"width": 1100, "height": 700})
    try:
        page.goto(place.address)
        page.locator(".dh-live img").wait_for()
        waited_for(lambda: lines(log, "ready"))
        box = page.locator(".dh-live img").bounding_box()
        assert box is not None
        scale = min(box["width"] / 1280, box["height"] / 800)
        left = box["x"] + (box["width"] - 1280 * scale) / 2
        top = box["y"] + (box["height"] - 800 * scale) / 2
        page.mouse.click(left + 400 * scale, top + 300 * scale)
        waited_for(lambda: lines(log, "up"))
        (down,) = lines(log, "down")
        # As exact as the picture in the page is; the window begins at 100, 100.
        assert down[0] == "1"
        assert abs(int(down[1]) - 300) <= 3
        assert abs(int(down[2]) - 200) <= 3
        page.keyboard.type("ab")
        page.keyboard.press("ArrowLeft")
        waited_for(lambda: ["Left"] in lines(log, "key"))
        assert [key for (key,) in lines(log, "key")] == ["a", "b", "Left"]
        # While a run works, the picture takes nothing, and says why.
        start(page, "slow task")
        expect(page.locator(".dh-reply")).to_contain_text("and and")
        page.locator("#dh-screen [role='application']").focus()
        page.keyboard.press("x")
        expect(page.get_by_text("Pause it first")).to_be_visible()
        page.locator("#dh-stop").click()
    finally:
        page.close()
        window.terminate()
        window.wait(10)
