"""What a person asks to be told is told by the model and stands in the report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import obliging
from tests.support.whole_runs import Form, carried_out, opened_form


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def test_a_run_tells_what_the_model_answers_and_touches_nothing(form: Form) -> None:
    task = "Tell me whether Newsletter is ticked"
    model = ScriptedModel(obliging([{"answer": "It is not ticked"}]))
    told = carried_out(model, task)
    assert told.outcome.kind == "done"
    assert told.outcome.message.startswith("It is not ticked")
    assert form.told() == []
