"""Pausing: the switch, the person's hand on the mouse, and whole runs that wait and go on."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.controller import RecordingController
from agent.desktop import Desktop
from agent.errors import ActionFailed, Stopped
from agent.events import Acting, Ended, Event, Paused, Resumed, Seen, Stepped
from agent.pause import MOVED_MOUSE, ONE_DONE, UNANSWERED, PauseSwitch
from agent.policy.rules import Rules
from agent.run import Settings, run_task
from agent.session import Session
from agent.stop import StopSwitch
from agent.takeover import TakeOver, WatchedController
from models.scripted import ScriptedModel
from tests.support.timing import AMPLE, waited_for
from tests.support.whole_runs import SPLIT, TASK, WISHES, Form, Told, held, obliging, opened_form
from vision.geometry import Point

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


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def move_mouse(x: int, y: int) -> None:
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True)


def test_a_run_does_not_pause_by_its_own_moves(form: Form):
    told = Told()
    model = ScriptedModel(obliging())
    run_task(TASK, tell=told, stop=StopSwitch(), settings=Settings(max_steps=8), model=model)
    assert told.outcome.kind == "done"
    assert len(told.steps) == 3
    assert told.of(Paused) == []


def test_a_moved_mouse_pauses_the_run_and_it_goes_on_after_a_fresh_look(form: Form):
    session = Session(ScriptedModel(obliging()))
    told = Told()

    def first_moves_then_goes_on(event: Event) -> None:
        if isinstance(event, Stepped) and event.step.number == 1:
            move_mouse(900, 600)
        if isinstance(event, Paused):
            # What a person may do meanwhile: the fresh look must see it.
            subprocess.run(["xdotool", "mousemove", "40", "250", "mousemove", "900", "600"])
            session.resume()

    told.on = first_moves_then_goes_on
    session.start(TASK, on_event=told)
    assert session.wait(AMPLE)
    assert told.of(Paused) == [Paused(MOVED_MOUSE, Rules.shipped().answer_seconds)]
    assert len(told.of(Resumed)) == 1
    kinds = [type(event) for event in told.events]
    after = kinds[kinds.index(Resumed) + 1 :]
    assert after.index(Seen) < after.index(Acting), "it looks before it acts"
    looked = told.events[kinds.index(Resumed) + 1 + after.index(Seen)]
    before = next(event for event in reversed(told.events[: kinds.index(Paused)])
                  if isinstance(event, Seen))  # fmt: skip
    assert isinstance(looked, Seen)
    assert looked.map.screenshot.taken_at > before.map.screenshot.taken_at
    assert told.outcome.kind == "done"
    assert form.told()[-1]["what"] == "saved"


def test_a_moved_mouse_and_no_word_end_the_run(form: Form):
    told = Told(on=lambda event: move_mouse(900, 600) if isinstance(event, Stepped) else None)
    settings = Settings(rules=Rules(answer_seconds=0.5))
    model = ScriptedModel(obliging())
    run_task(TASK, tell=told, stop=StopSwitch(), settings=settings, model=model)
    assert told.outcome.kind == "stopped"
    assert told.outcome.message == f"Stopped by {UNANSWERED}."
    # The second step may have begun before the hand was noticed.
    assert len(told.steps) <= 2
    assert held() == (0, 0)


def test_the_rules_may_leave_the_mouse_to_the_person(form: Form):
    told = Told(on=lambda event: move_mouse(900, 600) if isinstance(event, Stepped) else None)
    settings = Settings(max_steps=2, rules=Rules(pause_on_mouse=False))
    model = ScriptedModel(obliging())
    run_task(TASK, tell=told, stop=StopSwitch(), settings=settings, model=model)
    assert told.of(Paused) == []
    assert len(told.steps) == 2


def test_pause_step_resume_and_stop_of_a_session(form: Form):
    wishes = WISHES[:3]
    session = Session(ScriptedModel(obliging(wishes, SPLIT)))
    told = Told(on=lambda event: session.pause("me") if isinstance(event, Seen) else None)
    session.start(TASK, on_event=told)
    waited_for(lambda: told.of(Paused))
    assert told.of(Paused) == [Paused("me", None)]
    assert form.told() == [], "nothing was done before"
    told.on = lambda event: None
    session.step()
    waited_for(lambda: len(told.of(Paused)) == 2)
    assert told.of(Paused)[1] == Paused(ONE_DONE, None)
    assert len(told.steps) == 1
    session.resume()
    waited_for(lambda: len(told.steps) >= 2)
    session.pause("me again")
    waited_for(lambda: len(told.of(Paused)) == 3 or told.of(Ended))
    session.stop("me")
    assert session.wait(AMPLE)
    assert told.outcome.kind in ("stopped", "done")
    assert held() == (0, 0)
