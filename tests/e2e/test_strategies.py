"""A person's own strategy in a whole run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent import strategies
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Planned
from agent.run import Settings, run_task
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import TASK, Told, obliging
from tests.support.places import ROOT
from tests.support.whole_runs import Form, opened_form

EXAMPLE = re.search(
    r"## A strategy.*?```python\n(.*?)```",
    ROOT.joinpath("docs/adding-parts.md").read_text("utf-8"),
    re.DOTALL,
)


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def test_the_example_of_the_documentation_does_the_last_part_first(form: Form) -> None:
    assert EXAMPLE is not None
    path = strategies.folder() / "backwards.py"
    path.parent.mkdir(parents=True)
    path.write_text(EXAMPLE[1], "utf-8")
    told, settings = Told(), Settings(max_steps=6, strategy="backwards")
    model = ScriptedModel(obliging())
    run_task(TASK, tell=told, stop=StopSwitch(), settings=settings, model=model, eyes=form.eyes)
    assert told.of(Planned)[0].lines[0] == "· and press Save"
