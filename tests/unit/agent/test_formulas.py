"""Formulas of a sheet that are said in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.skills.procedures.filling import calls_of, words_of_part
from agent.skills.procedures.formulas import formula_of
from agent.skills.procedures.procedure import shipped
from agent.task.plan import Outline


@pytest.mark.parametrize(
    ("text", "cells", "filled"),
    [
        ("and their sum in A3", ("A1", "A2"), ("A3", "=A1+A2")),
        ("Calculate the sum of B2 to B9 in B10", (), ("B10", "=SUM(B2:B9)")),
        ("put the product of A1 and B1 into C1", (), ("C1", "=A1*B1")),
        ("Write the difference of A1 and A2 in cell A3", (), ("A3", "=A1-A2")),
        ("Enter the average of A1:A5 in C1", (), ("C1", "=AVERAGE(A1:A5)")),
        ("and the total in B4", ("B1", "B2", "B3"), ("B4", "=B1+B2+B3")),
        ("Schreibe die Summe von A1 bis A4 in A5", (), ("A5", "=SUM(A1:A4)")),
    ],
)
def test_a_formula_in_words(text: str, cells: tuple[str, ...], filled: tuple[str, str]) -> None:
    (part,) = Outline([text]).parts
    fill = next(each for each in shipped() if each.name == "fill cells")
    words = replace(words_of_part(text, part.values, ()), cells=cells)
    (call,) = calls_of(fill, words)
    assert call.values == ({"cell": filled[0], "text": filled[1]},)


@pytest.mark.parametrize("text", ["and their sum in A3", "the sum of A1 in A3", "Write 5 in A1"])
def test_what_is_no_formula_in_words(text: str) -> None:
    assert formula_of(text) is None
