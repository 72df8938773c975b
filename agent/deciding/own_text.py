"""Texts that a model writes of its own: what of them is typed."""

from __future__ import annotations

from agent.deciding.situation import Situation
from agent.task.literals import alike, normal

# Of a task, more than so much is no text to be written.
_MOST_REPEATED = 0.7


def usable(text: str, now: Situation) -> str:
    """A text; "" for what nobody wants to be typed: the task itself, and what was typed before."""
    if repeats(text, now.task, _MOST_REPEATED) or now.memory.wrote_once(text):
        return ""
    # What the task tells to write and what is there is not written once more.
    used = (value for part in now.plan.parts for value in part.used)
    return "" if any(alike(text, value, 0.9) for value in used) else text


def repeats(text: str, task: str, share: float) -> bool:
    """Whether a text is the task itself, or more than this share of it."""
    said = normal(text)
    return said in normal(task) and len(said) > share * len(normal(task))
