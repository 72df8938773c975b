"""Questions that need a calculation which the task does not say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.outline import Outline
from agent.word_problem import calculation_for, numbers_in
from models.llm import Message

FRIENDS = ["Three friends share 174 equally.", "How much does each of them get?"]


def worked_out(parts: list[str], reply: str = "") -> tuple[str, ...] | None:
    """The values of the part; with an empty reply the model must not be asked."""

    def ask(messages: Sequence[Message], grammar: str) -> str:
        assert reply, "the model was asked"
        assert " ".join(parts) == messages[-1].content
        assert '"174"' in grammar
        assert '"3"' in grammar
        return reply

    part = calculation_for(Outline(parts), ask)
    return part.values if part is not None else None


def test_numbers_in_digits_in_words_and_of_units() -> None:
    assert numbers_in("Three friends share 174, and 2.5 each") == ["174", "2.5", "3"]
    assert numbers_in("15 percent of 80") == ["15", "80", "100"]
    assert numbers_in("How many minutes are 3 hours?") == ["3", "60"]


def test_a_question_becomes_one_part_with_its_calculation() -> None:
    assert worked_out(FRIENDS, "174 / 3\n") == ("174 / 3",)


@pytest.mark.parametrize("reply", ["", "174 /", "3 * 3\n", "no idea\n"])
def test_what_is_no_calculation_with_the_numbers_given_is_not_taken(reply: str) -> None:
    assert worked_out(FRIENDS, reply or " ") is None


@pytest.mark.parametrize(
    "task",
    [
        "What is 12 * 7?",  # says how
        "Enter 12 and 7 and press Save",  # asks for no result
        "How much does each of them get?",  # no numbers
        "Write “How much is 3 of 174?” into the note",  # a text
    ],
)
def test_other_tasks_are_left_as_they_are(task: str) -> None:
    assert worked_out([task]) is None


def test_the_parts_that_are_done_stay() -> None:
    outline = Outline(["Open the calculator", *FRIENDS])
    outline.parts[0].done = True
    part = calculation_for(outline, lambda messages, grammar: "174 / 3")
    assert part is not None
    outline.finish_with(part)
    assert outline.lines() == ("✓ Open the calculator", f"· {' '.join(FRIENDS)}")
    assert outline.open_values == ["174 / 3"]
    assert [part.calculated for part in outline.parts] == ["", "174 / 3"]
