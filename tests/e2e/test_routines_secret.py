"""A password that a routine needs is asked for, typed, and kept nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.routines import store
from agent.routines.learn import routine_of
from agent.routines.routine import Filled, filled
from agent.run import Settings, run_task
from models.runtime.llm import LanguageModel
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told, obliging
from tests.support.whole_runs import Form, opened_form

WISHES: list[dict[str, object]] = [
    {"type into": "Password field", "text": "tulip77bulb"},
    {"click": "Save button"},
]


def done(form: Form, task: str, model: LanguageModel | None, routine: Filled | None = None) -> Told:
    told = Told()
    settings = Settings(max_steps=8, safety="trusted", routine=routine)
    run_task(task, tell=told, stop=StopSwitch(), settings=settings, model=model, eyes=form.eyes)
    assert told.outcome.kind == "done", told.outcome
    return told


def test_it_is_asked_for_each_time_and_kept_nowhere(
    desktop: Desktop, data_folder: Path, tmp_path_factory: pytest.TempPathFactory
):
    task = "Enter the password “tulip77bulb” and press Save"
    with opened_form(desktop, tmp_path_factory.mktemp("form"), "Password") as form:
        told = done(form, task, ScriptedModel(obliging(WISHES)))
        store.keep(routine_of(told.folder, "Log in"))
        assert form.told()[-1]["name"] == "tulip77bulb"
    learned = store.routine("Log in")
    assert learned.task == "Enter the password “{secret}” and press Save"
    assert [each.secret for each in learned.parameters] == [True]
    with opened_form(desktop, tmp_path_factory.mktemp("form"), "Password") as form:
        again = done(form, "", None, filled(learned, {"secret": "rose88thorn"}))
        assert form.told()[-1]["name"] == "rose88thorn"
    told_of = " ".join(map(repr, again.of(object)))
    for secret in ("tulip77bulb", "rose88thorn"):
        assert secret not in told_of
        for path in data_folder.rglob("*"):
            if path.is_file() and path.suffix != ".png":
                assert secret.encode() not in path.read_bytes(), path
