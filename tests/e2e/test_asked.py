"""What a person asks to be told is read on the real screen and stands in the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agent.desktop.virtual_desktop import Desktop
from models.runtime.llm import Message
from models.runtime.scripted import Answer, ScriptedModel
from tests.support.as_told import obliging
from tests.support.whole_runs import Form, carried_out, opened_form


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


SPLIT = "- Enter “Ann Lee” as full name\n- and tell me the name that stands there\n"


def reading(value: str, split: str = SPLIT) -> Answer:
    """A model that does as told, and reads this value in a window that shows it."""
    does = obliging(split=split)

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        if grammar is not None and '"not there"' in grammar:
            return f"{value}\n" if f'"{value}"' in grammar else "not there\n"
        return does(messages, grammar)

    return answer


def test_a_run_tells_what_it_was_asked(form: Form) -> None:
    task = "Enter “Ann Lee” as full name and tell me the name that stands there"
    told = carried_out(ScriptedModel(reading("Ann Lee")), task)
    assert told.outcome.message.startswith("Name that stands there: Ann Lee. ")
    assert told.descriptions[0] == "type “Ann Lee” into “Full name” (field)"


def test_a_run_says_whether_a_box_is_ticked_and_leaves_it(form: Form) -> None:
    task = "Tell me whether Newsletter is ticked"
    told = carried_out(ScriptedModel(obliging(split=f"- {task}\n")), task)
    assert told.outcome.kind == "done"
    assert told.outcome.message.startswith("Whether Newsletter is ticked: no")
    assert form.told() == []
