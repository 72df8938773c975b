"""What a person asks to be told is read on the screen, or worked out, and stands in the report."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.answers.asked import asked_of, is_named, sum_asked
from agent.answers.composing import is_about_this
from agent.answers.facts import candidates
from agent.answers.knowledge import Knowledge
from agent.events import Noted
from agent.task.plan import Outline, Part
from models.runtime.llm import Message
from models.runtime.scripted import Answer, ScriptedModel
from tests.support.as_told import WISHES, obliging
from tests.support.made_form import Given
from tests.support.made_maps import made_map
from vision.core.elements import Element, State
from vision.core.geometry import Box

LETTER = (
    "The party begins at 18:30 on Saturday.",
    "The dentist has a new number: 0171 555 0142.",
    "Mail me: tom@example.org",
)


def never(messages: Sequence[Message], grammar: str) -> str:
    raise AssertionError(f"the model was asked: {messages[-1].content}")


def shown(*lines: str) -> list[Element]:
    return [
        Element(n, "text", line, Box(10, 30 * n, 400, 30 * n + 20), state=State())
        for n, line in enumerate(lines, 1)
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("and tell me the result", ["result"]),
        ("Tell me how many files there are", ["how many files there are"]),
        ("Please tell me the phone number of Anna Berg.", ["phone number of Anna Berg"]),
        ("tell me the total of rent and food", ["total of rent and food"]),
        ("tell me the name and the price", ["name", "price"]),
        ("Sag mir die Telefonnummer und den Namen", ["Telefonnummer", "Namen"]),
        ("et dis-moi le prix", ["prix"]),
        ("tell Ann the result", []),
        ("Tell me a joke", []),
        ("tell me whether it rains", []),
        ("tell me whether sound is on", ["whether sound is on"]),
        ("tell me “hello”", []),
        ("Tell me the result of 17*23", []),  # to be worked out first
        ("Press Send", []),
    ],
)
def test_what_is_asked(text: str, names: list[str]) -> None:
    assert asked_of(Outline([text]).parts[0]) == names


@pytest.mark.parametrize(
    ("task", "formula"),
    [
        ("What is 17*23?", "17*23"),
        ("17*23 =", "17*23"),
        ("Tell me what 12 times 12 is", "12 * 12"),
        ("Tell me the result of 3+4", "3+4"),
        ("How much is 15 % of 240?", "240 * 15 / 100"),
        ("Was ist 5 mal 6?", "5 * 6"),
        ("Compute 17*23 in the calculator", None),
        ("How much is 1200/12 and write it", None),
        ("What is 3 + 4 in the sheet?", None),
        ("What is 2024-05-06?", None),
        ("Open 3/4", None),
    ],
)
def test_a_task_that_is_only_a_calculation(task: str, formula: str | None) -> None:
    assert sum_asked(task) == formula


def test_times_dates_addresses_and_names_are_whole_values() -> None:
    found = candidates([*LETTER, "See https://example.org/a on 12 May 2026, signed by Tom Baker"])
    assert {"18:30", "0171 555 0142", "tom@example.org", "https://example.org/a"} <= set(found)
    assert {"12 May 2026", "Saturday", "Tom Baker"} <= set(found)
    assert not {"18", "30", "12", "2026"} & set(found)


def test_it_is_read_in_the_window_in_front() -> None:
    outline, told = Outline(["tell me when the party begins"]), list[object]()
    asked: list[str] = []

    def ask(messages: Sequence[Message], grammar: str) -> str:
        asked.append(messages[-1].content)
        assert '"18:30"' in grammar
        return "18:30\n"

    knowledge = Knowledge(told.append, ask)
    knowledge.inform(outline, made_map(shown(*LETTER)), {})
    assert outline.finished
    assert knowledge.answers == ["When the party begins: 18:30"]
    assert Noted("When the party begins: 18:30") in told
    assert len(asked) == 1
    assert LETTER[0] in asked[0]


def test_what_nothing_there_is_called_is_told_with_a_doubt() -> None:
    outline = Outline(["tell me the fax number in this letter"])
    knowledge = Knowledge(ask=lambda messages, grammar: "0171 555 0142\n")
    assert knowledge.inform(outline, made_map(shown(*LETTER)), {}, waits=True)
    assert knowledge.answers == []
    assert not knowledge.inform(outline, made_map(shown(*LETTER)), {})
    assert knowledge.answers == ["Fax number in this letter: 0171 555 0142"]
    assert knowledge.doubts == ["Nothing there has this name; “0171 555 0142” was taken instead."]
    assert is_named("phone number of the dentist", LETTER)
    assert is_named("how many there are", LETTER), "its words tell nothing"


def test_a_page_that_was_still_loading_is_read_again() -> None:
    outline = Outline(["tell me the fax number"])
    knowledge = Knowledge(
        ask=lambda messages, grammar: "555 1\n" if "555 1" in grammar else "Home\n"
    )
    assert knowledge.inform(outline, made_map(shown("Home", "Loading…")), {}, waits=True)
    assert not knowledge.inform(outline, made_map(shown("Home", "Fax: 555 1")), {}, waits=True)
    assert knowledge.answers == ["Fax number: 555 1"]
    assert knowledge.doubts == []


def test_a_result_that_is_known_is_told_without_the_model() -> None:
    outline = Outline(["and tell me the result"])
    knowledge = Knowledge(ask=never)
    knowledge.facts.known["result"] = "391"
    knowledge.inform(outline, made_map(), {})
    assert knowledge.answers == ["Result: 391"]


def test_what_is_not_there_is_looked_for_in_three_windows_at_most() -> None:
    outline, asked = Outline(["tell me the fax number"]), list[str]()

    def ask(messages: Sequence[Message], grammar: str) -> str:
        asked.append(grammar)
        return "not there\n"

    knowledge = Knowledge(ask=ask)
    for line in ("Dear Ann,", "Dear Ann,", LETTER[1]):
        knowledge.inform(outline, made_map(shown(line)), {})
    assert len(asked) == 2, "the same texts are read once"
    assert knowledge.informing.not_shown(outline) == ""
    for line in LETTER[2], "Yours, Tom":
        knowledge.inform(outline, made_map(shown(line)), {})
    assert len(asked) == 3
    assert knowledge.informing.not_shown(outline) == "fax number"
    assert knowledge.answers == []


def test_a_calculation_in_a_longer_task_is_worked_out() -> None:
    outline = Outline(["What is 17*23?", "Write the result in Mousepad"])
    knowledge = Knowledge(ask=never)
    knowledge.compute(outline, made_map(), {}, lambda text: False)
    assert knowledge.answers == ["17*23 = 391"]
    knowledge.read(outline, made_map(), {})
    assert "391" in outline.open_values


def test_two_calculations_are_left_to_the_model() -> None:
    outline = Outline(["What is 17*23 and 4*5?"])
    knowledge = Knowledge(ask=lambda messages, grammar: "")
    knowledge.compute(outline, made_map(), {}, lambda text: False)
    assert knowledge.answers == []


@pytest.mark.parametrize(
    ("text", "this"),
    [
        ("Tell me who wrote this letter", True),
        ("Fasse diese Seite zusammen", True),
        ("Write “this letter”", False),
        ("Write a letter", False),
    ],
)
def test_what_points_at_what_is_seen(text: str, this: bool) -> None:
    assert is_about_this(text) is this


SPLIT = "- Enter “Ann Lee” as full name\n- and tell me the name that stands there\n"


def reading(value: str, wishes: Sequence[dict[str, str]] = WISHES) -> Answer:
    """A model that does as told, and reads this value in a window that shows it."""
    does = obliging(wishes, SPLIT)

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        if grammar is not None and '"not there"' in grammar:
            return f"{value}\n" if f'"{value}"' in grammar else "not there\n"
        return does(messages, grammar)

    return answer


@pytest.mark.parametrize(
    ("wish", "kind", "said"),
    [
        ({"cannot": "it is not here"}, "failed", "it is not here. Not done: “Tell me the fax"),
        ({"done": "it was told"}, "unsure", "Check whether “Tell me the fax number” is done"),
    ],
)
def test_a_run_that_was_asked_what_nothing_shows_is_not_done(
    wish: dict[str, str], kind: str, said: str
) -> None:
    model = ScriptedModel(reading("555", wishes=[wish]))
    ran = Given().run(model, "Tell me the fax number")
    assert ran.outcome.kind == kind
    assert said in ran.outcome.message
    assert ran.book.calls == [], "nothing is written or pressed for it"


def test_a_run_tells_what_it_was_asked() -> None:
    task = "Enter “Ann Lee” as full name and tell me the name that stands there"
    ran = Given().run(ScriptedModel(reading("Ann Lee")), task)
    assert ran.outcome.message.startswith("Name that stands there: Ann Lee. ")
    assert ran.told.descriptions[0] == "type “Ann Lee” into “Full name” (field)"


def test_a_part_knows_what_it_asks_by_its_words_alone() -> None:
    assert asked_of(Part("tell me the price of Tea", ("Tea",))) == ["price of Tea"]
