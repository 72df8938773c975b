"""Routines on a real screen: learned from a run of a real program, done again with other values
where the window, its colours or its parts are others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.actions import Scroll, TypeText
from agent.desktop.virtual_desktop import Desktop
from agent.events import Noted
from agent.routines.learn import routine_of
from agent.routines.routine import Filled, Routine, filled
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told, obliging
from tests.support.whole_runs import carried_out, opened_form

OTHER = {"full-name": "Zoë Grün"}
NEW_TASK = "Enter “Zoë Grün” as full name, tick Newsletter and press Save"


@pytest.fixture(scope="module")
def learned(desktop: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Routine]:
    """The routine of a run in which a click was in vain first."""
    folder = tmp_path_factory.mktemp("learned")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKHAND_DATA", str(folder))
        with opened_form(desktop, folder):
            told = carried_out(ScriptedModel(obliging()))
        yield routine_of(told.folder, "Guest book")


def replayed(
    desktop: Desktop, folder: Path, routine: Filled, layout: str
) -> tuple[Told, list[str]]:
    """What a run without any language model told, and what the program was told."""
    with opened_form(desktop, folder, layout=layout) as form:
        told = carried_out(None, "", routine=routine, max_steps=12)
        return told, [f"{e['what']} {e['name']} {e['news']}" for e in form.told()]


def test_a_run_becomes_a_routine(learned: Routine):
    assert learned.task == "Enter “{full-name}” as full name, tick Newsletter and press Save"
    assert [(each.name, each.value) for each in learned.parameters] == [("full-name", "Ann Lee")]
    assert [step.words() for step in learned.steps] == [
        "type “{full-name}” into “Full name” (field)",
        "click “Newsletter” (checkbox)",
        "click “Save” (button)",
    ]
    assert learned.steps[1].ticked is True
    assert {step.on.window for step in learned.steps if step.on} == {"Guest book"}
    assert "".join(learned.parts).replace(" ", "") == learned.task.replace(" ", "")


@pytest.mark.parametrize("layout", ["usual", pytest.param("other", marks=pytest.mark.smoke)])
def test_it_is_done_with_another_value_and_without_a_model(
    desktop: Desktop, data_folder: Path, learned: Routine, layout: str
):
    told, form = replayed(desktop, data_folder, filled(learned, OTHER), layout)
    assert told.outcome.kind == "done", told.outcome
    assert "The routine “Guest book” did the task without asking a language model." in (
        told.outcome.message
    )
    assert form[-1] == "saved Zoë Grün True"
    assert [step.effect.kind for step in told.steps] == ["confirmed"] * 3
    assert told.steps[0].reason == "step 1 of 3 of the routine"
    # The record of a replay can be kept as a routine again.
    again = routine_of(told.folder, "Again")
    assert again.task == learned.task
    assert again.parameters[0].value == "Zoë Grün"


def test_what_is_so_already_is_not_undone(desktop: Desktop, data_folder: Path, learned: Routine):
    ticks = replace(learned, task="tick Newsletter", steps=learned.steps[1:2], parts=())
    with opened_form(desktop, data_folder) as form:
        first = carried_out(None, routine=filled(replace(ticks, parameters=()), {}))
        second = carried_out(None, routine=filled(learned, OTHER))
        entries = form.told()
    assert [told.outcome.kind for told in (first, second)] == ["done", "done"]
    assert second.descriptions == ["type “Zoë Grün” into “Full name” (field)",
                                   "click “Save” (button)"]  # fmt: skip
    assert [entry["what"] for entry in entries] == ["ticked", "saved"]
    assert entries[-1] == {"what": "saved", "name": "Zoë Grün", "news": True}


def test_without_a_thing_and_a_model_it_ends_with_a_sentence(
    desktop: Desktop, data_folder: Path, learned: Routine
):
    told, form = replayed(desktop, data_folder, filled(learned, OTHER), "without")
    assert told.outcome.kind == "failed"
    assert told.outcome.message == (
        "No language model is installed to continue with; see: deskhand models list. "
        "Not done: “and press Save”. The routine “Guest book” did 2 of its 3 steps; "
        "then “Save” (button) was not on the screen."
    )
    # It waited a little for the button, as steps that can be seen and stopped.
    assert told.descriptions[2:] == ["wait 1 s", "wait 1 s"]
    assert not any("saved" in line for line in form)


def test_the_model_takes_over_what_does_not_fit(
    desktop: Desktop, data_folder: Path, learned: Routine
):
    wishes: list[dict[str, object]] = [
        {"type into": "Visitor field", "text": "Zoë Grün"},
        {"click": "Newsletter checkbox"},
        {"click": "Save button"},
    ]
    model = ScriptedModel(obliging(wishes))
    with opened_form(desktop, data_folder, label="Visitor") as form:
        told = carried_out(model, routine=filled(learned, OTHER), max_steps=9)
        entries = form.told()
    assert told.descriptions == [
        "wait 1 s",
        "wait 1 s",
        "type “Zoë Grün” into “Visitor” (field)",
        "click “Newsletter” (checkbox)",
        "click “Save” (button)",
    ]
    assert entries[-1] == {"what": "saved", "name": "Zoë Grün", "news": True}
    said = [event.text for event in told.of(Noted)]
    why = "“Full name” (field) was not on the screen"
    assert f"The routine does not fit: {why}. The model takes over." in said
    assert told.outcome.kind == "done"
    assert told.outcome.message.endswith(
        f"The routine “Guest book” did 0 of its 3 steps; then {why}. scripted did the rest."
    )


def test_nothing_is_touched_in_another_application(
    desktop: Desktop, data_folder: Path, learned: Routine
):
    steps = [replace(s, on=replace(s.on, application="another")) for s in learned.steps if s.on]
    moved = replace(learned, steps=tuple(steps))
    told, form = replayed(desktop, data_folder, filled(moved, OTHER), "usual")
    assert told.outcome.kind == "failed"
    assert form == []
    assert not any(isinstance(step.action, TypeText | Scroll) for step in told.steps)
