"""Decisions on made screens: the same for a seed, and each can be decided rightly."""

from __future__ import annotations

from random import Random

from training.decisions.cases import in_a_browser, made_cases


def test_a_seed_makes_the_same_decisions_again() -> None:
    first, again, other = (list(made_cases(20, seed)) for seed in (1, 1, 2))
    assert [case.as_plain() for case in first] == [case.as_plain() for case in again]
    assert [case.tasks for case in first] != [case.tasks for case in other]


def test_what_is_right_is_on_the_screen_and_said_in_the_task() -> None:
    for case in made_cases(300, 3):
        texts = {element.id: element.text for element in case.screen.elements}
        assert case.right
        assert all(task.strip() for task in case.tasks)
        for act in case.right:
            assert act.target is None or texts[act.target] == act.name


def test_the_bar_of_a_browser_leaves_the_page_as_it_is() -> None:
    case = next(iter(made_cases(1, 4)))
    more = in_a_browser(case, Random(1))
    assert set(case.screen.elements) < set(more.screen.elements)
    numbers = [element.id for element in more.screen.elements]
    assert len(set(numbers)) == len(numbers)
    assert more.right == case.right
