"""Which phrases of a task forbid something: tasks in eight languages by two authors who did not
know the program (tests/data/prohibitions), most of which do it without "do not"."""

from __future__ import annotations

import pytest

from agent.constraints.parsing import constraints_of
from agent.constraints.prohibitions import Phrases, cut, led
from training.prohibitions.__main__ import UNREAD, Task, tasks

# Of 186 tasks that forbid something 144, and 34 of 94 that only sound so; by words of the lexicon
# alone 65 and 53.
_FOUND, _FALSE = 141, 37


def is_found(told: Task) -> bool:
    """Whether some of what a task forbids is found; of one that forbids nothing, whether any is."""
    text = told["task"]
    found = [one for one in constraints_of(text).found if one.kind in ("not", "except")]
    if not told["forbids"]:
        return bool(found)
    starts = [(text.find(one["said"]), len(one["said"])) for one in told["forbids"]]
    return any(
        max(place[0], at) + 1 < min(place[1], at + size)
        for place in (one.place(text) for one in found)
        for at, size in starts
    )


def test_prohibitions_are_found_in_most_unread_tasks() -> None:
    known = tasks(UNREAD)
    forbid = [is_found(told) for told in known if told["forbids"]]
    others = [is_found(told) for told in known if not told["forbids"]]
    assert (len(forbid), len(others)) == (186, 94)
    assert sum(forbid) >= _FOUND
    assert sum(others) <= _FALSE


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("Invite the whole choir. Mrs Abel has her invitation already.", "Mrs Abel"),
        ("Mahn alle Mitglieder an. Die Familie Kranz geht leer aus.", "Familie Kranz"),
    ],
)
def test_what_is_spared_in_other_words_is_protected(task: str, name: str) -> None:
    (one,) = constraints_of(task).found
    assert one.learnt
    assert any(name in each or each in name for each in one.names)


@pytest.mark.parametrize(
    "task",
    [
        "There is no room left in the hall, so book the gym for Friday.",
        "I could not find the letter from the bank. Search for it, please.",
        "Die Heizung geht nicht mehr, stell sie auf 22 Grad.",
    ],
)
def test_what_only_tells_something_forbids_nothing(task: str) -> None:
    assert not constraints_of(task).found


def test_a_text_is_cut_at_clauses_asides_and_exceptions() -> None:
    text = "Pay all bills - the gas can wait - mail me, but nobody else, except Ann."
    assert [text[start:end].strip() for start, end in cut(text)] == [
        "Pay all bills -",
        "the gas can wait -",
        "mail me,",
        "but nobody else,",
        "except Ann.",
    ]


def test_what_joins_a_phrase_to_the_one_before_is_no_part_of_it() -> None:
    assert led("and please leave it") == "leave it"
    assert led("but not now") == "not now"
    assert led("I like it") == "I like it"
    assert led("but") == "but"


def test_phrases_of_one_sentence_that_follow_one_another_are_one() -> None:
    phrases = Phrases("One thing, another thing. A third thing.", {})
    chances = {span: 1.0 for span in cut(phrases.text)}
    joined = Phrases(phrases.text, chances).forbidding([])
    assert [phrases.text[a:b].strip() for a, b in joined] == [
        "One thing, another thing.",
        "A third thing.",
    ]
    assert Phrases(phrases.text, chances).forbidding([(0, 3)]) == [joined[1]]


def test_a_text_without_words_has_no_phrases() -> None:
    assert not Phrases.of(" … ").chances
