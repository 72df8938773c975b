"""Of several things with one name, the one beside what the task names."""

from __future__ import annotations

from agent.suggestions.beside import meant
from tests.support.made_maps import element
from vision.core.elements import Element, Kind
from vision.core.geometry import Box


def line(number: int, kind: Kind, text: str, x: int, y: int, width: int = 80) -> Element:
    return element(number, kind, text, Box(x, y, x + width, y + 20))


TABLE = [
    line(1, "text", "report.txt", 20, 100),
    line(2, "button", "Delete", 300, 100),
    line(3, "text", "budget.ods", 20, 130),
    line(4, "button", "Delete", 300, 130),
]
CARDS = [
    line(1, "text", "Files of Ann and Bob, all of them", 20, 10, 300),
    line(2, "text", "Ann", 20, 100),
    line(3, "button", "Reply", 20, 140),
    line(4, "text", "Bob", 20, 180),
    line(5, "button", "Reply", 20, 220),
]


def twins(elements: list[Element], text: str) -> list[Element]:
    return [e for e in elements if e.text == text]


def test_the_one_in_the_row() -> None:
    assert meant(twins(TABLE, "Delete"), TABLE, ["budget.ods"]) == {4}


def test_the_one_below_in_a_card() -> None:
    assert meant(twins(CARDS, "Reply"), CARDS, ["Ann"]) == {3}
    assert meant(twins(CARDS, "Reply"), CARDS, ["Bob"]) == {5}


def test_one_that_is_cut_off_is_not_taken_for_the_one_above() -> None:
    cut = CARDS[:4]
    more = [*cut, line(6, "button", "Reply", 20, 60)]
    assert meant(twins(more, "Reply"), more, ["Bob"]) == {3, 6}


def test_several_values_keep_several() -> None:
    assert meant(twins(TABLE, "Delete"), TABLE, ["budget.ods", "report.txt"]) == {2, 4}


def test_values_that_are_not_there_keep_all() -> None:
    assert meant(twins(TABLE, "Delete"), TABLE, ["notes.md", "Delete"]) == {2, 4}


def test_the_task_itself_on_the_screen_is_no_place() -> None:
    assert meant(twins(CARDS, "Reply"), CARDS[:1] + CARDS[2:3] + CARDS[4:], ["Ann"]) == {3, 5}
