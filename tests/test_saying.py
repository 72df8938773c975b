"""What the person says while a run goes on goes before the rest of the task."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from whole_runs import WISHES, Form, carried_out, obliging, opened_form

from agent.desktop import Desktop
from agent.errors import AgentError
from agent.events import Event, Planned, Said, Stepped
from agent.memory import Deed, Memory
from agent.outline import Outline
from agent.policy.rules import Rules
from agent.saying import LONGEST, Sayings
from agent.secrets import MASK, Secrets
from agent.session import Session
from agent.trajectory import Effect
from models.scripted import ScriptedModel

INSTEAD = "enter “Bob Ray” as full name"


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


@pytest.mark.desktop
def test_a_correction_comes_first_and_is_recorded(form: Form) -> None:
    sayings = Sayings()

    def on(event: Event) -> None:
        if isinstance(event, Stepped) and event.step.number == 1:
            sayings.give(INSTEAD)

    wishes = [WISHES[0], {"type into": "Full name field", "text": "Bob Ray"}, *WISHES[1:]]
    told = carried_out(ScriptedModel(obliging(wishes)), on=on, sayings=sayings)
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


def test_what_is_said_is_inserted_before_what_is_open() -> None:
    outline = Outline(["Write “a”,", "write “b”"])
    outline.parts[0].done = True
    outline.insert(["press Save", "and close it"])
    assert outline.lines() == ("✓ Write “a”,", "· press Save", "· and close it", "· write “b”")
    outline = Outline([])
    outline.insert(["press Save"])
    assert outline.remaining == "press Save"


def test_memory_begins_afresh_but_keeps_what_was_not_allowed() -> None:
    memory = Memory()
    memory.blocked.add(("screen", "click 1"))
    memory.denied.add(("screen", "click 2"))
    memory.held.add("click 3")
    memory.deeds += [_useless() for _ in range(5)]
    assert memory.useless_in_a_row == 5
    memory.start_afresh()
    assert memory.useless_in_a_row == 0
    assert (memory.blocked, memory.held) == (set(), set())
    assert memory.denied == {("screen", "click 2")}
    memory.deeds.append(_useless())
    assert memory.useless_in_a_row == 1


def _useless() -> Deed:
    return Deed("click “A”", Effect("no visible change"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("  ", "The text is empty"),
        (
            "a" * (LONGEST + 1),
            f"longer than {LONGEST} characters. Stop the run, and start a new task",
        ),
        ("type {secret:mail}", "used only in the task itself"),
        ("\ud800", "not readable text"),
    ],
)
def test_words_that_cannot_be_heeded_are_refused_with_a_reason(text: str, why: str) -> None:
    sayings = Sayings()
    with pytest.raises(AgentError, match=why):
        sayings.give(text)
    assert not sayings.waiting
    assert sayings.take() == []


def test_without_a_run_nothing_is_taken() -> None:
    with pytest.raises(AgentError, match=r"No run is active\. Write it as a task"):
        Session().say("press Save")


def test_a_password_that_is_said_is_masked() -> None:
    secrets = Secrets(Rules.shipped())
    words = "the password is “hunter2”"
    secrets.hear(words)
    event = secrets.event(Said(words))
    assert isinstance(event, Said)
    assert "hunter2" not in event.text
    assert MASK in event.text
