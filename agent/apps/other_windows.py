"""Going to another window that is open: what a task goes over stands in several programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.actions import OpenApp
from agent.apps.application import Application
from agent.apps.categories import kind_of
from agent.deciding.situation import Situation, Suggestion
from agent.pointing import active_window
from agent.skills.procedures.front import is_dialog, owner_of
from agent.suggestions.meaning import likeness
from agent.suggestions.wording import words_for
from vision.capture.windows import Window
from vision.core.elements import ElementMap

# The logarithm of the odds against all single steps where the next part speaks no more of another
# program than of the one in front, what each unit of likeness adds, and the most that it may.
_ODDS, _MEANT, _MOST = -3.0, 20.0, 0.0
_OFFERED = 2


@dataclass(frozen=True, slots=True)
class OtherWindows:
    """The other programs that have a window, as the next part of the task means them."""

    installed: Sequence[Application]

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Bringing them to the front; nothing while a dialog or menu is open."""
        front, part = active_window(now.map.windows), now.plan.current
        if front is None or part is None or _is_busy(front, now.map):
            return []
        here = _names(front, owner_of(front, self.installed))
        others = list(self._others(front, now.map))
        likes = [max(likeness(part.text, [*_names(window, owner), ""])) for window, owner in others]
        least = max(likeness(part.text, [*here, ""]))
        found = sorted(zip(likes, others, strict=True), key=lambda each: -each[0])
        return [
            _suggestion(min(_MOST, _ODDS + _MEANT * (like - least)), owner, now)
            for like, (_, owner) in found[:_OFFERED]
        ]

    def _others(self, front: Window, map_: ElementMap) -> Iterator[tuple[Window, Application]]:
        """One window of each other program."""
        own = owner_of(front, self.installed)
        known = {own.name} if own is not None else set()
        for window in map_.windows:
            owner = None if window.popup or window.owner else owner_of(window, self.installed)
            if owner is not None and owner.name not in known:
                known.add(owner.name)
                yield window, owner


def _is_busy(front: Window, map_: ElementMap) -> bool:
    return is_dialog(front, map_) or any(w.popup and not w.tooltip for w in map_.windows)


def _names(window: Window, owner: Application | None) -> list[str]:
    """What a window may be spoken of as: its kind, its program and what it shows."""
    kind = kind_of(owner) if owner is not None else None
    named = [f"the {kind.name}", *kind.called, *kind.asks] if kind is not None else []
    return [*named, *([owner.name] if owner is not None else []), window.title]


def _suggestion(score: float, owner: Application, now: Situation) -> Suggestion:
    action = OpenApp(owner.name)
    return Suggestion(action, words_for(action, now), score=score)
