"""A mechanism of the loop switched off in a whole run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.deciding.reply import NONE_OF_THESE
from agent.desktop.virtual_desktop import Desktop
from agent.events import Planned
from agent.mechanisms import Mechanisms
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import obliging
from tests.support.whole_runs import Form, carried_out, opened_form


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def test_without_a_plan_the_task_is_one_part(form: Form):
    model = ScriptedModel(obliging())
    told = carried_out(model, max_steps=1, mechanisms=Mechanisms(plan=False), eyes=form.eyes)
    assert len(told.of(Planned)[0].lines) == 1


@pytest.mark.parametrize("suggestions", [True, False])
def test_without_suggestions_the_model_is_asked_with_the_whole_action_space(
    form: Form, suggestions: bool
):
    model = ScriptedModel(obliging())
    mechanisms = Mechanisms(skills=False, suggestions=suggestions)
    told = carried_out(model, max_steps=1, mechanisms=mechanisms, eyes=form.eyes)
    asked = [NONE_OF_THESE in (grammar or "") for _, grammar in model.asked]
    assert any(asked) is suggestions
    assert told.descriptions == ["type “Ann Lee” into “Full name” (field)"]
