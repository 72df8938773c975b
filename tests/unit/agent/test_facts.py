"""What a task says that a window tells, read from that window."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.answers.facts import Facts, candidates, source_of, told_by
from agent.answers.knowledge import Knowledge
from agent.events import Event, Noted
from agent.skills.procedures.sheet import cell_of, result_in_sheet
from agent.task.plan import Outline
from models.runtime.llm import Message
from tests.support.made_maps import made_map
from vision.core.elements import Element
from vision.core.geometry import Box


def never(messages: Sequence[Message], grammar: str) -> str:
    raise AssertionError(f"the model was asked: {messages[-1].content}")


def saying(reply: str) -> Facts:
    return Facts(lambda messages, grammar: f"{reply}\n")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The letter tells a telephone number.", ["telephone number"]),
        (
            "The text file shows hours worked and the pay per hour.",
            ["hours worked", "pay per hour"],
        ),
        ("Der Brief nennt eine Telefonnummer.", ["Telefonnummer"]),
        ("Open the letter and save it", []),
        ("The page says “no”", []),
        ("Press Send", []),
    ],
)
def test_what_a_part_says_that_something_tells(text: str, names: list[str]) -> None:
    assert told_by(text) == names


def test_what_stands_behind_its_name_is_read_without_the_model() -> None:
    outline = Outline(["The file shows hours worked and the pay per hour.", "Multiply them"])
    facts = Facts(never)
    found = facts.read(outline.current, ["Hours worked: 34\nPay per hour: 27"])
    assert found == {"hours worked": "34", "pay per hour": "27"}
    assert outline.lines()[0].startswith("✓")
    facts.ask = lambda messages, grammar: "34 * 27\n"
    assert facts.fill(outline.current)
    assert outline.open_values == ["34 * 27"]


def test_the_model_chooses_among_what_stands_there() -> None:
    text = "Dear Ann, our new telephone number is 0171 555 0142."
    assert "0171 555 0142" in candidates([text])
    outline = Outline(["The letter tells a fax number.", "write only this number into it"])
    facts = saying("0171 555 0142")
    assert facts.read(outline.current, [text]) == {"fax number": "0171 555 0142"}
    assert facts.fill(outline.current)
    assert outline.open_values == ["0171 555 0142"]


@pytest.mark.parametrize("reply", ["not there", "0171 999"])
def test_what_is_not_there_is_not_made_up(reply: str) -> None:
    outline = Outline(["The letter tells a fax number.", "Write this number"])
    facts = saying(reply)
    assert facts.read(outline.current, ["Dear Ann, call 0171 555 0142."]) == {}
    assert not facts.fill(outline.current)
    assert outline.lines()[0].startswith("·")
    facts.ask = never
    assert facts.read(outline.current, ["Dear Ann"]) == {}, "it is asked once"


def test_what_is_told_in_passing_becomes_the_value_of_its_part() -> None:
    outline = Outline(["Put the motto that the web page shows on the slide as its title"])
    facts = saying("Small steps every day")
    assert facts.read(outline.current, ["The motto of this week:", "Small steps every day"])
    assert outline.lines() == ("· Put the motto on the slide as its title",)
    assert outline.open_values == ["Small steps every day"]


def test_a_part_that_refers_to_nothing_known_gets_no_value() -> None:
    facts = saying("7")
    facts.known["date of the party"] = "12 May 2026"
    outline = Outline(["write this date into the note"])
    assert facts.fill(outline.current)
    assert outline.open_values == ["12 May 2026"]
    assert not facts.fill(Outline(["write this name into the note"]).current)
    assert not facts.fill(Outline(["press this button"]).current)


def test_the_window_that_tells_something_is_named_by_the_part() -> None:
    assert source_of("Put the motto that the web page shows on the slide") == "the web page"
    assert source_of("The text file shows hours worked") == "The text file"
    assert source_of("Press Send") is None


def test_a_result_is_told_beside_the_label_of_its_field() -> None:
    facts = Facts(never, {"result": "393", "sum": "393"})
    outline = Outline(["then enter the sum as Total on the web page"])
    assert facts.fill(outline.current)
    assert outline.open_values == ["393", "Total"]
    assert outline.lines() == ("· then enter the sum “393” as Total on the web page",)
    assert not facts.fill(outline.current), "once"


def test_the_result_of_a_formula_is_read_in_its_cell() -> None:
    def text(number: int, said: str, left: int, top: int) -> Element:
        return Element(number, "text", said, Box(left, top, left + 8 * len(said), top + 10))

    sheet = [text(1, "A", 715, 100), text(2, "B", 797, 100), text(3, "C", 879, 100)]
    sheet += [text(4, "1", 655, 120), text(5, "Taxi", 690, 120), text(6, "18", 820, 120)]
    sheet += [text(7, "2", 655, 137), text(8, "393", 812, 137)]
    map_ = made_map(sheet)
    assert cell_of("B2", map_) == "393"
    assert cell_of("A1", map_) == "Taxi"
    assert cell_of("C2", map_) is None
    assert cell_of("B9", map_) is None
    assert result_in_sheet(["=SUM(B1:B1)", "B2"], map_) == "393"
    assert result_in_sheet(["7", "B2"], map_) is None
    heard: list[Event] = []
    knowledge = Knowledge(heard.append, never)
    knowledge.done(Outline(["Enter “=SUM(B1:B1)” in B2"]).parts[0], map_)
    assert knowledge.facts.known["total"] == "393"
    assert heard == [Noted("Read on the screen: result: 393")]
    said = Knowledge(ask=never)
    said.done(Outline(["sum them in B2"]).parts[0], map_)
    assert said.facts.known["sum"] == "393", "a formula that is said in words"
