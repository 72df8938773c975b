"""Waiting until a screen has come to rest: with pictures that change by the clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from agent.control.stop import StopSwitch
from agent.errors import Stopped
from agent.perception.settle import differs, settle
from tests.support.made_maps import painted, shot
from tests.support.timing import within
from vision.capture.screen import Screenshot
from vision.core.geometry import Box

FIRST, SECOND = painted(Box(10, 10, 60, 60)), painted(Box(200, 200, 300, 300))
CARET = painted(Box(100, 100, 102, 118))


def film(*scenes: tuple[float, Screenshot]) -> Callable[[], Screenshot]:
    """A screen that shows each picture from its second on."""
    began = time.monotonic()

    def grab() -> Screenshot:
        now = time.monotonic() - began
        return [picture for start, picture in scenes if start <= now][-1]

    return grab


def took(grab: Callable[[], Screenshot], **options: object) -> tuple[Screenshot, float]:
    start = time.monotonic()
    return settle(grab, StopSwitch(), **options), time.monotonic() - start  # type: ignore[arg-type]


def test_a_calm_screen_is_there_at_once():
    last, seconds = took(film((0, FIRST)))
    assert last is FIRST
    within(seconds, 0.6)


def test_a_change_is_waited_for_until_its_end():
    last, seconds = took(film((0, FIRST), (0.15, SECOND), (0.4, shot())))
    assert not differs(last, shot())
    assert seconds > 0.6
    within(seconds, 1.4)


def test_a_first_change_is_waited_for():
    last, seconds = took(film((0, FIRST), (0.6, SECOND)), before=FIRST, patience=3.0)
    assert last is SECOND
    assert seconds > 0.8
    within(seconds, 1.6)


def test_patience_ends_when_nothing_changes():
    last, seconds = took(film((0, FIRST)), before=FIRST, patience=0.5)
    assert last is FIRST
    assert seconds >= 0.5
    within(seconds, 1.0)


def test_a_blinking_caret_is_rest():
    frames = [shot(), CARET]

    def blink() -> Screenshot:
        frames.reverse()
        return frames[0]

    within(took(blink)[1], 0.6)


def test_an_animation_is_given_up():
    frames = [FIRST, SECOND]

    def moving() -> Screenshot:
        frames.reverse()
        return frames[0]

    seconds = took(moving, longest=0.7)[1]
    assert seconds >= 0.7
    within(seconds, 1.2)


def test_a_stop_ends_the_wait():
    switch = StopSwitch()
    threading.Timer(0.2, switch.press, ["me"]).start()
    start = time.monotonic()
    with pytest.raises(Stopped, match="me"):
        settle(film((0, FIRST)), switch, before=FIRST, patience=5.0)
    within(time.monotonic() - start, 0.5)


def test_another_size_of_the_screen_is_a_change():
    assert differs(FIRST, shot(FIRST.pixels[:100]))
    assert not differs(FIRST, FIRST)
    assert not differs(shot(), CARET)
