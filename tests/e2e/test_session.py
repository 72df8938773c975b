"""A run is ended within a second by each way to stop it, and nothing stays pressed."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agent.control.stop import CORNER, StopSwitch
from agent.desktop.virtual_desktop import Desktop, start
from agent.errors import AgentError, Stopped
from agent.events import Acting, Ended, Event, Seen, Started, Stepped, Token
from agent.run import Settings, run_task
from agent.session import Session
from models.memory.loaded import unload
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import TASK, Told, obliging
from tests.support.small_model import SMALL, install_small_model
from tests.support.timing import AMPLE, waited_for, within
from tests.support.whole_runs import Form, carried_out, held, opened_form, pointer
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import ElementMap

# Many places where a part may begin: the smallest model writes on this for long.
LONG_TASK = ", ".join(f"write value {number} into field {number}" for number in range(30))


# Nothing on the form is called so: only a model can say what is to be done.
VAGUE_TASK = "Get this ready for Ann"


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def point_at(x: int, y: int) -> None:
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True)


class At:
    """Sets `reached` when an event comes for the given time."""

    def __init__(self, kind: type[Event], times: int = 1) -> None:
        self.reached = threading.Event()
        self._kind, self._left = kind, times

    def __call__(self, event: Event) -> None:
        if isinstance(event, self._kind):
            self._left -= 1
            if self._left <= 0:
                self.reached.set()


class LongLook:
    """Eyes that take as long as the test wishes, and hear of nothing meanwhile."""

    def __init__(self) -> None:
        self.looking, self.over = threading.Event(), threading.Event()

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
        self.looking.set()
        self.over.wait(AMPLE)
        return ElementMap((), screenshot, tuple(windows))


def stopped(session: Session, told: Told, by: str = "the Stop button") -> float:
    """Stop a run; the seconds until its last event."""
    pressed = time.monotonic()
    session.stop(by)
    waited_for(lambda: told.of(Ended))
    # What is in the middle of a call may end later; the person's mouse and keys are free now.
    assert held() == (0, 0)
    assert session.wait(AMPLE)
    assert told.outcome.kind == "stopped"
    assert told.outcome.message == f"Stopped by {by}."
    print(f"ended {told.moments[-1] - pressed:.2f} s after the stop")
    return told.moments[-1] - pressed


@pytest.mark.smoke
def test_a_stop_while_a_model_generates(form: Form):
    at = At(Token, 3)
    told = Told(on=at)
    session = Session(ScriptedModel(obliging(), seconds_per_token=0.4), form.eyes)
    session.start(VAGUE_TASK, on_event=told)
    assert session.running
    assert at.reached.wait(AMPLE)
    within(stopped(session, told), 1.0)
    assert not session.running
    assert form.told() == []
    names = {path.name for path in told.folder.iterdir()}
    assert {"task.json", "final.png", "outcome.json"} <= names
    assert json.loads((told.folder / "outcome.json").read_text())["kind"] == "stopped"


def test_what_was_seen_is_recorded_when_a_run_is_stopped_while_it_plans(form: Form):
    told = Told(on=(at := At(Token)))
    session = Session(ScriptedModel(obliging(), seconds_per_token=0.4), form.eyes)
    session.start(TASK, on_event=told)
    assert at.reached.wait(AMPLE)
    within(stopped(session, told), 1.0)
    assert (told.folder / "final.png").exists()


def test_a_stop_during_perception(form: Form):
    told, eyes = Told(), LongLook()
    session = Session(ScriptedModel(obliging()), eyes)
    session.start(TASK, on_event=told)
    try:
        assert eyes.looking.wait(AMPLE)
        within(stopped(session, told), 1.0)
    finally:
        eyes.over.set()
    assert told.of(Seen) == []


def test_a_stop_while_the_real_model_generates(form: Form, data_folder: Path):
    install_small_model()
    at = At(Token, 3)
    told = Told(on=at)
    session = Session(eyes=form.eyes)
    session.start(LONG_TASK, Settings(model_id=SMALL), on_event=told)
    assert at.reached.wait(AMPLE)
    took = stopped(session, told)
    unload()
    within(took, 1.0)
    assert len(told.of(Token)) < 100


@pytest.mark.smoke
def test_a_stop_while_typing_lets_go_of_all_keys(form: Form):
    # A longer text would be pasted.
    long = ("many words to be typed " * 8).strip()
    wish = [{"type into": "Full name field", "text": long}]
    at = At(Acting)
    told = Told(on=at)
    session = Session(ScriptedModel(obliging(wish)), form.eyes)
    session.start(f"Write “{long}” as full name", on_event=told)
    assert at.reached.wait(AMPLE)
    waited_for(lambda: form.value.startswith("many"))
    within(stopped(session, told), 1.0)
    assert len(form.value) < len(long), "it was typing"


def test_the_mouse_in_the_corner_while_a_model_generates(form: Form):
    point_at(640, 600)
    at = At(Token, 3)
    told = Told(on=at)
    session = Session(ScriptedModel(obliging(), seconds_per_token=0.4), form.eyes)
    session.start(TASK, on_event=told)
    assert at.reached.wait(AMPLE)
    begin = time.monotonic()
    point_at(0, 0)
    waited_for(lambda: told.of(Ended))
    within(told.moments[-1] - begin, 1.0)
    assert told.outcome.message == f"Stopped by {CORNER}."
    assert held() == (0, 0)
    assert session.wait(AMPLE)
    point_at(640, 600)


def test_what_was_done_before_a_stop_is_recorded(form: Form):
    at = At(Stepped)
    told = Told(on=at)
    session = Session(ScriptedModel(obliging()), form.eyes)
    session.start(TASK, on_event=told)
    assert at.reached.wait(AMPLE)
    stopped(session, told)
    assert {"step-001.json", "step-001.png", "final.png"} <= {p.name for p in told.folder.iterdir()}
    assert json.loads((told.folder / "step-001.json").read_text())["effect"]["kind"] == "confirmed"


def test_a_record_that_cannot_be_written_ends_the_run_with_a_sentence(form: Form):
    def lose(event: Event) -> None:
        if isinstance(event, Acting):
            shutil.rmtree(told.folder_at_start)

    told = Told(on=lose)
    settings = Settings(max_steps=2)
    model = ScriptedModel(obliging())
    outcome = run_task(
        TASK, tell=told, stop=StopSwitch(), settings=settings, model=model, eyes=form.eyes
    )
    assert told.outcome == outcome
    assert outcome.kind == "error"
    assert "No such file or directory" in outcome.message
    assert "The record is incomplete" in outcome.message
    assert held() == (0, 0)


def test_one_run_at_a_time(form: Form):
    at = At(Token)
    told = Told(on=at)
    session = Session(ScriptedModel(obliging(), seconds_per_token=0.3), form.eyes)
    session.start(TASK, on_event=told)
    assert at.reached.wait(AMPLE)
    with pytest.raises(AgentError, match="A run is going on"):
        session.start("another", on_event=told)
    stopped(session, told)
    again = Told(on=(began := At(Started)))
    session.start(TASK, on_event=again)
    assert began.reached.wait(AMPLE), "a new run is not stopped by the old stop"
    stopped(session, again, "me")


def test_a_run_that_cannot_begin_ends_with_a_sentence(form: Form):
    told = Told()
    session = Session()
    session.start(TASK, Settings(model_id="no-such-model"), on_event=told)
    assert session.wait(AMPLE)
    assert told.outcome.kind == "error"
    assert "no-such-model" in told.outcome.message
    (ended,) = told.of(Ended)
    assert ended.folder is None


def test_a_stop_before_the_run_began(form: Form):
    switch = StopSwitch()
    switch.press("me")
    told = Told()
    with pytest.raises(Stopped, match="me"):
        run_task(TASK, tell=told, stop=switch, model=ScriptedModel([]))
    assert told.of(Started) == []


def test_the_pointer_stays_where_a_stopped_run_left_it(form: Form):
    told = carried_out(ScriptedModel(obliging()), max_steps=1, eyes=form.eyes)
    assert told.outcome.kind == "step limit"
    before = pointer()
    time.sleep(0.2)
    assert pointer() == before
    assert held() == (0, 0)


def test_a_display_that_dies_ends_the_run_with_a_sentence(
    desktop: Desktop, data_folder: Path, tmp_path: Path
):
    with pytest.MonkeyPatch.context() as patch, start((1000, 700)) as other:
        patch.setenv("DISPLAY", other.display)
        with opened_form(other, tmp_path) as form:
            told = Told(on=(at := At(Token, 3)))
            session = Session(ScriptedModel(obliging(), seconds_per_token=0.2), form.eyes)
            session.start(TASK, on_event=told)
            assert at.reached.wait(AMPLE)
            other.stop()
            assert session.wait(AMPLE)
            assert told.outcome.kind == "error"
            assert told.outcome.message.startswith(
                "The run ended because the connection to the display was lost"
            )
            assert (told.folder / "outcome.json").exists()
