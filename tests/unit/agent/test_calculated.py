"""Calculations count as done when their result is seen."""

from __future__ import annotations

import pytest
from agent.calculated import as_written, proved

from agent.actions import Tap, TypeText
from agent.outline import Outline
from tests.support.made_maps import made_map
from vision.elements import Element, ElementMap
from vision.geometry import Box

TASK = "Calculate 23 * 17"
TYPED = TypeText("23 * 17", 1)


def shown(*texts: str) -> ElementMap:
    lines = enumerate(texts, start=1)
    return made_map([Element(n, "text", t, Box(10, 30 * n, 90, 30 * n + 20)) for n, t in lines])


def counted(task: str, word: str, *texts: str, action: TypeText | Tap = TYPED) -> list[str]:
    return proved([word], action, Outline([task]).current, shown(*texts))


@pytest.mark.parametrize("texts", [("391",), ("23 * 17 = 391",), ("Result: 391.00",)])
def test_a_result_that_is_seen_proves_a_calculation(texts: tuple[str, ...]) -> None:
    assert counted(TASK, "23 * 17", *texts) == ["23 * 17"]


@pytest.mark.parametrize("texts", [(), ("23 * 17",), ("1391",), ("391.5",), ("-391",)])
def test_a_calculation_that_is_only_written_is_not_done(texts: tuple[str, ...]) -> None:
    assert counted(TASK, "23 * 17", *texts) == []
    assert counted("What is 23*17?", "23*17=", *texts) == []


def test_what_is_only_to_be_written_and_what_a_keypad_worked_out_count() -> None:
    assert counted("Write 23 * 17 into the field", "23 * 17") == ["23 * 17"]
    assert counted("Calculate “23 * 17” by heart", "Ann") == ["Ann"]
    assert counted(TASK, "23 * 17", action=Tap("23 * 17", (2, 3))) == ["23 * 17"]


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("1710", "1,710"),
        ("1710", "1.710,00"),
        ("1234567", "1 234 567"),
        ("47.5", "47,50"),
        ("66.666667", "66.6666666667"),
        ("-5", "−5"),
    ],
)
def test_numbers_are_known_however_they_are_written(result: str, text: str) -> None:
    assert as_written(result).search(text)


@pytest.mark.parametrize(("result", "text"), [("5", "-5"), ("17", "171"), ("17", "1.17")])
def test_other_numbers_are_not_taken_for_it(result: str, text: str) -> None:
    assert not as_written(result).search(text)
