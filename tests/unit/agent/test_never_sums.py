"""What is worked out is right or not said: thousands, decimal commas, times and dates."""

from __future__ import annotations

import pytest

from agent.task.asked import answered
from agent.values.arithmetic import result_of


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
        ("Was ist 1.250 + 50?", "1.250 + 50 = 1300"),
        ("Quanto fa 1.250,5 + 50?", "1.250,5 + 50 = 1300.5"),
        ("What is 1,250 + 50? And 3*4?", None),
        ("What is 1,250 + 50? What is 3*4?", "1,250 + 50 = 1300; 3*4 = 12"),
        ("What is 12:30 - 2 hours?", None),
        ("What is 10:30?", None),
        ("What is 24-12-2026?", None),
        ("What is 3/4/2026?", None),
        ("What is 10:30 plus 45?", None),
    ],
)
def test_12_no_wrong_number_is_said(task: str, said: str | None):
    assert answered(task) == said
