"""Which of several programs is meant: the question, its buttons, and what counts as an answer."""

from __future__ import annotations

import pytest

from agent.control.stop import StopSwitch
from agent.events import Answer, Asking, Event, Judged
from agent.policy.gate import Gate
from agent.policy.picking import MOST, pick
from agent.policy.rules import Rules, Safety
from commands.runs.questions import answers_of
from panel.task import markup
from panel.task.buttons import ANSWERS, buttons_of, card_now
from tests.support.made_maps import made_map

OPTIONS = ("Galculator", "Qalculate!", "<b>Speed</b>Crunch")


def asked(answer: Answer | None, safety: Safety = "risky") -> tuple[int | None, list[Event]]:
    told: list[Event] = []
    gate = Gate(Rules(safety=safety), told.append, StopSwitch(), lambda question, stop: answer)
    return pick(gate, "choose the program for “9 * 13”", OPTIONS, made_map()), told


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [("1", 0), ("3", 2), ("4", None), ("once", None), ("deny", None), (None, None)],
)
def test_only_the_number_of_an_option_chooses(answer: Answer | None, chosen: int | None) -> None:
    number, told = asked(answer)
    assert number == chosen
    question, judged = told
    assert isinstance(question, Asking)
    assert question.options == OPTIONS
    assert isinstance(judged, Judged)
    assert (judged.allowed, judged.number) == (chosen is not None, question.number)


def test_where_nothing_is_asked_the_first_counts_and_with_nobody_there_none() -> None:
    assert asked("3", "trusted") == (0, [])
    nobody = Gate(Rules(), lambda event: None, StopSwitch())
    assert pick(nobody, "which", OPTIONS, made_map()) is None


def test_a_button_for_each_option() -> None:
    _, (question, _) = asked("1")
    assert isinstance(question, Asking)
    shown = buttons_of(question)
    assert shown == {"1": OPTIONS[0], "2": OPTIONS[1], "3": OPTIONS[2], "deny": "None of them"}
    card = card_now(question)
    assert len(card) == 2 + len(ANSWERS)
    assert [button.value for button in card[2:] if button.visible] == list(shown.values())
    usual = card_now(None)[2:]
    assert [button.value for button in usual if button.visible] == [
        "Allow once",
        "Allow for this task",
        "Deny",
    ]
    html = markup.question(question, "data:,")
    assert "Which one?" in html
    assert "<img" not in html


def test_more_than_can_be_shown_are_left_out() -> None:
    told: list[Event] = []
    gate = Gate(Rules(), told.append, StopSwitch(), lambda question, stop: "1")
    pick(gate, "which", [f"Program {n}" for n in range(MOST + 3)], made_map())
    assert isinstance(told[0], Asking)
    assert len(told[0].options) == MOST


def test_in_the_terminal_a_number_or_a_name_is_typed() -> None:
    known = answers_of(OPTIONS)
    assert (known["2"], known["galculator"], known[""], known["d"]) == ("2", "1", "deny", "deny")
    assert "4" not in known
