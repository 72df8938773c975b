"""A message that was written is sent where the task means that, and not called done otherwise."""

from __future__ import annotations

import pytest
from agent.choices import choices
from agent.sending import unsent_to

from agent.actions import Click, TypeText
from agent.crediting import credit
from agent.memory import Memory
from agent.outline import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from vision.elements import State

MAIL = window(1, "Mail", active=True)
EMPTY = element(1, "field", "Message", state=State(value=""))
FULL = element(1, "field", "Message", state=State(value="Hello there"))
BEFORE = made_map(
    [EMPTY, element(2, "icon", "close-reply"), element(3, "icon", "send-reply")], [MAIL]
)
WRITTEN = made_map([FULL, *BEFORE.elements[1:]], [MAIL])
GONE = made_map([element(4, "link", "Inbox")], [MAIL])


def written(task: str) -> tuple[Outline, Memory]:
    """The task with its message written."""
    outline, memory, action = Outline([task]), Memory(), TypeText("Hello there", 1)
    memory.note(action, "it", Effect("confirmed", "it shows"), BEFORE, WRITTEN)
    credit(action, BEFORE, WRITTEN, outline, memory)
    assert not outline.finished
    return outline, memory


@pytest.mark.parametrize(
    ("task", "sends"),
    [
        ("Tell her that it is “Hello there”", True),
        ("Antworte “Hello there”", True),
        ("Type “Hello there”", False),
        ("Type “Hello there” into “Tell a friend”", False),
    ],
)
def test_what_asks_to_tell_somebody_is_sent(task: str, sends: bool):
    outline, memory = written(task)
    outline.use("Tell a friend")
    assert (choices(WRITTEN, outline, memory).only == Click(3)) is sends
    sent = Effect("confirmed", "it went")
    memory.note(Click(3), "it", sent, WRITTEN, GONE)
    assert choices(WRITTEN, outline, memory).only != Click(3), "once"


def test_closing_what_was_written_is_not_sending_it():
    outline, memory = written("Tell her that it is “Hello there”")
    credit(Click(2), WRITTEN, GONE, outline, memory)
    assert not outline.finished
    credit(Click(3), WRITTEN, GONE, outline, memory)
    assert outline.finished


def test_a_message_that_was_not_sent_is_told():
    _, memory = written("Type “Hello there”")
    button = unsent_to(WRITTEN, memory)
    assert button is not None
    assert button.text == "send-reply"
    assert unsent_to(GONE, memory) is None
