"""A text of the model's own comes first on an empty sheet with nothing else to write."""

from __future__ import annotations

import pytest

from agent.actions import TypeText
from agent.deciding.situation import Situation, ranked
from agent.memory import Memory
from agent.suggestions.by_words import ByWords
from agent.task.plan import Outline
from tests.support.made_maps import element, made_map, window
from vision.core.elements import State
from vision.core.geometry import Box

ICONS = [
    element(n, "icon", name)
    for n, name in enumerate(("save", "insert table", "numbered list", "find and replace"), 1)
]


def first(task: str, value: str = "") -> bool:
    """Whether a text of its own is the first thing that is offered."""
    sheet = element(9, "field", "", Box(20, 100, 620, 460), State(value=value))
    shown = made_map([*ICONS, sheet], [window(1, "Untitled - Words", active=True)])
    now = Situation(task, Outline([task]), Memory(), shown)
    best = ranked(ByWords().suggest(now))[0]
    return best.open_text and isinstance(best.action, TypeText)


@pytest.mark.parametrize(
    "task",
    [
        "Compose three sentences about cats",
        "Tell the landlord that the tap drips",
        "Escribe una carta corta para quejarte del ruido",
    ],
)
def test_on_an_empty_sheet_a_text_of_its_own_comes_first(task: str) -> None:
    assert first(task)


def test_not_where_the_task_gives_the_text_or_something_is_written_already() -> None:
    assert not first("Write “Hello world”")
    assert not first("Find the cats", "Three cats live here, and two dogs.")
