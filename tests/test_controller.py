"""Mouse and keyboard, on real programs of a virtual desktop."""

from __future__ import annotations

import os
import shutil
import string
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from timing import AMPLE, within

from agent import desktop as desktops
from agent.clipboard import read_text, write_text
from agent.controller import PyAutoGuiController, RecordingController
from agent.desktop import Desktop
from agent.errors import ActionFailed, DisplayError, Stopped
from agent.pointer import PointerPosition, to_physical, to_pointer
from agent.stop import CORNER, StopSwitch
from vision.geometry import Point
from vision.windows import Window, activate, list_windows
from vision.x11 import open_display

ROOT = Path(__file__).parent.parent
SCALES = st.sampled_from([1.0, 1.25, 1.5, 2.0])
PLACES = st.integers(-8000, 8000)
pytestmark = pytest.mark.desktop


@given(PLACES, PLACES, SCALES)
def test_pointer_units_survive_the_way_through_pixels(x: int, y: int, scale: float):
    position = PointerPosition(x, y)
    assert to_pointer(to_physical(position, scale), scale) == position


@given(PLACES, PLACES, SCALES)
@example(-1920, -1, 1.5)
def test_pixels_come_back_within_one_pointer_unit(x: int, y: int, scale: float):
    back = to_physical(to_pointer(Point(x, y), scale), scale)
    assert abs(back.x - x) <= scale / 2 + 0.5
    assert abs(back.y - y) <= scale / 2 + 0.5
    if scale == 1:
        assert back == Point(x, y)


def test_recording_remembers_and_checks_keys():
    controller = RecordingController()
    controller.click(Point(3, 4), "right")
    controller.press("Control+Return")
    controller.type_text("é")
    assert controller.calls == [
        ("click", Point(3, 4), "right", 1),
        ("press", "ctrl+enter"),
        ("type_text", "é"),
    ]
    assert controller.pointer() == Point(3, 4)
    with pytest.raises(ActionFailed, match="no key"):
        controller.press("entr")


# --- on a real display


@pytest.fixture
def controller(desktop: Desktop) -> PyAutoGuiController:
    return PyAutoGuiController()


@pytest.fixture
def events(desktop: Desktop, tmp_path: Path) -> Iterator[Callable[[], list[str]]]:
    """A window at 100, 100 that writes down what arrives; call it for the lines so far."""
    log = tmp_path / "events"
    argv = [sys.executable, str(Path(__file__).parent / "event_window.py"), str(log)]
    process = desktop.launch(argv, env={"PYTHONPATH": str(ROOT)})
    wait_for(lambda: log.exists() and "ready" in log.read_text())

    def lines() -> list[str]:
        time.sleep(0.15)
        return log.read_text().splitlines()[1:]

    yield lines
    process.terminate()
    process.wait(AMPLE)


def wait_for(condition: Callable[[], object], seconds: float = AMPLE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def wait_for_window(application: str) -> Window:
    def found() -> Window | None:
        windows = [w for w in list_windows() if w.application == application and not w.popup]
        return windows[0] if windows else None

    wait_for(found)
    window = found()
    assert window is not None
    wait_for(lambda: activate(window))
    return window


def held(desktop: Desktop) -> tuple[int, list[int]]:
    """What the X server says is pressed: the mask of buttons, the key codes."""
    display = open_display(desktop.display)
    mask = display.screen().root.query_pointer().mask & 0x1F00
    keys = [
        8 * i + bit for i, byte in enumerate(display.query_keymap()) for bit in range(8)
        if byte >> bit & 1
    ]  # fmt: skip
    display.close()
    return mask, keys


def test_moves_and_tells_where_the_pointer_is(controller: PyAutoGuiController):
    controller.move(Point(321, 234))
    assert controller.pointer() == Point(321, 234)


@pytest.mark.parametrize("scale", [1.25, 2.0])
def test_scale_is_applied_to_the_pointer(desktop: Desktop, scale: float):
    PyAutoGuiController(scale).move(Point(600, 400))
    assert PyAutoGuiController().pointer() == Point(round(600 / scale), round(400 / scale))
    assert PyAutoGuiController(scale).pointer() == Point(600, 400)


@pytest.mark.parametrize(
    ("button", "count", "expected"),
    [("left", 1, ["1"]), ("middle", 1, ["2"]), ("right", 1, ["3"]), ("left", 2, ["1", "1"]),
     ("left", 3, ["1", "1", "1"])],
)  # fmt: skip
def test_clicks(controller, events, button, count, expected):
    controller.click(Point(200, 200), button, count)
    seen = events()
    assert [line.split()[1] for line in seen if line.startswith("down")] == expected
    assert [line.split()[1] for line in seen if line.startswith("up")] == expected
    assert all(line.endswith(" 100 100") for line in seen if line.startswith("down"))


def test_drag_presses_moves_and_releases(controller, events):
    controller.drag(Point(150, 150), Point(350, 250))
    seen = events()
    start, end = seen.index("down 1 50 50"), seen.index("up 1 250 150")
    moves = [line for line in seen[start:end] if line.startswith("move held")]
    assert len(moves) >= 8


def test_scroll_up_and_down(controller, events):
    controller.scroll(Point(200, 200), 2)
    controller.scroll(Point(200, 200), -3)
    buttons = [line.split()[1] for line in events() if line.startswith("down")]
    assert buttons == ["4", "4", "5", "5", "5"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("enter", ["Return"]),
        ("ctrl+shift+s", ["Control_L", "Shift_L", "s"]),
        ("alt+f5", ["Alt_L", "F5"]),
        ("pagedown", ["Page_Down"]),
        ("ctrl++", ["Control_L", "Shift_L", "equal"]),
        ("?", ["Shift_L", "slash"]),
        ("<", ["Shift_L", "comma"]),
        ("win", ["Super_L"]),
        ("apps", ["Menu"]),
    ],
)
def test_keys(controller, events, desktop, keys, expected):
    controller.click(Point(200, 200))
    controller.press(keys)
    assert [line.split()[1] for line in events() if line.startswith("key")] == expected
    assert held(desktop) == (0, [])


def test_an_unknown_key_presses_nothing(controller, events):
    controller.click(Point(200, 200))
    with pytest.raises(ActionFailed, match="no key “entr”"):
        controller.press("ctrl+entr")
    assert not [line for line in events() if line.startswith("key")]


class StopsAfter(StopSwitch):
    """Is pressed when asked for the nth time."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def check(self) -> None:
        self.times -= 1
        if self.times <= 0:
            self.press("the test")
        super().check()


def press_and_drag(controller: PyAutoGuiController) -> None:
    controller.press("ctrl+shift+x")
    controller.drag(Point(700, 700), Point(900, 600))


@pytest.mark.parametrize("times", range(1, 12))
def test_nothing_stays_held_when_stopped_in_between(desktop: Desktop, times: int):
    controller = PyAutoGuiController(stop=StopsAfter(times))
    with pytest.raises(Stopped, match="the test"):
        press_and_drag(controller)
    assert held(desktop) == (0, [])


def test_the_mouse_in_the_corner_ends_the_run_and_lets_go(desktop: Desktop):
    stop = StopSwitch()
    controller = PyAutoGuiController(stop=stop)
    subprocess.run(["xdotool", "mousemove", "0", "0"], check=True)
    with pytest.raises(Stopped, match=CORNER):
        controller.click(Point(500, 500))
    assert stop.event.is_set()
    subprocess.run(["xdotool", "mousemove", "600", "600"], check=True)


def test_a_button_dragged_into_the_corner_by_the_person_is_let_go(desktop: Desktop):
    class Hand(StopSwitch):
        def sleep(self, seconds: float) -> None:
            if held(desktop)[0]:
                subprocess.run(["xdotool", "mousemove", "1279", "0"], check=True)

    controller = PyAutoGuiController(stop=Hand())
    with pytest.raises(Stopped, match=CORNER):
        controller.drag(Point(600, 600), Point(700, 700))
    assert held(desktop) == (0, [])
    subprocess.run(["xdotool", "mousemove", "600", "600"], check=True)


def test_our_own_pointer_never_sits_in_a_corner(controller: PyAutoGuiController):
    for corner in (Point(0, 0), Point(1279, 799)):
        controller.move(corner)
        controller.move(Point(600, 600))


# --- text in real programs

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


def text_in_window(controller: PyAutoGuiController) -> str:
    """Select all, copy, and read the clipboard."""
    write_text("nothing was copied")
    controller.press("ctrl+a")
    controller.press("ctrl+c")
    time.sleep(0.2)
    return read_text() or ""


@pytest.fixture
def mousepad(desktop: Desktop, controller: PyAutoGuiController) -> Iterator[Window]:
    process = desktop.launch(["mousepad", "--disable-server"])
    window = wait_for_window("Mousepad")
    wait_for(lambda: takes_text(controller))
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
            time.sleep(0.1)
            assert text_in_window(controller) == text, name


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
    if shutil.which("setxkbmap") is None:
        pytest.skip("setxkbmap is not installed")
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
    wait_for(lambda: (tmp_path / "b").exists() and (tmp_path / "b").read_text())
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
    wait_for(lambda: takes_text(controller))
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
    with pytest.raises(ActionFailed, match="Nothing took the text"):
        controller.type_text("ü")
    assert read_text() == "kept"


def test_a_stop_does_not_wait_for_a_paste_and_gives_the_clipboard_back(desktop, events):
    stop = StopSwitch()
    controller = PyAutoGuiController(stop=stop)
    controller.click(Point(200, 200))
    write_text("kept")
    pressed = []
    threading.Timer(0.4, lambda: (pressed.append(time.monotonic()), stop.press("a timer"))).start()
    with pytest.raises(Stopped, match="a timer"):
        controller.type_text("ü")
    within(time.monotonic() - pressed[0], 0.5)
    assert read_text() == "kept"
    assert held(desktop) == (0, [])


# --- displays


def test_another_display_in_the_same_process(desktop: Desktop, monkeypatch):
    PyAutoGuiController().move(Point(50, 60))
    with desktops.start((640, 480)) as other:
        for name, value in other.environment().items():
            monkeypatch.setenv(name, value)
        controller = PyAutoGuiController()
        controller.move(Point(70, 80))
        assert controller.pointer() == Point(70, 80)
        subprocess.run(["xdotool", "mousemove", "639", "479"], check=True)
        with pytest.raises(Stopped):
            controller.move(Point(5, 5))
        other.stop()
        with pytest.raises(DisplayError, match="went away"):
            controller.pointer()
    monkeypatch.undo()
    os.environ.update({"DISPLAY": desktop.display})
    assert PyAutoGuiController().pointer() == Point(50, 60)


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"DISPLAY": None}, "", "DISPLAY is not set"),
        ({"DISPLAY": ":4711"}, "", "display :4711 cannot be opened"),
        ({"DISPLAY": "nonsense"}, "", "display nonsense cannot be opened"),
        ({"XAUTHORITY": "/nowhere/at/all"}, "", "fine"),
        ({}, "import sys; sys.modules['tkinter'] = None", "tkinter is missing"),
    ],
)
def test_import_in_a_poor_environment(desktop: Desktop, change, code, said):
    script = f"""
{code}
from agent.controller import PyAutoGuiController
from agent.errors import DisplayError
try:
    PyAutoGuiController()
    print("fine")
except DisplayError as error:
    assert error.hint
    print(error)
"""
    env = {**os.environ, **change}
    env = {name: value for name, value in env.items() if value is not None}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert len(done.stdout.splitlines()) == 1
