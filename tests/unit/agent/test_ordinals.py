"""What a task counts out: which element of which kind."""

from __future__ import annotations

import pytest

from agent.suggestions.ordinals import places, pointed_at
from tests.support.made_maps import element
from vision.core.elements import Element, Kind
from vision.core.geometry import Box

KINDS: list[Kind] = ["checkbox", "field", "checkbox", "link", "radio", "checkbox", "field", "link",
                     "radio", "list item", "dropdown"]  # fmt: skip
THINGS: list[Element] = [element(n, kind, "x") for n, kind in enumerate(KINDS, 1)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("click the 3rd checkbox", 6),
        ("tick the second check box, then save", 3),
        ("open the last link", 8),
        ("write x in the 2nd text box", 7),
        ("use the first input field", 2),
        ("choose the second radio button", 9),
        ("the first list item", 10),
        ("the first drop-down list", 11),
        ("the 1st dropdown", 11),
    ],
)
def test_counted_out(text: str, number: int) -> None:
    found = pointed_at(text, THINGS)
    assert found is not None
    assert found.id == number


@pytest.mark.parametrize(
    "text", ["the 4th checkbox", "the first slider", "the 5th word", "first, click a link", ""]
)
def test_nothing_is_counted_out(text: str) -> None:
    assert pointed_at(text, THINGS) is None


def test_where_it_counts() -> None:
    assert places("click the 3rd checkbox and the last link") == [(10, 13), (31, 35)]


def test_results_are_the_links_of_one_column() -> None:
    top = [element(n, "link", "Menu", Box(90 * n, 5, 90 * n + 60, 25)) for n in range(1, 4)]
    left = [element(n, "link", "Hit", Box(40, 60 * n, 300, 60 * n + 20)) for n in range(4, 8)]
    found = pointed_at("then click the 2nd search result", [*top, *left])
    assert found is left[1]
    assert pointed_at("click the 5th result", [*top, *left]) is None
