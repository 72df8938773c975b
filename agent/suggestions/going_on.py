"""Suggestions that do not come from the names on the screen: opening a program, going on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.actions import Action, Done, OpenApp, PartDone
from agent.deciding.situation import Situation, Suggestion
from agent.suggestions.meaning import likeness
from agent.suggestions.reading import is_called, meant_so
from agent.suggestions.weights import weigh
from agent.suggestions.wording import words_for
from agent.task.literals import mentions
from vision.core.elements import ElementMap, quote


@dataclass(frozen=True, slots=True)
class Opening:
    """The application that the next part of the task needs, as `due` says."""

    due: Callable[[Situation], OpenApp | None]

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Opening it, where it is not in front."""
        action = self.due(now)
        if action is None:
            return []
        features = {"open": 1.0}
        return [Suggestion(action, words_for(action, now), score=_FIRST, features=features)]


_WAITING = ("wait for it", "wait until it has finished", "give it some time")
_DOING = ("do it now", "press the button", "enter a text", "open it", "change it")


def _only_waits(text: str) -> float:
    """How much more a part of a task means waiting than a deed; 0 for a deed."""
    return max(0.0, meant_so(text, _WAITING) - meant_so(text, _DOING))


# Above all that is learnt: what is to be used is not there yet.
_FIRST = 100.0


def _share_shown(values: Sequence[str], map_: ElementMap) -> float:
    """The share of some values that stand in an entry, or that are ticked or selected; 0 without
    values."""
    return sum(_is_in_place(value, map_) for value in values) / max(len(values), 1)


def _is_in_place(value: str, map_: ElementMap) -> bool:
    return any(
        mentions(e.state.value or "", value)
        or ((e.state.checked or e.state.selected) and is_called(e, value))
        for e in map_.elements
    )


@dataclass(frozen=True, slots=True)
class Ticking:
    """That the next part of the task is done, after something was done for it."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Saying so."""
        part, deeds = now.plan.current, now.memory.deeds
        shown = _share_shown(part.values, now.map) if part is not None else 0.0
        # What is so already needs nothing to be done for it.
        if part is None or not (deeds or shown == 1.0):
            return []
        worked = bool(deeds) and deeds[-1].tells_of_success
        like = likeness(part.text, [deeds[-1].description])[0] if deeds else 0.0
        last = sum(not each.done for each in now.plan.parts) == 1
        number = now.plan.parts.index(part) + 1
        action: Action = Done() if last else PartDone(number)
        words = (
            "the whole task is done" if last else f"{quote(part.text)} is done, go on with the rest"
        )
        features = {
            "done": 1.0,
            "all done": float(last),
            "done, worked": float(worked),
            "done, values left": float(bool(part.open_values)),
            "done, like the last": like,
            "done, shown": shown,
            "done, waited": _only_waits(part.text) * worked,
            "done, not sent": float(now.memory.unsent is not None),
        }
        return [Suggestion(action, words, score=weigh(features), features=features)]
