"""The skills of a run: what each of them offers now, and the moves of the one that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Action, UseSkill
from agent.deciding.situation import Situation, Suggestion
from agent.skills.skill import Move, Skill
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from vision.core.elements import ElementMap


@dataclass
class Skills:
    """All skills of one run. At most one is being done: that which the model chose last. `problem`
    says why the last one did not come to its end, or ""; `looks` whether its last move only does
    that."""

    known: Sequence[Skill] = ()
    problem: str = ""
    looks: bool = False
    _chosen: Skill | None = None
    _failed: list[tuple[str, str]] = field(default_factory=list)
    _begun: tuple[str, str] = ("", "")

    def suggest(self, now: Situation) -> list[Suggestion]:
        """What the skills that fit here would do. One that led to nothing in this very state is
        not offered again."""
        state = now.map.fingerprint()
        offers: list[Suggestion] = []
        for skill in self.known:
            found = skill.offers(now)
            offers += [each for each in found if (state, each.words) not in self._failed]
        return offers

    def begin(self, action: UseSkill, now: Situation) -> Move | None:
        """Begin the skill that was chosen. Its first move; None when it has none any more."""
        self._chosen = next((s for s in self.known if s.title == action.name), None)
        self._begun = (now.map.fingerprint(), dict(action.arguments).get("as", ""))
        if self._chosen is not None:
            self._chosen.begin(action, now)
        return self.next(now)

    def next(self, now: Situation) -> Move | None:
        """The next move of the skill that is being done; None without one, or when it is over."""
        move = self._chosen.next(now) if self._chosen is not None else None
        self.looks = move is not None and move.looks
        if move is None and self._chosen is not None:
            # What it was for is done by now, or it led to nothing.
            self._failed.append(self._begun)
            self.problem = self._chosen.problem
            self._chosen = None
        return move

    def stop(self) -> None:
        """Do no more moves of the skill: the model decides again."""
        self._chosen = None

    def keeps(self, action: Action) -> bool:
        """Whether an action was the last move of a skill, which says itself what is done by it."""
        return any(skill.keeps(action) for skill in self.known)

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> list[Part]:
        """Take in what an action did. The parts of the task that are done by it."""
        found = [skill.told(action, effect, before, after, plan) for skill in self.known]
        if effect.kind in ("failed", "not allowed") and self._chosen is not None:
            self._failed.append(self._begun)
            self.stop()
        return [part for part in found if part is not None]
