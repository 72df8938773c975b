"""Adding a record that a part of a task describes: the button that opens its entries, each value in
the entry of its label, and the button that takes them over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from agent.actions import Action, Click
from agent.memory import Memory
from agent.skills.forms.entries import (
    add_button,
    confirm_button,
    entering,
    entry_for,
    has_pages,
    holds,
    letters,
    unnamed_entry,
)
from agent.skills.forms.told import Told, spot, told
from agent.skills.procedures.front import active, in_front
from agent.task.literals import without_quotes
from agent.task.plan import Outline, Part
from agent.task.verbs import ADDING
from vision.core.elements import ElementMap

_MOST_TRIES = 2  # of one action for one record
_SHORTEST = 3


class CannotAddError(Exception):
    """It does not go on: the model may find out."""


@dataclass
class Adding:
    """One record. `windows` were there before it was begun; `confirmed`: what was filled in was
    taken over."""

    part: Part
    windows: frozenset[int] = frozenset()
    begun: bool = False
    confirmed: bool = False
    tried: Counter[Action] = field(default_factory=Counter)

    def next(self, outline: Outline, map_: ElementMap, memory: Memory) -> Action | None:
        """The next action; None when the part is done, or this page is not the place for it.

        Raises:
            CannotAddError: something that is needed is not there.
        """
        action = self._next(outline, map_, memory)
        if action is not None:
            self.tried[action] += 1
            if self.tried[action] > _MOST_TRIES:
                raise CannotAddError
        return action

    def _next(self, outline: Outline, map_: ElementMap, memory: Memory) -> Action | None:
        left = self._left()
        if not self.begun and is_shown(told(self.part.text)[:1], map_):
            return None  # It is about what is there.
        for one in left:
            entry = entry_for(one, map_, memory)
            if entry is not None and not holds(entry, one.value):
                return entering(entry, one.value)
            if entry is not None:
                outline.use(one.value)
        left = self._left()
        if left:
            return self._unnamed(left[0], map_, memory) if self.begun else self._begin(map_, memory)
        return self._taken_over(map_, memory)

    def _left(self) -> list[Told]:
        return [one for one in told(self.part.text) if one.value in self.part.open_values]

    def _begin(self, map_: ElementMap, memory: Memory) -> Action | None:
        button = add_button(map_, memory, ADDING)
        if button is None or not (_speaks_of(self.part, map_) or not has_pages(map_)):
            return None
        self.begun = True
        self.windows = frozenset(window.handle for window in map_.windows)
        return Click(button.id)

    @staticmethod
    def _unnamed(one: Told, map_: ElementMap, memory: Memory) -> Action:
        entry = unnamed_entry(one.value, map_, memory)
        if entry is None:
            raise CannotAddError
        return entering(entry, one.value)

    def _taken_over(self, map_: ElementMap, memory: Memory) -> Action | None:
        front = active(map_)
        own_window = self.begun and front is not None and front.handle not in self.windows
        if self.confirmed and not own_window:
            self.part.done = True
            return None
        button = confirm_button(map_, memory) if self.begun else None
        if button is None and not own_window:
            button = add_button(map_, memory, ADDING)
        if button is None:
            raise CannotAddError
        self.confirmed = True
        return Click(button.id)


def is_shown(values: list[Told], map_: ElementMap) -> bool:
    """Whether the screen shows one of the values."""
    texts = [e.text for e in in_front(map_) if e.text]
    return any(spot(text, one.value) is not None for one in values for text in texts)


def _speaks_of(part: Part, map_: ElementMap) -> bool:
    """Whether a label or heading in front is said by the part, in the singular or plural."""
    words = without_quotes(part.text)
    kinds = ("text", "field", "dropdown", "button")
    shown = [e.text for e in in_front(map_) if e.kind in kinds]
    return any(_is_said(words, text) for text in shown if letters(text) not in ADDING)


def _is_said(words: str, text: str) -> bool:
    title = text.partition("(")[0].strip()
    names = {text, f"{text}s", title, title.removesuffix("s")}
    return any(len(name) >= _SHORTEST and spot(words, name) is not None for name in names)
