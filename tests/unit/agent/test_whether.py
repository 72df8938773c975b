"""Whether a control is ticked, chosen, empty or greyed out is read from its state, not touched."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.answers.asked import asked_of
from agent.answers.knowledge import Knowledge
from agent.answers.whether import Whether, whether
from agent.task.plan import Outline
from models.runtime.llm import Message
from tests.support.made_maps import element, made_map
from vision.core.elements import State

SEEN = [
    element(1, "checkbox", "Show hidden files", state=State(checked=True)),
    element(2, "checkbox", "Wrap long lines", state=State(checked=False)),
    element(3, "button", "Save", state=State(disabled=True)),
    element(4, "button", "Cancel"),
    element(5, "tab", "Colours", state=State(selected=True)),
    element(6, "tab", "Fonts", state=State(selected=False)),
    element(7, "field", "Name", state=State(value="")),
    element(8, "field", "Town", state=State(value="Ulm")),
    element(9, "text", "Wrap long lines in the editor"),
]


def never(messages: Sequence[Message], grammar: str) -> str:
    raise AssertionError(f"the model was asked: {messages[-1].content}")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("whether Show hidden files is ticked", Whether("Show hidden files", "ticked", False)),
        ("if the box “Wrap” is not checked", Whether("Wrap", "checked", True)),
        ("Is the option Word wrap on?", Whether("Word wrap", "on", False)),
        ("ob Zeilenumbruch aktiviert ist", Whether("Zeilenumbruch", "aktiviert", False)),
        ("si Retour est coché", Whether("Retour", "coché", False)),
        ("whether the field Name is empty or not", Whether("Name", "empty", False)),
        ("whether it rains", None),
        ("if the party is on Saturday", None),
        ("why Save is greyed out", None),
        ("Is Tom's mail there?", None),
    ],
)
def test_what_asks_for_a_state(text: str, question: Whether | None) -> None:
    assert whether(text) == question


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("whether show hidden files is ticked", "yes"),
        ("whether Show hidden files is off", "no"),
        ("whether Wrap long lines is enabled", "no"),
        ("whether Wrap long lines is not ticked", "yes"),
        ("whether hidden files is on", "yes"),
        ("whether the button Save is greyed out", "yes"),
        ("whether Cancel is enabled", "yes"),
        ("whether the tab Colours is selected", "yes"),
        ("whether the tab Fonts is selected", "no"),
        ("whether Name is empty", "yes"),
        ("Is Town empty?", "no"),
        ("whether Save is ticked", None),
        ("whether Mouse is ticked", None),
        ("whether files lines is ticked", None),
    ],
)
def test_the_state_of_what_is_called_so_answers(text: str, answer: str | None) -> None:
    question = whether(text)
    assert question is not None
    assert question.answer(SEEN) == answer


def test_two_of_one_name_in_different_states_answer_nothing() -> None:
    twins = [element(n, "checkbox", "On", state=State(checked=n == 1)) for n in (1, 2)]
    question = whether("whether On is ticked")
    assert question is not None
    assert question.answer(twins) is None


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ("tell me whether Show hidden files is ticked", "Whether Show hidden files is ticked: yes"),
        ("Is Wrap long lines ticked?", "Is Wrap long lines ticked? no"),
    ],
)
def test_it_is_told_without_the_model(task: str, told: str) -> None:
    outline, knowledge = Outline([task]), Knowledge(ask=never)
    assert asked_of(outline.parts[0])
    assert not knowledge.inform(outline, made_map(SEEN), {})
    assert outline.finished
    assert knowledge.answers == [told]
    assert knowledge.doubts == []


def test_what_no_window_shows_is_not_guessed() -> None:
    outline, knowledge = Outline(["tell me whether Mouse keys is on"]), Knowledge(ask=never)
    assert knowledge.inform(outline, made_map(SEEN), {}, waits=True)
    for n in range(3):
        knowledge.inform(outline, made_map([*SEEN, element(20, "text", f"Page {n}")]), {})
    assert knowledge.informing.not_shown(outline) == "whether Mouse keys is on"
    assert knowledge.answers == []
