"""Pausing: the switch, and the person's hand on the mouse."""

from __future__ import annotations

import threading

import pytest

from agent.computer.controller import RecordingController
from agent.control.pause import MOVED_MOUSE, ONE_DONE, UNANSWERED, PauseSwitch
from agent.control.stop import StopSwitch
from agent.control.takeover import TakeOver, WatchedController
from agent.errors import ActionFailed, Stopped
from agent.events import Event, Paused, Resumed
from vision.core.geometry import Point

HERE, AWAY = Point(200, 200), Point(400, 200)


def test_nothing_to_wait_for():
    told: list[Event] = []
    assert not PauseSwitch().wait(StopSwitch(), told.append, 1)
    assert told == []


def test_a_pause_by_name_waits_until_it_is_ended():
    pause, told = PauseSwitch(), list[Event]()
    pause.press("the button")
    threading.Timer(0.2, pause.resume).start()
    assert pause.wait(StopSwitch(), told.append, 0.01), "it has no limit"
    assert told == [Paused("the button", None), Resumed()]
    assert not pause.pressed


def test_a_limited_pause_that_nobody_ends_stops_the_run():
    pause, stop, told = PauseSwitch(), StopSwitch(), list[Event]()
    pause.press(MOVED_MOUSE, limited=True)
    with pytest.raises(Stopped, match=UNANSWERED):
        pause.wait(stop, told.append, 0.1)
    assert told == [Paused(MOVED_MOUSE, 0.1)]
    assert stop.event.is_set()


def test_pressing_by_name_takes_the_limit_away():
    pause = PauseSwitch()
    pause.press(MOVED_MOUSE, limited=True)
    pause.press("the button")
    pause.press(MOVED_MOUSE, limited=True)
    threading.Timer(0.3, pause.resume).start()
    assert pause.wait(StopSwitch(), lambda event: None, 0.05)


def test_a_stop_ends_a_pause():
    pause, stop = PauseSwitch(), StopSwitch()
    pause.press("the button")
    threading.Timer(0.1, stop.press, ["me"]).start()
    with pytest.raises(Stopped, match="me"):
        pause.wait(stop, lambda event: None, 60)


def test_a_step_lets_one_action_through():
    pause = PauseSwitch()
    pause.press("the button")
    pause.step()
    assert not pause.pressed
    pause.acted()
    assert pause.pressed
    told: list[Event] = []
    pause.meanwhile = pause.resume
    assert pause.wait(StopSwitch(), told.append, 1)
    assert told[0] == Paused(ONE_DONE, None)
    pause.acted()
    assert not pause.pressed, "going on is not a step"


def taken_over() -> tuple[PauseSwitch, TakeOver, WatchedController]:
    pause = PauseSwitch()
    takeover = TakeOver(pause)
    return pause, takeover, WatchedController(RecordingController(), takeover, "Ctrl+Shift+Escape")


def test_a_mouse_that_the_run_did_not_move_yet_is_the_persons():
    pause, takeover, _ = taken_over()
    for place in (HERE, AWAY, HERE):
        takeover.see(place)
    assert not pause.pressed


def test_a_mouse_elsewhere_pauses():
    pause, takeover, hands = taken_over()
    hands.click(HERE)
    takeover.see(Point(HERE.x + 5, HERE.y - 5))
    takeover.see(AWAY)
    assert not pause.pressed, "one look may be older than the move"
    takeover.see(AWAY)
    assert pause.pressed
    pause.resume()
    for _ in range(5):
        takeover.see(AWAY)
    assert not pause.pressed, "after a pause the mouse is the person's"
    hands.move(HERE)
    takeover.see(AWAY)
    takeover.see(AWAY)
    assert pause.pressed


def test_an_old_look_after_each_move_is_no_hand():
    pause, takeover, hands = taken_over()
    for _ in range(20):
        hands.move(HERE)
        takeover.see(AWAY)
        hands.scroll(AWAY, 1)
        takeover.see(HERE)
        takeover.see(AWAY)
    assert not pause.pressed


def test_while_the_run_moves_the_pointer_no_place_counts():
    pause, takeover, _ = taken_over()
    with takeover.moving(HERE, HERE):
        for _ in range(5):
            takeover.see(AWAY)
    with pytest.raises(ActionFailed), takeover.moving(HERE, HERE):
        raise ActionFailed("before it moved")
    for _ in range(5):
        takeover.see(AWAY)
    assert not pause.pressed


def test_a_hand_between_two_quick_moves_of_the_run_pauses_it():
    pause, takeover, _ = taken_over()
    with takeover.moving(AWAY, HERE):
        pass
    assert not pause.pressed, "until its first move the mouse is the person's"
    with takeover.moving(AWAY, HERE):
        assert pause.pressed


def test_during_a_question_the_mouse_is_the_persons():
    pause, takeover, hands = taken_over()
    hands.move(HERE)

    def answer(question: object, stop: StopSwitch) -> None:
        for _ in range(5):
            takeover.see(AWAY)

    asker = takeover.freed(answer)
    assert asker is not None
    asker(None, StopSwitch())  # type: ignore[arg-type]
    assert not pause.pressed
    assert takeover.freed(None) is None


def test_the_hotkey_is_not_typed_by_the_run():
    _, _, hands = taken_over()
    hands.press("ctrl+esc")
    with pytest.raises(ActionFailed, match="hotkey that stops"):
        hands.press("shift+ctrl+esc")
