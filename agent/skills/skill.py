"""What a skill is: a procedure that the model chooses by its words, done step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.actions import Action, UseSkill
from agent.deciding.situation import Situation, Suggestion
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from vision.core.elements import ElementMap


@dataclass(frozen=True, slots=True)
class Move:
    """The next step of a skill, and why. One that only `looks` changes nothing of what the program
    holds, and is no step towards the end of the task."""

    action: Action
    reason: str
    looks: bool = False


class Skill(Protocol):
    """A procedure of one run. `title` is its name. It offers itself only where it fits; once the
    model has chosen it, the run does its moves until there is none."""

    title: str
    problem: str
    """Why the call that was chosen last did not come to its end, for the model to read; or ""."""

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """The calls of the skill that fit here, arguments filled in, best first."""
        ...

    def begin(self, action: UseSkill, now: Situation) -> None:
        """The model chose a call that was offered."""
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


def offered(title: str, words: str, odds: float, first: Action | None = None) -> list[Suggestion]:
    """The one call of a skill that has no arguments; none without words. `odds` is the logarithm of
    its odds against all single steps, `first` its first step."""
    if not words:
        return []
    action = UseSkill(title, (("as", words),))
    return [Suggestion(action, words, score=odds, first=first)]
