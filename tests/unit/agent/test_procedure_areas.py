"""Areas of a sheet that a task says, and the keys that select them."""

from __future__ import annotations

import pytest

from agent.skills.procedures.areas import area_of, cells_of, keys_to


@pytest.mark.parametrize(
    ("text", "area", "keys"),
    [
        ("make the first row bold", "row 1", "ctrl+home shift+space"),
        ("bold the header row", "row 1", "ctrl+home shift+space"),
        ("make row 3 bold", "row 3", "ctrl+home down down shift+space"),
        ("mach die zweite Spalte fett", "column B", "ctrl+home right ctrl+space"),
        ("mets la colonne C en gras", "column C", "ctrl+home right right ctrl+space"),
        ("make cell B2 bold", "B2", "ctrl+home right down"),
        ("underline A1 to B3", "A1:B3", "ctrl+home shift+right shift+down shift+down"),
        ("make B2:B2 bold", "B2:B2", "ctrl+home right down"),
    ],
)
def test_an_area_and_its_keys(text: str, area: str, keys: str) -> None:
    assert area_of(text) == area
    assert keys_to(area) == keys


@pytest.mark.parametrize(
    "text", ["make it bold", "make A1 and B1 bold", "make row 1 and row 2 bold", "the row of Pears"]
)
def test_what_says_none_or_several(text: str) -> None:
    assert area_of(text) is None


@pytest.mark.parametrize("area", ["row 90", "ZZ9", "B3:A1", "A1:B2:C3", "column AB", "nothing", ""])
def test_what_is_too_far_or_no_area(area: str) -> None:
    assert keys_to(area) is None


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Enter 1, 2 and 3 in A1 to A3", ["A1", "A2", "A3"]),
        ("B2:D2", ["B2", "C2", "D2"]),
        ("Z1 to AB1", ["Z1", "AA1", "AB1"]),
        ("A1 to B3", []),
        ("A3 to A1", []),
        ("A1 to A3 and B1 to B3", []),
        ("A1", []),
    ],
)
def test_the_cells_of_a_range_in_a_row_or_a_column(text: str, cells: list[str]) -> None:
    assert cells_of(text) == cells
