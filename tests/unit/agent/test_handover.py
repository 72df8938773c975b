"""What only the person may do is handed over to them, and nothing else."""

from __future__ import annotations

import pytest

from agent.actions import Ask
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.suggestions.handover import Handover
from agent.task.plan import Outline
from tests.support.made_maps import element, made_map, window
from vision.core.geometry import Box


def offered(text: str, memory: Memory | None = None) -> list[object]:
    map_ = made_map([element(1, "checkbox", text), element(2, "button", "Next")])
    now = Situation("book a table", Outline(["book a table"]), memory or Memory(), map_)
    return [each.action for each in Handover().suggest(now)]


@pytest.mark.parametrize(
    "text", ["Verify you are human", "Ich bin kein Roboter", "No soy un robot"]
)
def test_a_proof_that_one_is_human_is_asked_of_the_person_once(text: str) -> None:
    (action,) = offered(text)
    assert isinstance(action, Ask)
    memory = Memory()
    memory.told_by_person(action.question, "I did it")
    assert offered(text, memory) == []


@pytest.mark.parametrize("text", ["Robot vacuum cleaner", "Human resources", "Password", "Pay now"])
def test_other_words_are_left_to_the_model(text: str) -> None:
    assert offered(text) == []


def asked_about(task: str, *buttons: str) -> list[object]:
    editor = window(1, "*letter.txt - Editor", Box(0, 0, 640, 480))
    dialog = window(2, "Save Changes", Box(200, 150, 440, 250), active=True, modal=True, owner=1)
    shown = [
        element(n, "button", text, Box(210 + 70 * n, 200, 270 + 70 * n, 224))
        for n, text in enumerate(buttons)
    ]
    now = Situation(task, Outline([task]), Memory(), made_map(shown, [dialog, editor]))
    return [each.action for each in Handover().suggest(now)]


def test_what_becomes_of_unsaved_text_is_asked_where_the_task_does_not_say() -> None:
    (action,) = asked_about("Close every window", "Don't save", "Cancel", "Save")
    assert isinstance(action, Ask)
    assert "Save Changes" in action.question
    assert asked_about("Save it and close the editor", "Don't save", "Cancel", "Save") == []
    assert asked_about("Close every window", "Yes", "No") == []
