"""Where a task forbids to write anything, nothing is typed into a document."""

from __future__ import annotations

import pytest

from agent.actions import Press, TypeText
from agent.constraints.parsing import constraints_of
from agent.constraints.unchanged import objection
from tests.support.made_maps import element, made_map, window
from vision.core.elements import State
from vision.core.geometry import Box

EDITOR = made_map(
    [element(1, "field", "", Box(0, 60, 640, 480), State(value=""))],
    [window(1, "Untitled 1 - Mousepad", application="mousepad", active=True)],
)


def refused(task: str) -> bool:
    return objection(TypeText("Mousepad", 1), EDITOR, constraints_of(task)) is not None


@pytest.mark.parametrize(
    "task",
    [
        "Get Mousepad up and have it number its lines. Do not write or save anything.",
        "Open the editor, but don't type anything.",
        "Ouvre l'éditeur et affiche les numéros de ligne, sans rien écrire.",
        "Abre el editor, no escribas nada.",
    ],
)
def test_nothing_is_typed(task: str) -> None:
    assert refused(task)
    assert objection(Press("delete"), EDITOR, constraints_of(task)) is not None


@pytest.mark.parametrize(
    "task",
    [
        "Write buy milk into Mousepad. Do not save it.",
        "Write buy milk into Mousepad and don't type anything else.",
        "Add the line buy milk to the document, but do not print anything.",
        "Show the line numbers in Mousepad.",
    ],
)
def test_what_is_to_be_written_is(task: str) -> None:
    assert not refused(task)
