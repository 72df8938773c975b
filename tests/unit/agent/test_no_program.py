"""A task that forbids to open programs has none opened, in whatever words it says so."""

from __future__ import annotations

import pytest

from agent.actions import OpenApp
from agent.constraints.deeds import Selection
from agent.constraints.forbidden import forbidden
from agent.constraints.parsing import constraints_of
from agent.policy.rules import Rules
from tests.support.made_maps import made_map


def refused(task: str) -> bool:
    opened = OpenApp("Notes")
    return forbidden(opened, made_map(), constraints_of(task), Rules(), Selection()) is not None


@pytest.mark.parametrize(
    "task",
    [
        "What is 12 percent of 250? Do not open any program.",
        "Sum it up, ohne ein Programm zu öffnen",
        "Tell me the time but don't start any app",
        "Lis la page sans ouvrir d'application",
        "Nie otwieraj żadnego programu, policz to",
    ],
)
def test_no_program_is_opened(task: str) -> None:
    assert refused(task)


@pytest.mark.parametrize(
    "task",
    [
        "Do not open a.txt, select b.txt",
        "Do not open the second tab",
        "Do not delete anything",
        "Write it without saving",
        "Do not start the download",
        "Never open the link",
    ],
)
def test_other_prohibitions_leave_programs_alone(task: str) -> None:
    assert not refused(task)
