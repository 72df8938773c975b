"""What a skill is: a procedure that the model chooses by its words, done step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from agent.actions import Action
from agent.deciding.situation import Situation
from agent.outline import Outline, Part
from agent.trajectory import Effect
from vision.elements import ElementMap


@dataclass(frozen=True, slots=True)
class Move:
    """The next step of a skill, and why."""

    action: Action
    reason: str


class Skill(Protocol):
    """A procedure of one run. `title` is its name. It offers itself only where it fits; once the
    model has chosen it, the run does its moves until there is none."""

    title: str

    def words(self, now: Situation) -> str:
        """What the model reads and answers with, arguments filled in; "" where it does not fit."""
        ...

    def next(self, now: Situation) -> Move | None:
        """The move that is next; None when it is over, or cannot go on. Asking changes nothing."""
        ...

    def keeps(self, action: Action) -> bool:
        """Whether an action was its last move: then the skill itself says what is done by it."""
        ...

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """Take in what an action did, its own or another. The part of the task that is done by
        it, if one is."""
        ...
