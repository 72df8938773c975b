"""All that can be done on a screen, narrowed by facts and never by the words of the task.

Facts are: what is disabled or lies behind a modal dialog, what was not allowed, and what was tried
in this very state without effect.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.actions import (
    Action,
    Click,
    UseSkill,
)
from agent.apps.application import Application
from agent.deciding.situation import Situation, Suggestion
from agent.suggestions.keypad import Keypad, find_keypad
from agent.task.plan import Outline
from vision.core.elements import Element, ElementMap, Kind, one_line
from vision.core.unique_names import numbered, unique_names

ENTERED: frozenset[Kind] = frozenset({"field", "dropdown"})
"""Kinds that take text."""
KEYPAD = "keypad"
"""The name of the keypad among the fields."""
_LONGEST_TEXT = 60


@dataclass(frozen=True, slots=True)
class ActionSpace:
    """What can be done now. `targets` are all elements by the names that the model uses;
    `clicks`, `fields`, `dropdowns` and `sliders` are those of them that take such an action.
    `applications` can be opened; `skills` are procedures with their arguments filled in;
    `parts` are the numbers of the open parts of the plan. `sees`: the model gets a picture and may
    point at places."""

    targets: Mapping[str, int] = field(default_factory=dict)
    clicks: Mapping[str, int] = field(default_factory=dict)
    fields: Mapping[str, int] = field(default_factory=dict)
    dropdowns: Mapping[str, int] = field(default_factory=dict)
    sliders: Mapping[str, int] = field(default_factory=dict)
    areas: Mapping[str, int] = field(default_factory=dict)
    keypad: Keypad | None = None
    applications: Mapping[str, Application] = field(default_factory=dict)
    skills: Mapping[str, Suggestion] = field(default_factory=dict)
    parts: Sequence[int] = ()
    values: Sequence[str] = ()
    sees: bool = False

    def name_of(self, number: int | None) -> str:
        """What the model calls an element; "what has the focus" for None."""
        if number is None:
            return "what has the focus"
        return next((name for name, each in self.targets.items() if each == number), "")


def action_space(
    now: Situation, suggestions: Sequence[Suggestion] = (), *, sees: bool = False
) -> ActionSpace:
    """What can be done in a situation; `suggestions` with a skill bring their arguments."""
    map_ = now.map
    names = target_names(map_)
    usable = [e for e in map_.elements if e.id in names and not e.state.disabled]

    def of(kinds: frozenset[Kind] | None, *acts: Callable[[int], Action]) -> dict[str, int]:
        return {
            names[e.id]: e.id
            for e in usable
            if (kinds is None or e.kind in kinds)
            and not (acts and all(now.memory.is_blocked(act(e.id), map_) for act in acts))
        }

    interactive = frozenset(e.kind for e in usable if e.interactive)
    skills = {each.words: each for each in suggestions if is_skill(each.action)}
    return ActionSpace(
        targets=of(None),
        clicks=of(interactive | {"text", "image"}, Click),
        fields=of(frozenset({"field"})),
        dropdowns=of(frozenset({"dropdown"})),
        sliders=of(frozenset({"slider"})),
        areas=of(frozenset({"list item", "field", "text", "image", "scroll bar"})),
        keypad=find_keypad(map_),
        applications={one_line(a.name): a for a in now.applications if one_line(a.name)},
        skills=skills,
        parts=open_parts(now.plan),
        values=values_of(now.plan),
        sees=sees,
    )


def is_skill(action: Action) -> bool:
    """Whether an action is the call of a skill."""
    return isinstance(action, UseSkill)


def open_parts(plan: Outline) -> tuple[int, ...]:
    """The numbers, from 1, of the parts of the plan that are not done."""
    return tuple(number for number, part in enumerate(plan.parts, 1) if not part.done)


def values_of(plan: Outline) -> tuple[str, ...]:
    """The values of the task in its order, those that did not reach the screen yet first."""
    every = [value for part in plan.parts for value in part.values]
    return tuple(dict.fromkeys([*plan.open_values, *every]))


def target_names(map_: ElementMap) -> dict[int, str]:
    """A name for every element, no two the same: what can be used by vision.core.unique_names,
    plain texts and pictures by what they say."""
    return dict(_target_names(map_.elements))


@functools.lru_cache(8)
def _target_names(elements: tuple[Element, ...]) -> dict[int, str]:
    names = unique_names(elements)
    plain = {
        e.id: f"{one_line(e.text, _LONGEST_TEXT)} {e.kind}"
        for e in elements
        if e.id not in names and e.text.strip()
    }
    return numbered(names | plain, elements)


def said_of(element: Element, name: str) -> str:
    """An element as it stands in a list for the model: its name and its state."""
    state = element.state.words()
    return f"{name} ({state})" if state else name
