"""A box that is as the task wants it is not turned round."""

from __future__ import annotations

import pytest

from agent.actions import Click
from agent.constraints.ticks import objection, wanted_state
from tests.support.made_maps import element, made_map
from vision.core.elements import State


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
