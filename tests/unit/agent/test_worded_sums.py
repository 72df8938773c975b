"""Calculations in words are worked out as they are said, and never guessed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.answers.word_problem import asking, calculation_for
from agent.answers.worded_sums import worded_sum
from agent.task.plan import Outline
from models.runtime.llm import Message


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("What is 23 times 19?", "23 * 19"),
        ("Calculate 15% of 240 with the calculator", "240 * 15 / 100"),
        ("20 percent of 50", "50 * 20 / 100"),
        ("Use the calculator to add 12.5 and 7.5", "12.5 + 7.5"),
        ("work out the sum of 4, 5 and 6", "4 + 5 + 6"),
        ("Subtract 5 from 12", "12 - 5"),
        ("the difference between 12 and 5", "12 - 5"),
        ("divide 144 by 12", "144 / 12"),
        ("multiply 3 by 4", "3 * 4"),
        ("what is 2 plus 3 plus 4", "2 + 3 + 4"),
        ("Was ist 5 mal 7?", "5 * 7"),
    ],
)
def test_what_is_said(text: str, formula: str):
    assert worded_sum(text) == formula


@pytest.mark.parametrize(
    "text",
    [
        "What is 12 plus 3 times 2?",  # in which order?
        "A ticket costs 38 and we are 7. What do we pay?",
        "Add 3 apples and 5 pears",
        "Put 5 in A1 and 7 in A2",
        "Take 10 minus 2 by 2026",
        "open a.txt",
    ],
)
def test_what_is_not_said_plainly(text: str):
    assert worded_sum(text) is None


def test_no_model_is_asked_and_nothing_is_a_guess():
    def nobody(messages: Sequence[Message], grammar: str) -> str:
        raise AssertionError("a model was asked")

    part = calculation_for(asking(Outline(["Use the calculator to add 12", "and 7"])), nobody)
    assert part is not None
    assert part.values == ("12 + 7",)
    assert not part.calculated
