"""What a task says is not wanted is not pressed, by the names of buttons."""

from __future__ import annotations

import pytest

from agent.actions import Click, OpenApp
from agent.constraints.deeds import Selection
from agent.constraints.forbidden import forbidden
from agent.constraints.parsing import constraints_of
from agent.policy.rules import Rules
from tests.support.made_maps import element, made_map, window


@pytest.mark.parametrize(
    ("task", "name", "kept"),
    [
        ("Put my basket right, but don't check out yet.", "Go to checkout", True),
        ("Save it, but do not submit yet", "Submit application", True),
        ("Speichere den Entwurf, ohne ihn zu senden", "Senden", True),
        ("Put my basket right, but don't check out yet.", "Update basket", False),
        ("Close it without saving", "Close without saving", False),
    ],
)
def test_a_button_that_says_what_is_not_wanted_is_not_pressed(task: str, name: str, kept: bool):
    page = made_map([element(1, "button", name)], [window(2, "Page", active=True)])
    found = forbidden(Click(1), page, constraints_of(task), Rules(), Selection())
    assert (found is not None) == kept


@pytest.mark.parametrize(
    ("task", "kept"),
    [
        ("Write it down, but don't use Writer for it", True),
        ("Verwende dafür nicht Writer: öffne den Editor", True),
        ("Open Writer, and only there write “x”", False),
        ("List it with Calc, and without launching Writer", True),
        ("Note the price in Mousepad; do not open Writer", True),
        ("Put it into Writer, but do not open the attachment", False),
        ("Note it in Writer, and do not print it from Writer", False),
        ("Note the price in a letter, do not open Mousepad", False),
        ("Read the heading out and do not open any program", True),
    ],
)
def test_a_program_that_is_not_to_be_used_is_not_opened(task: str, kept: bool):
    action = OpenApp("LibreOffice Writer")
    found = forbidden(action, made_map(), constraints_of(task), Rules(), Selection())
    assert (found is not None) == kept
