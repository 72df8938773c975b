"""What the person says during a run, before the run heeds it."""

from __future__ import annotations

import pytest

from agent.control.user_messages import LONGEST, Sayings
from agent.errors import AgentError
from agent.events import Said
from agent.memory import Deed, Memory
from agent.policy.rules import Rules
from agent.secrets.redaction import MASK, Secrets
from agent.session import Session
from agent.task.plan import Outline
from agent.trajectory import Effect


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
    memory.deeds += [_useless() for _ in range(5)]
    assert memory.useless_in_a_row == 5
    memory.start_afresh()
    assert memory.useless_in_a_row == 0
    assert memory.blocked == set()
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
