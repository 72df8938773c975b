"""Which clauses of a task ask for something, by the weights that the product ships."""

import json

import pytest

from agent.constraints.parsing import constraints_of
from agent.task.plan import Outline, cut
from agent.task.requests import ONLY_TELLS, asks, only_tells
from tests.support.places import ROOT
from training.requests.sentences import UNREAD, sentences

LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "nl", "pl"}


def test_of_clauses_never_learnt_from_hardly_a_request_is_called_background() -> None:
    unread = sentences(ROOT / UNREAD)
    told = [chance < ONLY_TELLS for chance in asks([each.text for each in unread])]
    lost = [each.text for each, tells in zip(unread, told, strict=True) if each.asks and tells]
    found = [each.text for each, tells in zip(unread, told, strict=True) if tells and not each.asks]

    assert {each.language for each in unread} == LANGUAGES
    assert sum(each.asks for each in unread) == 80 == len(unread) / 2
    # Measured: none of 80, and 44 of 80.
    assert len(lost) <= 0.03 * 80, lost
    assert len(found) >= 0.45 * 80, found


def test_no_clause_is_both_learnt_from_and_unread() -> None:
    learnt = {each.text.strip(" ,;.").lower() for each in sentences()}

    assert not learnt & {each.text.strip(" ,;.").lower() for each in sentences(ROOT / UNREAD)}


@pytest.mark.parametrize(
    "clause",
    [
        "Marta Keller still hasn't paid,",
        "I'm taking the train with my two kids,",
        "my mum doesn't like changing planes",
        "Ich heiße Jana Brandt.",
    ],
)
def test_background_only_tells(clause: str) -> None:
    assert only_tells(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "please send her a reminder",
        "Can you look up the trains?",
        "I need two tickets",
        "make that three",
        "and the red one too",
        "then save",
        "the second tab",
        "Name: Ann",
        "June 12",
    ],
)
def test_what_asks_in_whatever_way_does_not_only_tell(clause: str) -> None:
    assert not only_tells(clause)


def test_capitals_and_ends_do_not_count() -> None:
    assert asks(["Add the red one,"]) == asks([" add the red one."])


def test_an_empty_clause_is_in_doubt() -> None:
    assert not only_tells("")
    assert not only_tells(" ,")
    assert asks([]) == []


def test_a_reason_with_a_request_behind_it_is_no_background() -> None:
    """Sentences of two clauses by another author, each before another request: 40 that ask for
    something, and 40 that only tell."""
    lines = (ROOT / UNREAD).with_name("compound.jsonl").read_text("utf-8").splitlines()
    lost, found = 0, 0
    for told in map(json.loads, lines):
        task = f"{told['text'].rstrip('. ')}. Then open the calendar."
        outline = Outline(cut(task))
        outline.keep_to(constraints_of(task))
        only_told = all(part.done for part in outline.parts[:-1])
        lost += only_told and told["asks"]
        found += only_told and not told["asks"]
    # Measured: 2 (4 where a part was judged as a whole) and 16.
    assert lost <= 2
    assert found >= 16
