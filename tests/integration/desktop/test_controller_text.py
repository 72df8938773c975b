"""Text typed into real programs of a virtual desktop."""

from __future__ import annotations

import string
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from agent.computer.controller import PyAutoGuiController
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.errors import ActionFailed, Stopped
from agent.keyboard.clipboard import read_all, read_text, write_all, write_text
from tests.support.needs import need
from tests.support.timing import waited_for, within
from tests.support.whole_runs import held
from vision.capture.windows import Window, activate, list_windows
from vision.core.geometry import Point

pytestmark = pytest.mark.smoke

NOTHING = "nothing was copied"
ASCII = "".join(chr(code) for code in range(0x20, 0x7F))
TEXTS = {
    "empty": "",
    "every ASCII character": ASCII,
    "umlauts and euro": "Grüße für 5 €, ÄÖÜ straße",
    "other scripts and emoji": "漢字 кириллица 🙂 a\u0301",
    "200 characters": (string.ascii_letters + string.digits + " ") * 3 + "the end.",
    "several lines": "first\n  second, indented\n\nfourth\twith a tab",
    "long": "0123456789abcdef " * 120,
}


def wait_for_window(application: str) -> Window:
    def found() -> Window | None:
        windows = [w for w in list_windows() if w.application == application and not w.popup]
        return windows[0] if windows else None

    window = waited_for(found)
    assert window is not None
    waited_for(lambda: activate(window))
    return window


def text_in_window(controller: PyAutoGuiController) -> str:
    """Select all, copy, and read the clipboard; NOTHING when the window gave nothing."""
    write_text(NOTHING)
    controller.press("ctrl+a")
    controller.press("ctrl+c")
    with suppress(AssertionError):
        waited_for(lambda: read_text() != NOTHING, 3.0)
    return read_text() or ""


@pytest.fixture
def mousepad(desktop: Desktop, controller: PyAutoGuiController) -> Iterator[Window]:
    process = desktop.launch(["mousepad", "--disable-server"])
    window = wait_for_window("Mousepad")
    waited_for(lambda: takes_text(controller))
    yield window
    process.kill()
    process.wait()


def takes_text(controller: PyAutoGuiController) -> bool:
    """A window shows before it listens to keys. Leaves it empty."""
    controller.press("x")
    taken = text_in_window(controller).endswith("x")
    controller.press("ctrl+a")
    controller.press("delete")
    return taken


def test_text_arrives_in_an_editor(controller, mousepad):
    for name, text in TEXTS.items():
        controller.press("ctrl+a")
        controller.press("delete")
        write_text("what was there: ü")
        controller.type_text(text)
        assert read_text() == "what was there: ü", name
        if text:
            assert text_in_window(controller) == text, name


def test_a_picture_that_was_copied_is_on_the_clipboard_afterwards(controller, mousepad):
    copied = {"image/png": b"a picture " * 9000, "text/html": b"<img>"}
    write_all(copied)
    controller.type_text("pasted €")
    assert read_all() == copied
    assert text_in_window(controller) == "pasted €"


def test_line_ends_at_the_end_are_enter_keys(controller, mousepad):
    controller.type_text("one\n")
    controller.type_text("zwei ü\r\n\r\n")
    controller.type_text("end")
    assert text_in_window(controller) == "one\nzwei ü\n\nend"


def test_typing_replaces_a_selection(controller, mousepad):
    for text in ("typed", "pasted €"):
        controller.type_text("old text")
        controller.press("ctrl+a")
        controller.type_text(text)
        assert text_in_window(controller) == text


def test_caps_lock_does_not_turn_the_case(controller, mousepad):
    subprocess.run(["xdotool", "key", "Caps_Lock"], check=True)
    try:
        controller.type_text("Mixed Case 12!")
    finally:
        subprocess.run(["xdotool", "key", "Caps_Lock"], check=True)
    assert text_in_window(controller) == "Mixed Case 12!"


def test_another_keyboard_layout(controller, mousepad):
    need("setxkbmap")
    for layout in ("de", "fr", "ru,us"):
        subprocess.run(["setxkbmap", layout], check=True)
        time.sleep(0.2)
        try:
            controller.press("ctrl+a")
            controller.press("delete")
            controller.type_text("Zwei yz {a@b} <§> ß 1/2")
            seen = text_in_window(controller)
        finally:
            subprocess.run(["setxkbmap", "us"], check=True)
            subprocess.run(["xmodmap", "-e", "keycode 94 ="], check=True)
        assert seen == "Zwei yz {a@b} <§> ß 1/2", layout


def test_a_terminal_gets_text_and_runs_lines(desktop, controller, tmp_path):
    process = desktop.launch(["xterm", "-u8", "-e", "bash", "--norc"], cwd=tmp_path)
    wait_for_window("XTerm")
    time.sleep(0.5)
    write_text("kept")
    controller.type_text("echo 'plain <ascii>' > a\necho 'grün €' > b\n")
    waited_for(lambda: (tmp_path / "b").exists() and (tmp_path / "b").read_text())
    process.kill()
    process.wait()
    assert (tmp_path / "a").read_text() == "plain <ascii>\n"
    assert (tmp_path / "b").read_text() == "grün €\n"
    assert read_text() == "kept"


def test_text_arrives_in_chromium(desktop, controller, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        "<title>t</title><textarea autofocus rows=20 cols=90 style='font-size:20px'></textarea>"
    )
    flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--password-store=basic"]
    flags += ["--disable-background-networking", f"--user-data-dir={tmp_path / 'profile'}"]
    process = desktop.launch(["chromium", *flags, f"--app=file://{page}"])
    window = wait_for_window("Chromium")
    time.sleep(0.5)
    controller.click(Point(window.box.left + 200, window.box.top + 150))
    waited_for(lambda: takes_text(controller))
    try:
        for name in (
            "every ASCII character",
            "umlauts and euro",
            "several lines",
            "200 characters",
        ):
            controller.press("ctrl+a")
            controller.press("delete")
            write_text("kept")
            controller.type_text(TEXTS[name])
            assert read_text() == "kept"
            assert text_in_window(controller) == TEXTS[name], name
    finally:
        process.terminate()
        process.wait()


def test_text_that_nothing_takes_is_an_error(controller, events):
    controller.click(Point(200, 200))
    write_text("kept")
    with pytest.raises(ActionFailed, match="The text was not entered"):
        controller.type_text("ü")
    assert read_text() == "kept"


def test_a_stop_does_not_wait_for_a_paste_and_gives_the_clipboard_back(desktop, events):
    stop = StopSwitch()
    controller = PyAutoGuiController(stop=stop)
    controller.click(Point(200, 200))
    write_text("kept")
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        stop.press("a timer")

    threading.Timer(0.4, press).start()
    with pytest.raises(Stopped, match="a timer"):
        controller.type_text("ü")
    within(time.monotonic() - pressed[0], 0.5)
    assert read_text() == "kept"
    assert held() == (0, 0)
