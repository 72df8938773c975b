"""Forms in whole runs on the virtual desktop: a dialog of GTK, and a wizard of six pages. The model
chooses to have the form filled in."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.mechanisms import Mechanisms
from agent.run import Settings, run_task
from benchmarks.harness.jobs import Job
from benchmarks.wizard.plan import REQUIRED
from benchmarks.wizard.running import wizard
from benchmarks.wizard.scoring import counted
from benchmarks.wizard.wordings import told as told_by_wizard
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told
from tests.support.choosing import choosing
from tests.support.timing import AMPLE
from tests.support.whole_runs import carried_out, in_front

TASK = told_by_wizard(Job("wizard", 0))
WITH_FORMS = Mechanisms()
FORM = "fill in what the task tells"
# What the model does where forms leave something to it.
ELSE: list[dict[str, object]] = [
    # What the task only begins with, and names no value of.
    {"part done": 1},
    {"part done": 2},
    {"click": "Next > button"},
    {"click": "OK button"},
    {"press": "tab"},
]
DONE: list[dict[str, object]] = [{"done": "the form is filled in"}]


@pytest.mark.smoke
def test_a_dialog_is_filled_in_by_its_labels(desktop: Desktop, data_folder: Path):
    task = (
        'Fill in the form: the first name is "Ann", the last name "Lee", the e-mail "a@b.org" and '
        'the room "Double". Then press OK.'
    )
    argv = ["zenity", "--forms", "--title=Guests", "--text=Guest", "--add-entry=First name"]
    argv += ["--add-entry=Last name", "--add-entry=E-Mail"]
    argv += ["--add-combo=Room", "--combo-values=Single|Double|Suite"]
    process = desktop.launch(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        in_front("Guests")
        model = ScriptedModel(choosing(FORM))
        told = carried_out(model, task, mechanisms=WITH_FORMS)
        assert told.outcome.kind == "done", told.outcome
        said, _ = process.communicate(timeout=AMPLE)
    finally:
        process.kill()
        process.wait(AMPLE)
    assert said == "Ann|Lee|a@b.org|Double\n"
    # The model was asked once: every entry is a move of the skill.
    steps = sorted(told.folder.glob("step-???.json"))
    assert len(steps) == len(told.steps) == 5
    assert all(json.loads(step.read_text("utf-8"))["new_tokens"] == 0 for step in steps[1:])
    assert {step.by for step in told.steps} == {"skill"}


def test_a_dialog_that_is_full_is_left_to_the_person(desktop: Desktop, data_folder: Path):
    """The task does not ask to press OK: nothing more is done, and it is told."""
    task = 'Enter "Ann" as first name and "Lee" as last name.'
    argv = ["zenity", "--forms", "--title=Guests", "--text=Guest", "--add-entry=First name"]
    argv += ["--add-entry=Last name"]
    process = desktop.launch(argv)
    try:
        in_front("Guests")
        model = ScriptedModel(choosing(FORM, wishes=DONE))
        told = carried_out(model, task, mechanisms=WITH_FORMS)
        assert process.poll() is None, "the dialog is still there"
    finally:
        process.kill()
        process.wait(AMPLE)
    assert told.descriptions == [
        "type “Ann” into “First name” (field)",
        "type “Lee” into “Last name” (field)",
    ]
    assert told.outcome.kind == "unsure"
    assert told.outcome.message.endswith(
        "“OK” was not pressed, because the task does not ask for it."
    )


@pytest.mark.timeout(300)
def test_a_wizard_of_six_pages_is_gone_through(desktop: Desktop, data_folder: Path):
    told = Told()
    # On its fifth page “Next >” stands below “Delete …”: elsewhere the person is asked.
    settings = Settings(max_steps=80, mechanisms=WITH_FORMS, safety="trusted")
    with wizard(desktop, 4) as running:
        model = ScriptedModel(choosing(FORM, wishes=ELSE))
        run_task(TASK, tell=told, stop=StopSwitch(), settings=settings, model=model)
        figures = counted(running.entries())
    # All of 36 when it was written; a reader's mistake may cost a few.
    assert figures["required"] >= 0.75 * len(REQUIRED), told.descriptions
    assert figures["wrong"] <= 2, told.descriptions
