"""A box that is as the task wants it is not turned round."""

from __future__ import annotations

import pytest

from agent.actions import Click
from agent.constraints.ticks import objection, unasked, wanted_state
from agent.control.stop import StopSwitch
from agent.policy.gate import Gate
from agent.policy.rules import Rules
from tests.support.made_maps import element, made_map
from vision.core.elements import State
from vision.core.geometry import Box


@pytest.mark.parametrize(
    ("task", "wanted"),
    [
        ("Turn on Sync", True),
        ("Switch Sync off, then press Apply", False),
        ("Press Apply and turn off Sync", False),
        ("Turn off Radio and Sync.", False),
        ("Enable Radio. Disable Sync.", False),
        ("I want Sync", True),
        ("Remove the tick at Sync", False),
        ("Enlève la coche « Sync »", False),
        ("Do not forget to tick Sync", True),
        ("Ohne Radio, aber mit Sync", None),
        ("Untick Sync and click on Apply", False),
        ("Untick Radio, then I want Sync", True),
        ("I don't want Sync", False),
        ("Tick Sync and untick Radio", True),
        ("Make sure that Sync is ticked", True),
        ("Schalte Sync ein", True),
        ("Schalte Sync aus", False),
        ("Kreuze Sync an", True),
        ("Désactive Sync", False),
        ("Activa Sync", True),
        ("Wyłącz Sync", False),
        ("Zet Sync uit", False),
        ("Toggle Sync", None),
        ("Click Sync", None),
        ("Turn on Radio", None),
        ("Turn on Sync. Turn off Sync.", None),
    ],
)
def test_what_a_task_wants_of_a_box(task: str, wanted: bool | None) -> None:
    assert wanted_state("Sync", task) is wanted


def test_only_a_click_that_turns_it_round_is_objected_to() -> None:
    on = made_map([element(1, "checkbox", "Sync", state=State(checked=True))])
    off = made_map([element(1, "checkbox", "Sync", state=State(checked=False))])
    assert objection(Click(1), on, "Turn on Sync") is not None
    assert objection(Click(1), off, "Turn on Sync") is None
    assert objection(Click(1), off, "Turn off Sync") is not None
    assert objection(Click(1), on, "Turn off Sync") is None


@pytest.mark.parametrize(
    ("task", "box", "refused"),
    [
        ("Have my old sofa collected", "Fridge", True),
        ("Have my old sofa collected", "Sofa", False),
        ("Have my old sofa and the icebox collected", "Fridge", False),
        ("Have everything collected", "Fridge", False),
        ("Make the letters larger", "Weekly summary", True),
        ("I want no summary each week", "Weekly summary", False),
        ("Register Ada Lovelace", "Newsletter", True),
        ("Melde mich zum Newsletter an", "Newsletter", False),
    ],
)
def test_a_box_of_which_the_task_does_not_speak_is_left_alone(
    task: str, box: str, refused: bool
) -> None:
    map_ = made_map([element(1, "checkbox", box, state=State(checked=False))])
    assert (unasked(Click(1), map_, task, ()) is not None) == refused
    assert unasked(Click(1), map_, task, (box,)) is None


def test_a_box_without_a_name_is_called_by_its_row() -> None:
    rows = []
    for number, name in enumerate(("Ada Lovelace", "Ida Rhodes")):
        top = 20 + 40 * number
        rows.append(element(number, "checkbox", "", Box(20, top, 36, top + 16)))
        rows.append(element(10 + number, "text", name, Box(60, top, 160, top + 16)))
    task = "Tick Ada Lovelace in the list"
    assert unasked(Click(0), made_map(rows), task, ()) is None
    assert unasked(Click(1), made_map(rows), task, ()) is not None


def test_another_answer_than_the_one_that_the_task_says_is_not_chosen() -> None:
    answers = [element(n, "radio", name) for n, name in enumerate(("Once", "Weekdays", "Daily"))]
    assert unasked(Click(1), made_map(answers), "Wake me on weekdays", ()) is None
    assert unasked(Click(0), made_map(answers), "Wake me on weekdays", ()) is not None
    assert unasked(Click(0), made_map(answers), "Wake me on 3 May", ()) is None


@pytest.mark.parametrize(
    ("share", "task", "kind"),
    [
        (0.95, "Approve what is within the limit", "allowed"),
        (0.6, "Approve what is within the limit", "refused"),
        (None, "Approve what is within the limit", "refused"),
        (0.95, "Approve what is within the limit, but not the taxi", "refused"),
    ],
)
def test_a_sure_model_may_click_a_box_of_which_the_task_does_not_speak(
    share: float | None, task: str, kind: str
) -> None:
    rows = [element(1, "checkbox", "Taxi", Box(20, 20, 36, 36)), element(2, "text", "40 euros")]
    gate = Gate(Rules(), lambda event: None, StopSwitch(), task=task)
    assert gate.review(1, Click(1), "", made_map(rows), share=share).kind == kind
    forbidden = "not the taxi" in task
    assert gate.refuses(Click(1), made_map(rows))
    assert gate.refuses(Click(1), made_map(rows), taught=True) == forbidden
