"""Routines on a real screen: learned from a real run of a real program, done again with other values
where the window, its colours or its parts are others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from whole_runs import TASK, Told, carried_out, obliging, opened_form

from agent.actions import Scroll, TypeText
from agent.desktop import Desktop
from agent.events import Noted
from agent.notes import notes
from agent.routines.learn import routine_of
from agent.routines.routine import Filled, Routine, filled
from models.scripted import ScriptedModel

pytestmark = pytest.mark.desktop
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


def replayed(desktop: Desktop, folder: Path, routine: Filled, layout: str) -> tuple[Told, list[str]]:
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


@pytest.mark.parametrize("layout", ["usual", "other"])
def test_it_is_done_with_another_value_and_without_a_model(
    desktop: Desktop, data_folder: Path, learned: Routine, layout: str
):
    told, form = replayed(desktop, data_folder, filled(learned, OTHER), layout)
    assert told.outcome.kind == "done", told.outcome
    assert "The routine “Guest book” did it, without asking a language model." in (
        told.outcome.message
    )
    assert form[-1] == "saved Zoë Grün True"
    assert [step.effect.kind for step in told.steps] == ["confirmed"] * 3
    assert told.steps[0].reason == "step 1 of 3 of the routine"
    # The record of a replay can be kept as a routine again.
    again = routine_of(told.folder, "Again")
    assert again.task == learned.task
    assert again.parameters[0].value == "Zoë Grün"
