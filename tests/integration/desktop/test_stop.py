"""Stopping: the switch, the screen corner with a real pointer, Ctrl+C as a real signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from agent.computer.pointer import X11Pointer
from agent.control.stop import CORNER, CornerWatch, StopSwitch, sigint
from agent.desktop.virtual_desktop import Desktop, start
from agent.errors import DisplayError, Stopped
from tests.support.places import ROOT
from tests.support.timing import AMPLE, within
from vision.core.geometry import Box, Point

pytestmark = pytest.mark.smoke

SCREEN = [Box(0, 0, 1280, 800)]


def test_the_first_press_counts():
    switch = StopSwitch()
    switch.check()
    switch.press("one")
    switch.press("two")
    with pytest.raises(Stopped, match="stopped by one"):
        switch.check()


def test_sleep_wakes_up():
    switch = StopSwitch()
    threading.Timer(0.1, switch.press, ["a timer"]).start()
    begin = time.monotonic()
    with pytest.raises(Stopped, match="a timer"):
        switch.sleep(10)
    within(time.monotonic() - begin, 0.5)


def point_at(x: int, y: int) -> None:
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (1279, 0), (0, 799), (1279, 799)])
def test_each_corner_stops_at_once(desktop: Desktop, x: int, y: int):
    point_at(640, 400)
    pointer, switch = X11Pointer(), StopSwitch()
    with CornerWatch(switch, pointer, SCREEN):
        time.sleep(0.15)
        assert not switch.event.is_set()
        point_at(x, y)
        begin = time.monotonic()
        assert switch.event.wait(AMPLE)
        within(time.monotonic() - begin, 0.3)
    assert switch.by == CORNER
    pointer.close()
    point_at(640, 400)


def test_beside_the_corner_does_not_stop(desktop: Desktop):
    point_at(640, 400)
    pointer, switch = X11Pointer(), StopSwitch()
    with CornerWatch(switch, pointer, SCREEN):
        point_at(1, 0)
        assert not switch.event.wait(0.2)
    pointer.close()


def test_a_pointer_left_in_the_corner_counts_after_it_has_left(desktop: Desktop):
    point_at(0, 0)
    pointer, switch = X11Pointer(), StopSwitch()
    with CornerWatch(switch, pointer, SCREEN):
        assert not switch.event.wait(0.3)
        point_at(640, 400)
        assert not switch.event.wait(0.2)
        point_at(0, 0)
        assert switch.event.wait(AMPLE)
    pointer.close()
    point_at(640, 400)


def test_a_display_that_goes_away_stops_the_run():
    with start((640, 480)) as other:
        pointer, switch = X11Pointer(other.display), StopSwitch()
        assert pointer() == Point(320, 240)
        with CornerWatch(switch, pointer, [Box(0, 0, 640, 480)]):
            time.sleep(0.1)
            other.stop()
            assert switch.event.wait(AMPLE)
    assert switch.by == "the loss of the display"
    with pytest.raises(DisplayError):
        X11Pointer(other.display)


def run_with_ctrl_c(body: str, presses: int = 1) -> tuple[str, float]:
    """Run `body` within sigint(switch), press Ctrl+C after "ready": output, and the seconds from
    the last Ctrl+C to the end."""
    script = textwrap.dedent(
        """
        import hashlib, signal, sys, threading, time
        from agent.errors import Stopped
        from agent.control.stop import StopSwitch, sigint
        switch = StopSwitch()
        def say(*words): print(*words, flush=True)
        """
    ) + textwrap.dedent(body)
    child = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    for _ in range(presses):
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        begin = time.monotonic()
    output, _ = child.communicate(timeout=AMPLE)
    return output, time.monotonic() - begin


def test_ctrl_c_wakes_a_sleeping_run():
    output, seconds = run_with_ctrl_c(
        """
        try:
            with sigint(switch):
                say("ready")
                switch.sleep(10)
        except Stopped as error:
            say(error, signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        """
    )
    assert output == "stopped by Ctrl+C True\n"
    within(seconds, 0.5)


def test_ctrl_c_is_heard_while_the_main_thread_is_in_a_c_library():
    output, _ = run_with_ctrl_c(
        """
        heard = []
        def wait():
            switch.event.wait()
            heard.append(time.monotonic())
        threading.Thread(target=wait).start()
        with sigint(switch):
            say("ready")
            begin = time.monotonic()
            hashlib.pbkdf2_hmac("sha256", b"x", b"y", 12_000_000)
            end = time.monotonic()
        say(f"{heard[0] - begin:.3f} {end - begin:.3f}")
        """
    )
    heard, ended = map(float, output.split())
    assert ended > 1.0, "the call was too short to show anything"
    within(heard, 0.5)


def test_the_second_ctrl_c_interrupts():
    output, seconds = run_with_ctrl_c(
        """
        try:
            with sigint(switch):
                say("ready")
                time.sleep(10)  # deaf to the switch
        except KeyboardInterrupt:
            say("interrupted", switch.by)
        """,
        presses=2,
    )
    assert output == "interrupted Ctrl+C\n"
    within(seconds, 0.5)


def test_nothing_is_left_behind_by_sigint():
    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names suffice
    handler = signal.getsignal(signal.SIGINT)
    for _ in range(3):
        with sigint(StopSwitch()):
            pass
    assert signal.getsignal(signal.SIGINT) is handler
    assert set(os.listdir("/proc/self/fd")) == before  # noqa: PTH208
    assert "Ctrl+C" not in [thread.name for thread in threading.enumerate()]


def test_sigint_in_another_thread_changes_nothing():
    handler = signal.getsignal(signal.SIGINT)
    done = []

    def inside() -> None:
        with sigint(StopSwitch()):
            done.append(signal.getsignal(signal.SIGINT) is handler)

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert done == [True]
