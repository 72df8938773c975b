"""Choosing a day of the task in a calendar on the screen: first its month, then the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.actions import Action, Click, UseSkill
from agent.deciding.situation import Situation, Suggestion
from agent.skills.skill import Move
from agent.suggestions.calendar import day_clicked, days_said, find_calendar, ways_to_days
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from vision.core.elements import ElementMap, quote

# The logarithm of its odds against all single steps.
_ODDS = 0.0
_MOST_MONTHS = 36


@dataclass
class Calendars:
    """The days that the task tells, each in the calendar in front."""

    title: str = "choose a day in the calendar"
    problem: str = ""
    _goal: str = ""
    _months: int = 0
    _proposed: Action | None = None

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """Each day of the task that no entry shows."""
        values = [v for part in now.plan.parts for v in part.values if days_said(v)]
        calendar = find_calendar(now.map) if values else None
        found = ways_to_days(calendar, now.map, values) if calendar is not None else ()
        return [self._offer(value, Click(target.id)) for value, target in found]

    def _offer(self, value: str, first: Action) -> Suggestion:
        words = f"choose {quote(value)} in the calendar"
        action = UseSkill(self.title, (("as", words), ("value", value)))
        return Suggestion(action, words, score=_ODDS, first=first)

    def begin(self, action: UseSkill, now: Situation) -> None:
        """Choose the day that was taken."""
        self._goal, self._months, self.problem = dict(action.arguments)["value"], 0, ""

    def next(self, now: Situation) -> Move | None:
        """The arrow to its month, or the day; None when it was chosen, or cannot be reached."""
        self._proposed = None
        if not self._goal:
            return None
        calendar = find_calendar(now.map)
        target = calendar.way_to(days_said(self._goal)) if calendar is not None else None
        if target is None or self._months >= _MOST_MONTHS:
            self.problem = f"The calendar offers no way to {quote(self._goal)}."
            self._goal = ""
            return None
        self._proposed = Click(target.id)
        return Move(self._proposed, f"it leads to {quote(self._goal)}")

    def keeps(self, action: Action) -> bool:
        return self._proposed is not None and action == self._proposed

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """The part that tells the day, when it was chosen and the part tells nothing else."""
        if not isinstance(action, Click) or not self.keeps(action) or not self._goal:
            return None
        self._months += 1
        if effect.kind != "confirmed":
            self._months = _MOST_MONTHS
            return None
        if day_clicked(before.by_id(action.target), before) is None:
            return None
        value, self._goal = self._goal, ""
        for part in plan.parts:
            if value in part.values and not part.done:
                part.used.add(value)
                return None if part.open_values else part
        return None
