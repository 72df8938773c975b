"""The nth result of a search may be on a later page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agent.choices import choices
from agent.pager import pager
from agent.result_pages import page_to_turn_to, turns_a_page

from agent.actions import Click, TypeText
from agent.crediting import credit
from agent.memory import Memory
from agent.outline import Outline, Part
from agent.suggestions.ordinals import pointed_at
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map
from vision.elements import Element, ElementMap
from vision.geometry import Box
from vision.scrolling import ScrollArea


def page(*names: str, numbers: str = "123", turn: str = ">") -> ElementMap:
    hits = [
        element(n, "link", name, Box(40, 60 * n, 300, 60 * n + 20))
        for n, name in enumerate(names, 1)
    ]
    row = [
        element(20 + n, "link", sign, Box(200 + 40 * n, 500, 225 + 40 * n, 530))
        for n, sign in enumerate([*numbers, *turn])
    ]
    return made_map([*hits, *row])


FIRST = page("Ann", "Bea", "Cleo")


def texts(elements: list[Element]) -> list[str]:
    return [e.text for e in elements]


def test_numbers_side_by_side_are_pages():
    assert texts(pager(FIRST.elements)) == ["1", "2", "3"]
    assert texts(pager(page("Ann", numbers="579").elements)) == []
    alone = made_map([element(1, "link", "7")])
    assert pager(alone.elements) == []


@pytest.mark.parametrize(
    ("task", "at", "leads"),
    [
        ("click the 5th search result", 1, "2"),
        ("click the 9th result", 1, "3"),
        ("click the 9th result", 2, "3"),
        ("click the 2nd result", 1, None),
        ("click the 12th result", 3, ">"),
        ("click the 5th link", 1, None),
        ("click Ann", 1, None),
    ],
)
def test_the_page_to_turn_to(task: str, at: int, leads: str | None):
    found = page_to_turn_to(Part(task, ()), FIRST, at)
    assert (found.text if found else None) == leads


def test_a_page_that_is_not_the_last_holds_as_many_as_all_others():
    assert pointed_at("click the 9th result", FIRST.elements, 2) is None


def test_what_goes_on_below_is_not_turned_over():
    below = replace(FIRST, areas=(ScrollArea(Box(0, 0, 600, 540), below=True),))
    assert page_to_turn_to(Part("click the 5th result", ()), below, 1) is None
    assert page_to_turn_to(None, FIRST, 1) is None


@pytest.mark.parametrize(
    ("task", "at", "names", "meant"),
    [
        ("the 5th result", 2, ("Dan", "Eve", "Fay"), "Eve"),
        ("the 9th result", 3, ("Gus", "Hal", "Ida"), "Ida"),
        ("the 4th result", 2, ("Dan",), "Dan"),  # the last page holds fewer
        ("the 2nd result", 1, ("Ann", "Bea"), "Bea"),
        ("the last result", 3, ("Gus", "Hal"), "Hal"),
    ],
)
def test_results_are_counted_over_the_pages(task: str, at: int, names: tuple[str, ...], meant: str):
    numbers = "12" if at == 2 else "123"
    found = pointed_at(task, page(*names, numbers=numbers, turn="<").elements, at)
    assert found is not None
    assert found.text == meant


def test_turning_a_page_is_not_clicking_the_result():
    outline, memory = Outline(["then click the 5th search result"]), Memory()
    options = choices(FIRST, outline, memory)
    assert list(options.clicks.values()) == [21]
    memory.note(Click(21), "click “2”", Effect("confirmed", ""), FIRST, page("Dan", "Eve", "Fay"))
    credit(Click(21), FIRST, page("Dan", "Eve", "Fay"), outline, memory)
    assert not outline.finished
    second = page("Dan", "Eve", "Fay", turn="<>")
    assert list(choices(second, outline, memory).clicks.values()) == [2]
    memory.note(Click(2), "click “Eve”", Effect("confirmed", ""), second, made_map())
    credit(Click(2), second, made_map(), outline, memory)
    assert outline.finished
    assert not outline.parts[0].guessed


def test_the_page_is_remembered():
    memory = Memory()
    good = Effect("confirmed", "")
    memory.note(Click(23), "click “>”", good, FIRST, FIRST)
    assert memory.page == 2
    memory.note(Click(22), "click “3”", good, FIRST, FIRST)
    assert memory.page == 3
    field = made_map([element(1, "field", "Search")])
    memory.note(TypeText("Ann", 1), "type", good, field, field)
    assert memory.page == 1


def test_only_the_way_to_a_result_turns_pages():
    two = FIRST.by_id(21)
    assert turns_a_page(two, Part("click the 5th result", ()), FIRST)
    assert not turns_a_page(two, Part("press 2", ()), FIRST)
