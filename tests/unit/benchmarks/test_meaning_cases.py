"""The written parts of tasks: each has its right answer, and no half knows the other."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.meaning import cases
from benchmarks.meaning.cases import Case
from benchmarks.meaning.measure import (
    place_among_all_skills,
    place_among_controls,
    place_among_skills_of_program,
    table,
)
from models.meaning import scoring
from models.meaning.encoder import Encoder, Vectors


@pytest.mark.parametrize("half", cases.HALVES)
def test_each_right_answer_is_among_the_choices(half: str) -> None:
    names = {skill.name for skill in cases.skills()}
    assert {case.right for case in cases.skill_cases(half)} <= names
    windows = cases.controls()
    assert all(case.right in windows[case.among] for case in cases.control_cases(half))


def test_the_halves_have_no_case_in_common() -> None:
    for asked in (cases.skill_cases, cases.control_cases):
        dev, locked = ({case.part for case in asked(half)} for half in cases.HALVES)
        assert dev
        assert locked
        assert not dev & locked


def test_a_window_has_15_to_30_different_controls() -> None:
    for names in cases.controls().values():
        assert 15 <= len(set(names)) == len(names) <= 30


def letters(texts: list[str]) -> Vectors:
    """An encoder that looks at nothing but letters."""
    return np.array(
        [
            [1 + text.lower().count(letter) for letter in "abcdefghijklmnoprstuvwz"]
            for text in texts
        ],
        dtype=np.float32,
    )


def test_places_count_from_one_and_fewer_choices_do_not_make_them_worse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    none = np.zeros((23, 1), np.float32)
    known = scoring.Learnt(none, none, cosine=10.0, named=2.0)
    monkeypatch.setattr(scoring, "learnt", lambda: known)
    network = Encoder(letters, 23)
    by_name = Case("en", "Rename a file or folder", "rename", "files")
    assert place_among_all_skills(network, by_name) == 1

    for case in cases.skill_cases("dev"):
        all_skills = place_among_all_skills(network, case)
        assert 1 <= place_among_skills_of_program(network, case) <= all_skills

    assert place_among_controls(network, Case("en", "Press Inbox", "Inbox", "mail")) == 1


def test_a_table_has_a_line_for_each_language() -> None:
    asked = [Case("en", "", "", ""), Case("en", "b", "", ""), Case("de", "", "", "")]
    lines = list(table(Encoder(letters, 23), asked, lambda _, case: 5 if case.part else 1))

    assert [line.split() for line in lines] == [
        ["cases", "top-1", "top-3", "top-6"],
        ["all", "3", "67", "67", "100"],
        ["de", "1", "100", "100", "100"],
        ["en", "2", "50", "50", "100"],
    ]
