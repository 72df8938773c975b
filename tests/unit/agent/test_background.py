"""Long calls that cannot be interrupted are waited for, or left behind when the run is stopped."""

from __future__ import annotations

import os
import threading
import time

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.background import Background
from agent.errors import Stopped
from tests.support.timing import within


@pytest.fixture
def background():
    background = Background()
    yield background
    background.close()


def test_results_and_errors_come_through(background: Background):
    switch = StopSwitch()
    assert background.do(lambda: 42, switch) == 42
    assert background.do(lambda: None, switch) is None
    with pytest.raises(KeyError, match="NO_SUCH_NAME"):
        background.do(lambda: os.environ["NO_SUCH_NAME"], switch)
    assert background.do(lambda: "still alive", switch) == "still alive"


def test_calls_are_carried_out_in_one_thread_one_after_the_other(background: Background):
    names = {background.do(lambda: threading.current_thread().name, StopSwitch()) for _ in range(3)}
    assert names == {"background"}


def test_a_stop_leaves_a_long_call_behind(background: Background):
    switch, let_go, ended = StopSwitch(), threading.Event(), threading.Event()

    def long() -> None:
        let_go.wait(10)
        ended.set()

    threading.Timer(0.1, switch.press, ["me"]).start()
    start = time.monotonic()
    with pytest.raises(Stopped, match="me"):
        background.do(long, switch)
    within(time.monotonic() - start, 0.4)
    assert not ended.is_set()
    # The next call of another run waits until the old one has ended.
    threading.Timer(0.1, let_go.set).start()
    assert background.do(ended.is_set, StopSwitch())


def test_nothing_begins_after_a_stop(background: Background):
    switch, begun = StopSwitch(), threading.Event()
    switch.press("me")
    with pytest.raises(Stopped):
        background.do(begun.set, switch)
    background.do(lambda: None, StopSwitch())
    assert not begun.is_set()


def test_its_thread_ends():
    before = threading.active_count()
    background = Background()
    background.do(lambda: None, StopSwitch())
    background.close()
    for _ in range(50):
        if threading.active_count() <= before:
            return
        time.sleep(0.02)
    pytest.fail("the thread goes on")
