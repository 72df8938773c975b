"""Texts that a model writes of its own: what of them is typed."""

from __future__ import annotations

import re

from agent.deciding.situation import Situation
from agent.task.literals import alike, normal
from agent.task.plan import Outline
from agent.task.requests import ASKS, asks

# Of a task, more than so much is no text to be written.
_MOST_REPEATED = 0.7
_ENDS = (".", "!", "?", ";", ":")
# Texts of so few words are names and the like.
_FEW = 2


def usable(text: str, now: Situation) -> str:
    """A text without what the task asks for after it; "" for what nobody wants to be typed: the
    task itself, what was typed before, and a name that is nowhere told."""
    if not normal(now.task).startswith(normal(text)):
        text = without_next(text, now.plan)
    if repeats(text, now.task, _MOST_REPEATED) or now.memory.wrote_once(text):
        return ""
    # What the task tells to write and what is there is not written once more.
    used = (value for part in now.plan.parts for value in part.used)
    if any(alike(text, value, 0.9) for value in used) or _is_made_up(text, now):
        return ""
    return text


def repeats(text: str, task: str, share: float) -> bool:
    """Whether a text is the task itself, or more than this share of it."""
    said = normal(text)
    return said in normal(task) and len(said) > share * len(normal(task))


def without_next(text: str, plan: Outline) -> str:
    """A text up to a sentence of the task that asks for something else."""
    for part in plan.parts:
        place = text.casefold().find(part.text.strip().casefold())
        before = text[: max(place, 0)].rstrip()
        if before.endswith(_ENDS) and asks([part.text])[0] >= ASKS:
            text = before
    return text


def _is_made_up(text: str, now: Situation) -> bool:
    """Whether a text of few words has a word, and no number, and none of its words is in the task
    or on a screen that the run has seen: a small model writes another name for one."""
    words = re.findall(r"\w+", text.casefold())
    if not 0 < len(words) <= _FEW or any(map(str.isdigit, text)):
        return False
    left = (e for _, elements in now.memory.left.values() for e in elements)
    shown = " ".join(f"{e.text} {e.state.value or ''}" for e in (*now.map.elements, *left))
    known = {*re.findall(r"\w+", f"{now.task} {shown}".casefold())}
    return not known & {*words}
