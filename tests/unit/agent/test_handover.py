"""What only the person may do is handed over to them, and nothing else."""

from __future__ import annotations

import pytest

from agent.actions import Ask
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.suggestions.handover import Handover
from agent.task.plan import Outline
from tests.support.made_maps import element, made_map


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
