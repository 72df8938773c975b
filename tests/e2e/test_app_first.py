"""Applications first, in whole runs on the virtual desktop: what is not open is offered to be
opened, what runs already to be brought to the front; what is not there ends the run, and only the
window of what was opened is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Answer, Asking, Judged, Seen
from agent.mechanisms import Mechanisms
from agent.policy.answers import Asker
from agent.run import Settings, run_task
from benchmarks.episodes.programs import clear
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told
from tests.support.choosing import choosing
from tests.support.whole_runs import Form, opened_form
from vision.capture.windows import Window, activate, list_windows

TASK = "Open Galculator"


@pytest.fixture(scope="module")
def form(desktop: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Form]:
    """A program that has nothing to do with the tasks, open all the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKHAND_DATA", str(tmp_path_factory.mktemp("data")))
        with opened_form(desktop, tmp_path_factory.mktemp("form")) as form:
            yield form
            # What the runs opened themselves.
            clear(desktop)


def calculators() -> list[Window]:
    return [window for window in list_windows() if window.application == "Galculator"]


def in_front() -> str:
    return next((window.title for window in list_windows() if window.active), "")


def ran(task: str, asker: Asker | None = None) -> Told:
    told = Told()
    settings = Settings(max_steps=3, mechanisms=Mechanisms(applications=True))
    run_task(
        task,
        tell=told,
        stop=StopSwitch(),
        settings=settings,
        model=ScriptedModel(choosing("open Galculator")),
        asker=asker,
    )
    return told


def seen_groups(told: Told) -> set[str]:
    return {element.group for element in told.of(Seen)[-1].map.elements}


def test_several_that_fit_are_asked_about(
    form: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = tmp_path / "applications/abacus.desktop"
    entry.parent.mkdir()
    entry.write_text(
        "[Desktop Entry]\nType=Application\nName=Abacus\nExec=true\nCategories=Calculator;\n"
    )
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    questions: list[Asking] = []

    def answered(question: Asking, stop: StopSwitch) -> Answer | None:
        questions.append(question)
        return "deny"

    told = ran("Divide 1024 by 17", answered)
    (question,) = questions
    assert {"Abacus", "Galculator"} <= set(question.options)
    (judged,) = told.of(Judged)
    assert (judged.allowed, judged.answer) == (False, "deny")
    assert told.outcome.kind == "failed"
    assert "Name one of them in the task" in told.outcome.message
    assert told.descriptions == []


@pytest.mark.smoke
def test_opened_then_brought_to_the_front_and_looked_at_alone(form: Form) -> None:
    told = ran(TASK)
    assert told.outcome.kind == "done", told.outcome
    assert told.descriptions == ["open Galculator"]
    (step,) = told.steps
    assert step.effect.kind == "confirmed"
    assert "choose" in step.timings
    (calculator,) = calculators()
    assert in_front() == calculator.title
    assert "Guest book" in {window.title for window in list_windows()}
    assert seen_groups(told) == {calculator.title}

    guest_book = next(window for window in list_windows() if window.title == "Guest book")
    assert activate(guest_book)
    told = ran(TASK)
    assert told.outcome.kind == "done", told.outcome
    assert told.descriptions == ["open Galculator"]
    assert [window.handle for window in calculators()] == [calculator.handle]
    assert in_front() == calculator.title

    told = ran(TASK)
    assert told.outcome.kind == "done", told.outcome
    assert told.descriptions == []


def test_what_is_not_there_ends_the_run_and_nothing_is_touched(form: Form) -> None:
    told = ran("Open Photoshop and crop the picture")
    assert told.outcome.kind == "failed"
    assert "No “Photoshop” was found" in told.outcome.message
    assert told.descriptions == []
    assert form.told() == []
