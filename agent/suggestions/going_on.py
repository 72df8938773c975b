"""Suggestions that do not come from the names on the screen: opening a program, going on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.actions import Done, OpenApp, PartDone
from agent.deciding.situation import Situation, Suggestion
from agent.suggestions.wording import words_for
from vision.elements import quote


@dataclass(frozen=True, slots=True)
class Opening:
    """The application that the next part of the task needs, as `due` says."""

    due: Callable[[Situation], OpenApp | None]

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Opening it, where it is not in front."""
        action = self.due(now)
        return [Suggestion(action, words_for(action, now), score=1.2)] if action is not None else []


@dataclass(frozen=True, slots=True)
class Ticking:
    """That the next part of the task is done, after something was done for it."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Saying so, where nothing that it names is left to be entered."""
        part, deeds = now.plan.current, now.memory.deeds
        if part is None or part.open_values or not (deeds and deeds[-1].tells_of_success):
            return []
        if len([p for p in now.plan.parts if not p.done]) == 1:
            return [Suggestion(Done(), "the whole task is done", score=0.7)]
        number = now.plan.parts.index(part) + 1
        return [
            Suggestion(
                PartDone(number), f"{quote(part.text)} is done, go on with the rest", score=0.7
            )
        ]
