"""Mouse and keyboard, on real programs of a virtual desktop."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.computer.controller import PyAutoGuiController, RecordingController
from agent.computer.pointer import PointerPosition, to_physical, to_pointer
from agent.control.stop import CORNER, StopSwitch
from agent.desktop import virtual_desktop as desktops
from agent.desktop.virtual_desktop import Desktop
from agent.errors import ActionFailed, DisplayError, Stopped
from tests.support.places import ROOT
from tests.support.whole_runs import held
from vision.core.geometry import Point

pytestmark = pytest.mark.smoke

SCALES = st.sampled_from([1.0, 1.25, 1.5, 2.0])
PLACES = st.integers(-8000, 8000)


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
    assert held() == (0, 0)


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
    assert held() == (0, 0)


def test_the_mouse_in_the_corner_ends_the_run_and_lets_go(desktop: Desktop):
    stop = StopSwitch()
    controller = PyAutoGuiController(stop=stop)
    subprocess.run(["xdotool", "mousemove", "0", "0"], check=True)
    with pytest.raises(Stopped, match=CORNER):
        controller.click(Point(500, 500))
    assert stop.event.is_set()
    subprocess.run(["xdotool", "mousemove", "600", "600"], check=True)


def test_a_mouse_that_lies_in_the_corner_from_before_asks_for_nothing(desktop: Desktop):
    subprocess.run(["xdotool", "mousemove", "1279", "799"], check=True)
    controller = PyAutoGuiController()
    assert controller.pointer() == Point(1277, 797)
    controller.move(Point(600, 600))
    # Pushed there now, it does.
    subprocess.run(["xdotool", "mousemove", "1279", "799"], check=True)
    with pytest.raises(Stopped, match=CORNER):
        controller.move(Point(600, 600))
    subprocess.run(["xdotool", "mousemove", "600", "600"], check=True)


def test_a_button_dragged_into_the_corner_by_the_person_is_let_go(desktop: Desktop):
    class Hand(StopSwitch):
        def sleep(self, seconds: float) -> None:
            if held()[1]:
                subprocess.run(["xdotool", "mousemove", "1279", "0"], check=True)

    controller = PyAutoGuiController(stop=Hand())
    with pytest.raises(Stopped, match=CORNER):
        controller.drag(Point(600, 600), Point(700, 700))
    assert held() == (0, 0)
    subprocess.run(["xdotool", "mousemove", "600", "600"], check=True)


def test_our_own_pointer_never_sits_in_a_corner(controller: PyAutoGuiController):
    for corner in (Point(0, 0), Point(1279, 799)):
        controller.move(corner)
        controller.move(Point(600, 600))


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
        with pytest.raises(DisplayError, match="connection to the display was lost"):
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
        ({}, "import sys; sys.modules['tkinter'] = None", "tkinter, which is not installed"),
    ],
)
def test_import_in_a_poor_environment(desktop: Desktop, change, code, said):
    script = f"""
{code}
from agent.computer.controller import PyAutoGuiController
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
