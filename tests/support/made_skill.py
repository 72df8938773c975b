"""A skill with moves that a test gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Click, TypeText, UseSkill
from agent.deciding.situation import Situation, Suggestion
from agent.skills.skill import Move, offered
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from vision.core.elements import ElementMap

CALL = "fill in the guest book for Ann Lee"
MOVES: tuple[Action, ...] = (TypeText("Ann Lee", 1), Click(2))


@dataclass
class MadeSkill:
    """Does `moves`, each until it has its effect. Once they are over, the current part of the task
    is done, if `ends_part`."""

    moves: tuple[Action, ...] = MOVES
    ends_part: bool = False
    title: str = "fill in the guest book"
    problem: str = ""
    begun: int = 0
    left: list[Action] = field(default_factory=list)

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        return offered(self.title, CALL, 3.0)

    def begin(self, action: UseSkill, now: Situation) -> None:
        self.begun += 1
        self.left = list(self.moves)

    def next(self, now: Situation) -> Move | None:
        return Move(self.left[0], "a move of the skill") if self.left else None

    def keeps(self, action: Action) -> bool:
        return self.ends_part and action in self.moves

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        if not (self.left and action == self.left[0] and effect.kind == "confirmed"):
            return None
        self.left.pop(0)
        return plan.current if self.ends_part and not self.left else None
