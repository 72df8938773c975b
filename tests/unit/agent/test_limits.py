"""Names that the task does not say, but how they begin and end."""

from __future__ import annotations

import pytest
from agent.choices import choices
from agent.limits import fits_limits, open_limits

from agent.actions import Click, TypeText
from agent.crediting import credit
from agent.deciding.decider import in_order
from agent.memory import Memory
from agent.outline import Outline
from tests.support.made_maps import element, made_map

TASK = ['Enter an item that starts with "Sa"', 'and ends with "ino".']
FIELD = element(1, "field", "Tags")
FOUND = made_map(
    [FIELD, element(2, "list item", "Samoa"), element(3, "link", "San Marino"),
     element(4, "list item", "Casino")]
)  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "limits"),
    [
        (TASK, [("Sa", False), ("ino", True)]),
        (["choose a name beginning with “Par”"], [("Par", False)]),
        (['pick what starts with "A"', 'and what starts with "B"'], []),
        (["type “Sa” into Tags"], []),
    ],
)
def test_what_limits_a_name(parts: list[str], limits: list[tuple[str, bool]]):
    assert [(each.value, each.ends) for each in open_limits(Outline(parts))] == limits


def test_only_a_name_within_all_limits_fits():
    outline = Outline(TASK)
    assert fits_limits("San Marino", outline)
    assert not fits_limits("Samoa", outline)
    assert not fits_limits("Casino", outline)
    assert not fits_limits("Sa", Outline(['Enter what starts with "Sa"']))


def test_the_name_is_chosen_not_just_typed():
    outline, memory = Outline(TASK), Memory()
    typed = made_map([FIELD])
    credit(TypeText("Sa", 1), typed, FOUND, outline, memory)
    assert outline.open_values == ["Sa", "ino"]
    assert list(choices(FOUND, outline, memory).clicks.values()) == [3]
    kept, early = in_order([Click(3)], FOUND, outline)
    assert (kept, early) == ([Click(3)], None)
    credit(Click(3), FOUND, typed, outline, memory)
    assert outline.finished
