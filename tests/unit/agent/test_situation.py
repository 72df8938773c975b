"""Suggestions among one another: the odds of skills, and how likely one is right."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from agent.actions import Action, Click, Press, UseSkill
from agent.deciding.situation import AHEAD, Suggestion, among_steps, chance

FIRST, SECOND = (Suggestion(Click(n), f"click {n}", score=math.log(n)) for n in (3, 1))


def skill(odds: float, first: Action | None = None) -> Suggestion:
    return Suggestion(UseSkill("made", (("as", "do it"),)), "do it", score=odds, first=first)


def test_a_skill_as_likely_as_all_steps_together_stands_before_them() -> None:
    *steps, placed = among_steps([FIRST, SECOND, skill(0.0)])
    assert steps == [FIRST, SECOND]
    assert placed.score == pytest.approx(math.log(4))


def test_a_skill_that_is_hardly_meant_stands_behind_what_is_likely() -> None:
    *_, placed = among_steps([FIRST, SECOND, skill(-2.0)])
    assert placed.score < SECOND.score


def test_a_skill_stands_just_before_its_own_first_step() -> None:
    *_, placed = among_steps([FIRST, SECOND, skill(-9.0, SECOND.action)])
    assert SECOND.score < placed.score < FIRST.score
    *_, placed = among_steps([FIRST, SECOND, skill(-9.0, Press("enter"))])
    assert placed.score < SECOND.score


def test_a_skill_takes_the_place_of_a_step_that_does_the_same() -> None:
    saves = replace(skill(-9.0), instead=(FIRST.action,))
    kept, placed = among_steps([FIRST, SECOND, saves])
    assert kept == SECOND
    assert placed.score > FIRST.score


def test_skills_alone_keep_their_odds() -> None:
    assert [each.score for each in among_steps([skill(1.0)])] == [1.0]


def test_no_odds_hold_against_what_has_to_come_first() -> None:
    due = Suggestion(Press("alt+tab"), "go to the other window", score=AHEAD)
    *_, placed = among_steps([due, FIRST, SECOND, skill(3.0)])
    assert placed.score == pytest.approx(math.log(4) + 3)


def test_a_skill_is_no_other_choice_beside_its_first_step() -> None:
    found = among_steps([FIRST, SECOND, skill(-9.0, FIRST.action)])
    assert chance(FIRST.score, found) == pytest.approx(0.75)
    found = among_steps([FIRST, SECOND, skill(0.0)])
    assert chance(FIRST.score, found) == pytest.approx(3 / 8), "another skill is another choice"
