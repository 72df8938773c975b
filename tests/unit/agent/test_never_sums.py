"""What is worked out is right or not said: thousands, decimal commas, times and dates."""

from __future__ import annotations

import pytest

from agent.answers.arithmetic import result_of
from agent.answers.asked import answered
from agent.answers.word_problem import formula_for


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1,250 + 50", "1300"),
        ("1,000,000 / 2", "500000"),
        ("1.250,5 + 1", "1251.5"),
        ("1,250.5 + 1", "1251.5"),
        ("1'000 + 1", "1001"),
        ("0,5 + 1", "1.5"),
        ("12.50 + 7,250", "7262.5"),
        ("3.141 * 2", "6.282"),
        ("100:4", "25"),
        ("1,25,5 + 1", None),
        ("10:30", None),
        ("10:30 + 45", None),
        ("24-12-2026", None),
        ("2026-12-24", None),
        ("3/4/2026", None),
        ("24.12.2026", None),
    ],
)
def test_numbers_are_read_as_they_are_written(text: str, result: str | None):
    assert result_of(text) == result


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("What is 1,250 + 50?", "1,250 + 50 = 1300"),
        ("How much is 1,250+50", "1,250+50 = 1300"),
        ("Was ist 1.250 + 50?", "1250 + 50 = 1300"),
        ("Quanto fa 1.250,5 + 50?", "1250,5 + 50 = 1300.5"),
        ("What time is it at 10:30 plus 45 minutes?", "10:30 + 45 min = 11:15"),
        ("What is 12:30 - 2 hours?", "12:30 - 2 h = 10:30"),
        ("Wie spät ist es um 23:50 plus 20 Minuten?", "23:50 + 20 min = 00:10"),
        (
            "What is 1,250 + 50? What time is it at 10:30 plus 45 minutes?",
            "1,250 + 50 = 1300; 10:30 + 45 min = 11:15",
        ),
        ("What is 10:30?", None),
        ("What is 24-12-2026?", None),
        ("What is 3/4/2026?", None),
        ("What is 10:30 plus 45?", None),
    ],
)
def test_12_no_wrong_number_is_said(task: str, said: str | None):
    assert answered(task) == said


@pytest.mark.parametrize(
    "question", ["What is 24-12-2026?", "What is 3/4/2026?", "How far is 10:30 from 2026-03-01?"]
)
def test_no_model_is_asked_to_calculate_with_a_date(question: str) -> None:
    def ask(messages: object, grammar: str) -> str:
        raise AssertionError("it was asked")

    assert formula_for(question, ask) is None
