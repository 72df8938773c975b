"""What the words of a task point at on the screen, ranked: exact names and values first, then what
means the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.actions import Click, Press, Scroll
from agent.deciding.situation import Situation, Suggestion
from agent.outline import Part
from agent.skills.forms.entries import confirm_button
from agent.suggestions.clicks import clicks
from agent.suggestions.drags import drags
from agent.suggestions.entries import entries
from agent.suggestions.meaning import likeness
from agent.suggestions.scored import Scored
from agent.suggestions.wording import words_for
from vision.elements import ElementMap

_KEYS = {
    "enter": "press Enter to confirm",
    "esc": "press Escape to cancel or to close a menu",
    "tab": "go to the next field",
}
# Scores: pressing what takes over an entry that was made; turning to what is out of sight, and that
# when a value of the task is not in sight.
_CONFIRM, _UNSEEN, _FURTHER = 0.85, 0.3, 0.4


@dataclass(frozen=True, slots=True)
class ByWords:
    """Ranks all clicks, entries and keys of the screen for the part of the task that is next."""

    most: int = 16

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """The likeliest, best first."""
        part = now.plan.current
        if part is None:
            return []
        scored = [*clicks(now, part), *entries(now, part), *_keys(part), *_scrolls(now, part)]
        scored += [*drags(now, part), *_confirming(now, part)]
        free = [s for s in scored if not now.memory.is_blocked(s.action, now.map)]
        best = sorted(free, key=lambda s: -s.score)[: self.most]
        return [
            Suggestion(s.action, words_for(s.action, now), score=s.score, open_text=s.open_text)
            for s in best
        ]


def _confirming(now: Situation, part: Part) -> Iterator[Scored]:
    """Pressing what takes over the entries of the run."""
    if now.memory.unsent is None or part.open_values:
        return
    button = confirm_button(now.map, now.memory)
    if button is not None:
        yield Scored(Click(button.id), _CONFIRM)
    else:
        yield Scored(Press("enter"), _CONFIRM - 0.1)


def _keys(part: Part) -> Iterator[Scored]:
    likes = likeness(part.text, list(_KEYS.values()))
    for key, like in zip(_KEYS, likes, strict=True):
        yield Scored(Press(key), 0.6 * like)


def _scrolls(now: Situation, part: Part) -> Iterator[Scored]:
    """Turning to what is out of sight, where the screen goes on."""
    unseen = any(not _is_shown(value, now.map) for value in part.open_values)
    more = _FURTHER if unseen else 0.0
    if any(area.below for area in now.map.areas):
        yield Scored(Scroll("down"), _UNSEEN + more)
    if any(area.above for area in now.map.areas):
        yield Scored(Scroll("up"), 0.5 * _UNSEEN + more * 0.5)


def _is_shown(value: str, map_: ElementMap) -> bool:
    said = value.casefold()
    return any(said in e.text.casefold() for e in map_.elements if len(e.text) < 4 * len(said) + 20)
