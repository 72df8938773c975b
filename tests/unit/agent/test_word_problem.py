"""Questions that need a calculation which the task does not say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from agent.actions import OpenApp
from agent.answers.knowledge import Knowledge
from agent.answers.word_problem import asking, calculation_for, numbers_in
from agent.apps.application import Application
from agent.apps.first import ApplicationsFirst
from agent.apps.selection import Wanted
from agent.events import Noted
from agent.task.plan import Outline, parse_split
from models.runtime.llm import Message
from tests.support.made_maps import keypad, made_map
from vision.core.elements import Element

FRIENDS = ["Three friends share 174 equally.", "How much does each of them get?"]


def worked_out(parts: list[str], reply: str = "") -> tuple[str, ...] | None:
    """The values of the part; with an empty reply the model must not be asked."""

    def ask(messages: Sequence[Message], grammar: str) -> str:
        assert reply, "the model was asked"
        assert " ".join(parts) == messages[-1].content
        assert '"174"' in grammar
        assert '"3"' in grammar
        return reply

    part = calculation_for(asking(Outline(parts)), ask)
    return part.values if part is not None else None


def test_numbers_in_digits_in_words_and_of_units() -> None:
    assert numbers_in("Three friends share 174, and 2.5 each") == ["174", "2.5", "3"]
    assert numbers_in("15 percent of 80") == ["15", "80", "100"]
    assert numbers_in("How many minutes are 3 hours?") == ["3", "60"]


def test_a_question_becomes_one_part_with_its_calculation() -> None:
    assert worked_out(FRIENDS, "174 / 3\n") == ("174 / 3",)


@pytest.mark.parametrize("reply", ["", "174 /", "3 * 3\n", "no idea\n"])
def test_what_is_no_calculation_with_the_numbers_given_is_not_taken(reply: str) -> None:
    assert worked_out(FRIENDS, reply or " ") is None


@pytest.mark.parametrize(
    "task",
    [
        "What is 12 * 7?",  # says how
        "Enter 12 and 7 and press Save",  # asks for no result
        "How much does each of them get?",  # no numbers
        "Write “How much is 3 of 174?” into the note",  # a text
    ],
)
def test_other_tasks_are_left_as_they_are(task: str) -> None:
    assert worked_out([task]) is None


def test_the_parts_that_are_done_stay() -> None:
    outline = Outline(["Open the calculator", *FRIENDS])
    outline.parts[0].done = True
    part = calculation_for(asking(outline), lambda messages, grammar: "174 / 3")
    assert part is not None
    outline.put(part, asking(outline))
    assert outline.lines() == ("✓ Open the calculator", f"· {' '.join(FRIENDS)}")
    assert outline.open_values == ["174 / 3"]
    assert [part.calculated for part in outline.parts] == ["", "174 / 3"]


def test_what_was_done_in_between_stays() -> None:
    outline = Outline([FRIENDS[0], "Open the calculator", FRIENDS[1], "Save it"])
    outline.parts[1].done = True
    first, _, second, _ = outline.parts
    outline.put(Outline([" ".join(FRIENDS)]).parts[0], [first, second])
    assert outline.lines() == (f"· {' '.join(FRIENDS)}", "✓ Open the calculator", "· Save it")


def test_what_follows_the_question_stays() -> None:
    parts = [*FRIENDS, "Write the result in Mousepad", "and save it"]
    assert [part.text for part in asking(Outline(parts))] == FRIENDS
    told = ["How much is the bill?", "A tea costs 3 and a cake 4.", "Save it."]
    assert [part.text for part in asking(Outline(told))] == told[:2]
    outline = Outline(parts)
    knowledge = Knowledge(ask=lambda messages, grammar: "174 / 3\n")
    knowledge.work_out(outline, made_map(keypad()), {})
    assert outline.lines()[1:] == ("· Write the result in Mousepad", "· and save it")
    outline.parts[0].done = True
    outline.use("Mousepad")
    knowledge.read(outline, made_map(keypad()), {})
    assert outline.open_values == ["58"]


def test_the_result_of_a_calculation_that_is_said_is_known_too() -> None:
    outline = Outline(["Calculate 12 * 7", "and write the result in the note"])
    knowledge = Knowledge(ask=lambda messages, grammar: "")
    knowledge.work_out(outline, made_map(keypad()), {})
    outline.parts[0].done = True
    knowledge.read(outline, made_map(keypad()), {})
    assert outline.open_values == ["84"]


def test_a_question_is_a_part_of_its_own() -> None:
    said = parse_split("- What is 23 times 19? Write the result in Mousepad")
    assert said == ["What is 23 times 19?", "Write the result in Mousepad"]


@pytest.mark.parametrize(
    ("spoken_of", "shown", "worked"),
    [(False, [], True), (True, [], False), (False, keypad(), False)],
)
def test_what_needs_no_program_is_worked_out_without_touching_the_screen(
    spoken_of: bool, shown: list[Element], worked: bool
) -> None:
    outline = Outline([*FRIENDS, "Write the result in Mousepad"])
    told: list[object] = []
    knowledge = Knowledge(told.append, lambda messages, grammar: "174 / 3\n")
    knowledge.compute(outline, made_map(shown), {}, lambda text: spoken_of)
    assert knowledge.answers == (["174 / 3 = 58"] if worked else [])
    assert (Noted("174 / 3 = 58") in told) == worked
    assert outline.lines()[0].startswith("✓" if worked else "·")
    if worked:
        outline.use("Mousepad")
        knowledge.read(outline, made_map([]), {})
        assert outline.open_values == ["58"]


def test_the_program_by_whose_name_a_part_calls_is_meant() -> None:
    calculator = Wanted(Application("c", "Galculator"), (), ("times", "result"))
    editor = Wanted(Application("m", "Mousepad"), (), ("Mousepad",))
    none: Any = None
    first = ApplicationsFirst(none, none, none, none, none, wanted=[calculator, editor])
    first.at = calculator
    outline = Outline(["What is 23 times 19?", "Write the result in Mousepad"])
    assert first.due(outline, made_map([])) is None
    outline.parts[0].done = True
    opening = first.due(outline, made_map([]))
    assert opening == OpenApp("Mousepad")
