"""Windows and popups of real programs."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from agent.computer.controller import PyAutoGuiController
from agent.desktop.virtual_desktop import Desktop
from tests.support.timing import AMPLE, waited_for
from vision.capture.screen import MssScreen
from vision.capture.windows import Window, WindowGone, activate, list_windows
from vision.capture.x11 import NoDisplayError
from vision.core.geometry import Point

pytestmark = pytest.mark.smoke


def window_of(application: str) -> Window | None:
    return next((w for w in list_windows() if w.application == application and not w.popup), None)


def popup() -> Window | None:
    return next((window for window in list_windows() if window.popup), None)


@pytest.fixture
def programs(desktop: Desktop) -> Iterator[Callable[..., Window]]:
    started = []

    def start(application: str, *argv: str) -> Window:
        started.append(desktop.launch(argv))
        window = waited_for(lambda: window_of(application))
        time.sleep(0.3)
        return waited_for(lambda: window_of(application)) or window

    yield start
    for process in started:
        process.kill()
        process.wait()
    end = time.monotonic() + AMPLE
    while list_windows() and time.monotonic() < end:
        time.sleep(0.05)


def test_an_empty_desktop(desktop: Desktop):
    assert list_windows() == ()
    assert list_windows(desktop.display) == ()


def test_no_display():
    with pytest.raises(NoDisplayError, match=":4711 cannot be opened"):
        list_windows(":4711")


def test_a_window_is_described(programs):
    window = programs("XTerm", "xterm", "-T", "Grüße 漢", "-geometry", "40x10+200+150")
    assert window.title == "Grüße 漢"
    assert window.active
    assert not window.popup
    assert (window.box.left, window.box.top) == (200, 150)


def test_the_box_is_what_is_seen(programs):
    window = programs("XTerm", "xterm", "-bg", "red", "-geometry", "40x10+200+150")
    pixels = MssScreen().grab(window.box.grown(1)).pixels.astype(int)
    background = pixels[0, 0]
    inside = pixels[1:-1, 1:-1]
    frame = [inside[0, 9:-9], inside[-1, 9:-9], inside[9:-9, 0], inside[9:-9, -1]]
    outside = [pixels[0, 9:-9], pixels[-1, 9:-9], pixels[9:-9, 0], pixels[9:-9, -1]]
    assert all((abs(line - background).sum(axis=1) > 0).all() for line in frame)
    assert all((line == background).all() for line in outside)


def test_front_to_back_and_activation(programs):
    first = programs("XTerm", "xterm", "-T", "first")
    second = programs("Galculator", "galculator")
    assert [window.application for window in list_windows()] == ["Galculator", "XTerm"]
    assert activate(first)
    assert [window.application for window in list_windows()] == ["XTerm", "Galculator"]
    assert [window.active for window in list_windows()] == [True, False]
    assert activate(second)
    assert list_windows()[0].handle == second.handle


def test_an_iconified_window_is_not_visible_and_comes_back(programs):
    window = programs("XTerm", "xterm")
    subprocess.run(["xdotool", "windowminimize", str(window.handle)], check=True)
    time.sleep(0.3)
    assert list_windows() == ()
    assert activate(window)
    assert [w.handle for w in list_windows()] == [window.handle]


def test_a_window_that_was_closed(programs, desktop):
    process = desktop.launch(["xterm", "-T", "short life"])
    window = waited_for(lambda: window_of("XTerm"))
    process.terminate()
    process.wait()
    time.sleep(0.3)
    with pytest.raises(WindowGone, match="short life"):
        activate(window)


def popups() -> list[Window]:
    return [window for window in list_windows() if window.popup]


def test_an_open_menu_and_its_submenu(programs):
    window = programs("Mousepad", "mousepad", "--disable-server")
    activate(window)
    controller = PyAutoGuiController()
    controller.press("alt+d")
    menu = waited_for(popup)
    assert list_windows()[0] == menu
    assert menu.application == "Mousepad"
    assert menu.box.width > 80
    assert menu.box.height > 80
    assert menu.box.intersection(window.box)
    assert activate(menu), "it shows"
    controller.press("f")  # Filetype
    waited_for(lambda: menu if len(popups()) == 2 else None)
    submenu, first = popups()
    assert first == menu
    assert submenu.box.left >= menu.box.right - 20
    for _ in range(2):
        controller.press("esc")
        time.sleep(0.15)
    assert popups() == []
    assert not activate(menu)


def test_a_tooltip(programs):
    window = programs("Galculator", "galculator")
    controller = PyAutoGuiController()
    box = window.box
    for y in range(box.top + 120, box.bottom - 20, 25):  # some button there has a tooltip
        controller.move(Point(box.left + 30, y))
        controller.move(Point(box.left + 34, y))
        time.sleep(0.8)
        if popup():
            break
    tooltip = popup()
    assert tooltip is not None
    assert tooltip.box.height < 120


def test_the_list_of_a_dropdown_in_chromium(programs, tmp_path: Path):
    page = tmp_path / "page.html"
    options = "".join(f"<option>choice number {number}" for number in range(8))
    page.write_text(f"<body style='margin:0'><select style='font-size:24px'>{options}</select>")
    flags = ["--disable-gpu", "--no-first-run", "--password-store=basic"]
    flags += ["--no-sandbox", "--test-type"] if os.geteuid() == 0 else []
    flags += ["--disable-background-networking", f"--user-data-dir={tmp_path / 'profile'}"]
    window = programs("Chromium", "chromium", *flags, f"--app=file://{page}")
    controller = PyAutoGuiController()

    def opened() -> Window | None:
        """A page shows before it listens to the mouse."""
        controller.click(Point(window.box.left + 60, window.box.top + 40))
        with suppress(AssertionError):
            return waited_for(popup, 3.0)
        return None

    listed = waited_for(opened)
    assert listed.box.height > 150
    assert listed.box.intersection(window.box)
    controller.press("esc")


def test_windows_that_come_and_go_do_no_harm(desktop):
    """Listing while windows open and close never raises."""
    most = 0
    for seconds in (0.25, 1, 4, 16):  # on a slow machine a window takes long to come
        opening = f"for i in 1 2 3 4 5 6 7 8; do timeout {seconds} xterm & sleep 0.08; done; wait"
        storm = desktop.launch(["sh", "-c", opening])
        while storm.poll() is None:
            most = max(most, len(list_windows()))
        if most >= 2:
            return
    pytest.fail(f"of eight windows at most {most} showed at a time")


@pytest.mark.parametrize("modal", [True, False])
def test_whether_a_dialog_holds_its_program_back_is_known(
    programs: Callable[..., Window], modal: bool
):
    dialog = programs("Zenity", "zenity", "--question", *["--modal"] * modal, "--text=Go on?")
    assert dialog.modal is modal
