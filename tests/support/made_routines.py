"""Records of finished runs and routines made up for tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agent.actions import Action, Click, TypeText
from agent.events import Ended
from agent.records.writer import RunFolder
from agent.routines.routine import Parameter, Routine, RoutineStep, Thing
from agent.trajectory import Effect, EffectKind, Outcome, OutcomeKind, Step
from tests.support.made_maps import element, made_map, window
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

SIGN = "Enter “Ann Lee” as full name and press Save"
SIGNED: list[tuple[Action, EffectKind]] = [
    (Click(4), "no visible change"),
    (TypeText("Ann Lee", 1), "confirmed"),
    (Click(3), "confirmed"),
]
BOOK = Routine(
    "Guest book",
    "Enter “{full-name}” as full name and press Save",
    (Parameter("full-name", "Ann Lee"),),
    (
        RoutineStep("type", Thing("field", "Full name", "Guest book", "formular"), "{full-name}"),
        RoutineStep("click", Thing("button", "Save", "Guest book", "formular")),
    ),
    ("Enter “{full-name}” as full name", "and press Save"),
    "2026-03-01",
)


def desk() -> ElementMap:
    """A window with a field, a box to tick, two buttons."""
    elements = [
        element(1, "field", "Full name", Box(20, 40, 220, 64), group="Guest book"),
        element(2, "checkbox", "Newsletter", Box(20, 80, 40, 100), State(checked=False),
                group="Guest book"),
        element(3, "button", "Save", Box(20, 120, 100, 150), group="Guest book"),
        element(4, "button", "Nothing", Box(120, 120, 200, 150), group="Guest book"),
        element(5, "list item", "Music", Box(20, 160, 200, 180), group="Guest book"),
    ]  # fmt: skip
    return made_map(
        elements,
        [window(1, "Guest book", Box(0, 0, 600, 400), application="formular", active=True)],
    )


def recorded(
    under: Path,
    task: str = SIGN,
    did: Sequence[tuple[Action, EffectKind]] = SIGNED,
    *,
    plan: Sequence[str] = ("✓ Enter “Ann Lee” as full name", "✓ and press Save"),
    outcome: OutcomeKind = "done",
) -> Path:
    """The folder of a run, as a run writes it."""
    folder = RunFolder(task, "small", under)
    folder.plan(plan)
    for number, (action, effect) in enumerate(did, start=1):
        folder.step(
            Step(number, desk(), "", "", action, "so", "as told", Effect(effect, "it shows it"))
        )
    folder.end(Ended(Outcome(outcome, "It is so."), folder.path, 2.0), None)
    return folder.path
