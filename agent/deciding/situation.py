"""What a decision is made from, and what is suggested to the one who makes it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from agent.actions import Action, Click, OpenApp, TypeText, UseSkill
from agent.apps.application import Application
from agent.memory import Memory
from agent.task.plan import Outline
from vision.core.elements import ElementMap

# A skill stands before its first step by so much.
_BEFORE = 0.01
# What is weighed against all single steps together.
_WEIGHED = UseSkill | OpenApp
AHEAD = 50.0
"""Scores from here on are of what has to come before anything else: no odds hold against it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """One moment of a run: the whole `task`, its `plan` with ticks, what was done so far (`memory`)
    and the screen. `applications` can be opened. `objections` are facts against what was wanted
    last, for the model to read."""

    task: str
    plan: Outline
    memory: Memory
    map: ElementMap
    applications: Sequence[Application] = ()
    objections: Sequence[str] = field(default=())


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that may be done next: `words` are what the model reads and answers with, `reason`
    says why it is suggested. `score` is the logarithm of how likely it is right, but for a
    constant; of a skill or a program to open, that of its odds against all single steps together
    (see `among_steps`). Suggestions only offer: the model may always do something else.
    `open_text`: the model writes the text that is typed when it takes this. `features` are what the
    score was made from. `first` is the first step of a skill, where that is known; `instead` are
    single steps that do the same as a skill, which is offered in their place. What
    only `looks` changes nothing."""

    action: Action
    words: str
    reason: str = ""
    score: float = 0.0
    open_text: bool = False
    features: Mapping[str, float] = field(default_factory=dict, compare=False)
    first: Action | None = None
    instead: tuple[Action, ...] = ()
    looks: bool = False


class Suggester(Protocol):
    """Looks at a situation and says what may come next, best first. It changes nothing."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]: ...


def among_steps(found: Sequence[Suggestion]) -> list[Suggestion]:
    """The suggestions, with the odds of skills and of programs to open put on the scale of the
    single steps. A skill is no less likely than its own first step, and stands before it; those
    that do the same as a skill are left out."""
    steps: dict[Action, float] = {
        each.action: each.score
        for each in found
        if not isinstance(each.action, _WEIGHED) and each.score < AHEAD
    }
    best = max(steps.values(), default=0.0)
    whole = best + math.log(sum(math.exp(score - best) for score in steps.values()) or 1.0)

    def placed(skill: Suggestion) -> float:
        same = (skill.first, *skill.instead)
        own = max(steps.get(step, -math.inf) if step is not None else -math.inf for step in same)
        return max(whole + skill.score, own + _BEFORE)

    done_otherwise = {step for each in found for step in each.instead}
    return [
        replace(each, score=placed(each))
        if isinstance(each.action, _WEIGHED) and each.score < AHEAD
        else each
        for each in found
        if each.action not in done_otherwise
    ]


def chance(score: float, found: Sequence[Suggestion]) -> float:
    """How likely a suggestion with this score is right, of all that were `found`; 0 to 1. A skill
    whose first step stands beside it is no other choice."""
    actions = {each.action for each in found}
    others = [each for each in found if each.first is None or each.first not in actions]
    return 1 / sum(math.exp(each.score - score) for each in others)


def share_of(
    taken: Suggestion, offered: Sequence[Suggestion], shares: Mapping[str, float]
) -> float:
    """How likely what was taken is right, 0 to 1: with the shares of what begins in the same way,
    which is no other choice."""
    return sum(shares.get(each.words, 0.0) for each in offered if _begin_alike(each, taken))


def _begin_alike(one: Suggestion, other: Suggestion) -> bool:
    """Whether two suggestions have the same first step, as a skill and its first move, or a click
    into an entry and what may be typed there."""
    steps = one.first or one.action, other.first or other.action
    entered = {each.target for each in steps if isinstance(each, TypeText)}
    clicked = {each.target for each in steps if type(each) is Click}
    return steps[0] == steps[1] or (bool(entered) and entered == clicked)


def ranked(found: Sequence[Suggestion]) -> tuple[Suggestion, ...]:
    """The suggestions, best first, each action and each wording once."""
    kept: list[Suggestion] = []
    for each in sorted(found, key=lambda suggestion: -suggestion.score):
        if all(each.action != other.action and each.words != other.words for other in kept):
            kept.append(each)
    return tuple(kept)
