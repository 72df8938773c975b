"""Of several things with one name, the one beside what the task names."""

from __future__ import annotations

import pytest

from agent.suggestions.beside import is_cut_off, meant, stands_by
from tests.support.made_maps import element
from vision.core.elements import Element, Kind
from vision.core.geometry import Box
from vision.core.unique_names import unique_names


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
    assert meant(twins(TABLE, "Delete"), TABLE, "Delete budget.ods") == {4}


def test_the_one_below_in_a_card() -> None:
    assert meant(twins(CARDS, "Reply"), CARDS, "Reply to Ann") == {3}
    assert meant(twins(CARDS, "Reply"), CARDS, "Reply to Bob") == {5}


def test_one_that_is_cut_off_is_not_taken_for_the_one_above() -> None:
    cut = CARDS[1:4]
    more = [*cut, line(6, "button", "Reply", 20, 60)]
    assert meant(twins(more, "Reply"), more, "Reply to Bob") == {3, 6}
    assert is_cut_off(twins(more, "Reply"), more, ["Bob"])


def test_several_values_keep_several() -> None:
    assert meant(twins(TABLE, "Delete"), TABLE, "Delete budget.ods and report.txt") == {2, 4}


def test_values_that_are_not_there_keep_all() -> None:
    assert meant(twins(TABLE, "Delete"), TABLE, "Delete notes.md") == {2, 4}


def test_the_task_itself_on_the_screen_is_no_place() -> None:
    assert meant(twins(CARDS, "Reply"), CARDS[:1] + CARDS[2:3] + CARDS[4:], "Ann") == {3, 5}


def grid(left: int, top: int, *, right_aligned: bool) -> list[Element]:
    """Six cards in two rows: a title, a line, and a button at the left or the right edge."""
    made: list[Element] = []
    days = ("Monday", "Tuesday", "Thursday", "Thursday", "Friday", "Tuesday")
    for number, name in enumerate(("Back", "Yoga", "Pilates", "Yoga", "Zumba", "Judo")):
        x, y = left + 300 * (number % 3), top + 160 * (number // 3)
        at = x + 150 if right_aligned else x
        made += [
            line(10 * number + 1, "text", name, x, y, 60),
            line(10 * number + 2, "text", f"{days[number]}, 18:00, 10 times", x, y + 26, 230),
            line(10 * number + 3, "button", "Join", at, y + 60),
        ]
    return made


@pytest.mark.parametrize("right_aligned", [False, True])
@pytest.mark.parametrize(("left", "top"), [(20, 200), (170, 90)])
def test_the_card_in_a_grid(left: int, top: int, right_aligned: bool) -> None:
    cards = grid(left, top, right_aligned=right_aligned)
    joins = twins(cards, "Join")
    assert meant(joins, cards, "Join the yoga course on Thursday, please") == {33}
    assert meant(joins, cards, "Melde mich zum Yogakurs am Tuesday an") == {13}
    assert meant(joins, cards, "Join the yoga course") == {13, 33}
    assert stands_by(joins[2], cards, "Pilates")
    assert not stands_by(joins[2], cards, "Yoga")


def test_names_in_a_grid_tell_the_cards() -> None:
    names = unique_names(grid(20, 200, right_aligned=True))
    assert names[13] == "Join button (Yoga Tuesday, 18:00, 10 times)"
    assert len(set(names.values())) == 6
