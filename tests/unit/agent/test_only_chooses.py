"""A click on a thing finishes only what asks to choose it. The wordings were written before the
rule was tried on them."""

from __future__ import annotations

import pytest

from agent.actions import Click
from agent.task.plan import Outline
from agent.task.progress import only_chooses
from tests.support.made_maps import element, made_map
from vision.core.elements import Kind

DEEDS: tuple[tuple[str, str, Kind], ...] = (
    ("Get rid of holiday.png", "holiday.png", "list item"),
    ("Send the report to the printer", "report", "list item"),
    ("Copy Invoice 12 into Archive", "Invoice 12", "list item"),
    ("Lege Rechnung in den Papierkorb", "Rechnung", "list item"),
    ("Renomme photo.jpg", "photo.jpg", "icon"),
    ("Answer the mail Dinner", "Dinner", "list item"),
    ("Borra la nota Compra", "Compra", "list item"),
    ("Archive the message Spring sale", "Spring sale", "checkbox"),
    ("Remove Dark mode from the list", "Dark mode", "checkbox"),
)
CHOICES: tuple[tuple[str, str, Kind], ...] = (
    ("Klicke auf Kontakte", "Kontakte", "list item"),
    ("Ouvre photo.jpg", "photo.jpg", "icon"),
    ("Selecciona la nota Compra", "Compra", "list item"),
    ("Activate Spring sale", "Spring sale", "checkbox"),
    ("Switch Dark mode on", "Dark mode", "checkbox"),
)


def chosen_only(text: str, name: str, kind: Kind) -> bool:
    plan = Outline([text])
    plan.parts[0].values = plan.parts[0].values or (name,)
    return only_chooses(Click(1), made_map([element(1, kind, name)]), plan)


@pytest.mark.parametrize("case", DEEDS, ids=lambda case: case[0])
def test_a_deed_is_not_done_by_choosing_its_thing(case: tuple[str, str, Kind]) -> None:
    assert chosen_only(*case)


@pytest.mark.parametrize("case", CHOICES, ids=lambda case: case[0])
def test_a_choice_is(case: tuple[str, str, Kind]) -> None:
    assert not chosen_only(*case)


def test_a_button_does_what_it_is_called() -> None:
    assert not chosen_only("Delete the file", "Delete", "button")
