"""What a person asks to be told is told by the model; calculations are worked out."""

from __future__ import annotations

import pytest

from agent.events import Noted
from agent.knowledge import Knowledge
from agent.task.asked import asked_of, sum_asked
from agent.task.plan import Outline, Part
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import obliging
from tests.support.made_form import Given
from tests.support.made_maps import made_map


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("and tell me the result", "the result"),
        ("Please tell me the phone number of Anna Berg.", "the phone number of Anna Berg."),
        ("Sag mir die Telefonnummer und den Namen", "die Telefonnummer und den Namen"),
        ("tell me whether sound is on", "whether sound is on"),
        ("tell Ann the result", ""),
        ("Tell me the result of 17*23", ""),  # to be worked out first
        ("Press Send", ""),
    ],
)
def test_what_is_asked(text: str, what: str) -> None:
    assert asked_of(Outline([text]).parts[0]) == what


def test_a_part_knows_what_it_asks_by_its_words_alone() -> None:
    assert asked_of(Part("tell me the price of Tea", ("Tea",))) == "the price of Tea"


@pytest.mark.parametrize(
    ("task", "formula"),
    [
        ("What is 17*23?", "17*23"),
        ("17*23 =", "17*23"),
        ("Tell me the result of 3+4", "3+4"),
        ("Compute 17*23 in the calculator", None),
        ("How much is 1200/12 and write it", None),
        ("What is 3 + 4 in the sheet?", None),
        ("What is 2024-05-06?", None),
        ("Open 3/4", None),
    ],
)
def test_a_task_that_is_only_a_calculation(task: str, formula: str | None) -> None:
    known = sum_asked(task)
    assert (known and known[0]) == formula


def test_a_calculation_in_a_longer_task_is_worked_out_and_written() -> None:
    plan, told = Outline(["What is 17*23?", "Write the result in Mousepad"]), list[object]()
    knowledge = Knowledge(told.append)
    knowledge.prepare(plan, made_map())
    assert knowledge.answers == ["17*23 = 391"]
    assert Noted("17*23 = 391") in told
    plan.use("Mousepad")  # it is open by now
    knowledge.prepare(plan, made_map())
    assert plan.open_values == ["391"]
    assert plan.parts[1].foreign, "these are not the person's own words"


def test_two_calculations_are_left_to_the_model() -> None:
    plan, knowledge = Outline(["What is 17*23 and 4*5?"]), Knowledge()
    knowledge.prepare(plan, made_map())
    assert knowledge.answers == []


@pytest.mark.parametrize(
    ("wish", "kind", "said"),
    [
        ({"cannot": "it is not here"}, "failed", "it is not here. Not done: “Tell me the fax"),
        ({"done": "it was told"}, "unsure", "Check whether “Tell me the fax number” is done"),
        ({"answer": "The fax number is 555"}, "done", "The fax number is 555"),
    ],
)
def test_a_run_that_was_asked_tells_what_the_model_says(
    wish: dict[str, str], kind: str, said: str
) -> None:
    ran = Given().run(ScriptedModel(obliging([wish])), "Tell me the fax number")
    assert ran.outcome.kind == kind
    assert said in ran.outcome.message
    assert ran.book.calls == [], "nothing is written or pressed for it"


def test_what_the_model_told_is_what_the_next_part_writes() -> None:
    plan = Outline(["Summarise this page", "and write it in Mousepad"])
    assert asked_of(plan.parts[0]) == "this page"
    knowledge = Knowledge()
    knowledge.told("The library opens at 9.")
    plan.parts[0].done = True
    plan.use("Mousepad")  # it is open by now
    knowledge.prepare(plan, made_map())
    assert plan.open_values == ["The library opens at 9."]
