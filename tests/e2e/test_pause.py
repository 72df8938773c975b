"""Whole runs that are paused, by a word or the person's hand on the mouse, and go on."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.control.pause import MOVED_MOUSE, ONE_DONE, UNANSWERED
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Acting, Event, Paused, Resumed, Seen, Stepped
from agent.policy.rules import Rules
from agent.run import Settings, run_task
from agent.session import Session
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import TASK, Told, obliging
from tests.support.timing import AMPLE, waited_for
from tests.support.whole_runs import Form, held, opened_form


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def move_mouse(x: int, y: int) -> None:
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True)


def test_a_run_does_not_pause_by_its_own_moves(form: Form):
    told = Told()
    model = ScriptedModel(obliging())
    run_task(
        TASK,
        tell=told,
        stop=StopSwitch(),
        settings=Settings(max_steps=8),
        model=model,
        eyes=form.eyes,
    )
    assert told.outcome.kind == "done"
    assert len(told.steps) == 3
    assert told.of(Paused) == []


@pytest.mark.smoke
def test_a_moved_mouse_pauses_the_run_and_it_goes_on_after_a_fresh_look(form: Form):
    session = Session(ScriptedModel(obliging()), form.eyes)
    told = Told()

    def first_moves_then_goes_on(event: Event) -> None:
        if isinstance(event, Stepped) and event.step.number == 1:
            move_mouse(900, 600)
            time.sleep(0.5)  # It is noticed before the model decides again: no wish is lost.
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
    assert told.outcome.kind == "done", told.outcome
    assert form.told()[-1]["what"] == "saved"


def test_a_moved_mouse_and_no_word_end_the_run(form: Form):
    told = Told(on=lambda event: move_mouse(900, 600) if isinstance(event, Stepped) else None)
    settings = Settings(rules=Rules(answer_seconds=0.5))
    model = ScriptedModel(obliging())
    run_task(TASK, tell=told, stop=StopSwitch(), settings=settings, model=model, eyes=form.eyes)
    assert told.outcome.kind == "stopped"
    assert told.outcome.message == f"Stopped by {UNANSWERED}."
    # The second step may have begun before the hand was noticed.
    assert len(told.steps) <= 2
    assert held() == (0, 0)


def test_the_rules_may_leave_the_mouse_to_the_person(form: Form):
    told = Told(on=lambda event: move_mouse(900, 600) if isinstance(event, Stepped) else None)
    settings = Settings(max_steps=2, rules=Rules(pause_on_mouse=False))
    model = ScriptedModel(obliging())
    run_task(TASK, tell=told, stop=StopSwitch(), settings=settings, model=model, eyes=form.eyes)
    assert told.of(Paused) == []
    assert len(told.steps) == 2


def test_pause_step_resume_and_stop_of_a_session(form: Form):
    session = Session(ScriptedModel(obliging()), form.eyes)
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
    told.on = lambda event: session.pause("me again") if isinstance(event, Stepped) else None
    session.resume()
    waited_for(lambda: len(told.of(Paused)) == 3)
    assert told.of(Paused)[2] == Paused("me again", None)
    assert len(told.steps) == 2
    session.stop("me")
    assert session.wait(AMPLE)
    assert (told.outcome.kind, told.outcome.message) == ("stopped", "Stopped by me.")
    assert not any(entry["what"] == "saved" for entry in form.told())
    assert held() == (0, 0)
