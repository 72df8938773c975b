"""What the person says during a whole run goes before the rest of the task."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.control.user_messages import Sayings
from agent.desktop.virtual_desktop import Desktop
from agent.events import Event, Planned, Said, Stepped
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import WISHES, obliging
from tests.support.whole_runs import Form, carried_out, opened_form

INSTEAD = "enter “Bob Ray” as full name"


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def test_a_correction_comes_first_and_is_recorded(form: Form) -> None:
    sayings = Sayings()

    def on(event: Event) -> None:
        if isinstance(event, Stepped) and event.step.number == 1:
            sayings.give(INSTEAD)

    wishes = [WISHES[0], {"type into": "Full name field", "text": "Bob Ray"}, *WISHES[1:]]
    told = carried_out(ScriptedModel(obliging(wishes)), on=on, sayings=sayings, eyes=form.eyes)
    assert told.descriptions == [
        "type “Ann Lee” into “Full name” (field)",
        "type “Bob Ray” into “Full name” (field)",
        "click “Newsletter” (checkbox)",
        "click “Save” (button)",
    ]
    assert form.told()[-1] == {"what": "saved", "name": "Bob Ray", "news": True}
    assert [said.text for said in told.of(Said)] == [INSTEAD]
    after = told.events[told.events.index(told.of(Said)[0]) + 1]
    assert isinstance(after, Planned)
    assert after.lines[0] == f"· {INSTEAD}"
    assert len(after.lines) == 4
    lines = (told.folder / "decisions.jsonl").read_text("utf-8").splitlines()
    assert {"said": INSTEAD} in map(json.loads, lines)
