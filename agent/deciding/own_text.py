"""Texts that a model writes of its own: what of them is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.constraints import lexicon
from agent.deciding.situation import Situation
from agent.policy.wording import canonical
from agent.task.literals import alike, normal

# Of a task, more than so much is no text to be written.
_MOST_REPEATED = 0.7
_STEM = 5  # letters
# How a model says that it has no text.
_NO_TEXT = frozenset({"none", "null", "n/a", "nan", "undefined", "empty"})


def usable(text: str, now: Situation) -> str:
    """A text; "" for what nobody wants to be typed: the task itself, what was typed before, and a
    word for nothing."""
    if text.casefold() in _NO_TEXT and text.casefold() not in now.task.casefold():
        return ""
    if repeats(text, now.task, _MOST_REPEATED) or now.memory.wrote_once(text):
        return ""
    # What the task tells to write and what is there is not written once more.
    used = (value for part in now.plan.parts for value in part.used)
    return "" if any(alike(text, value, 0.9) for value in used) else text


def repeats(text: str, task: str, share: float) -> bool:
    """Whether a text is the task itself, or more than this share of it."""
    said = normal(text)
    return said in normal(task) and len(said) > share * len(normal(task))


def is_said(text: str, task: str) -> bool:
    """Whether a task says all numbers of a text, or the beginning of a word of one without any."""
    words, said = (re.findall(r"[^\W_]+", each.casefold()) for each in (text, task))
    if numbers := [word for word in words if word.isdecimal()]:
        return all(number in said for number in numbers)
    return any(one.startswith(word[:_STEM]) for word in words for one in said)


def lines_named(lines: Sequence[str], task: str) -> list[str]:
    """The lines of a text of which a task says the beginning of a word that is no small one."""
    said, small = canonical(task), lexicon.words("small")
    return [
        line
        for line in dict.fromkeys(lines)
        if any(
            re.search(rf"(?<!\w){re.escape(word[:_STEM])}", said)
            for word in re.findall(r"[^\W_]{3,}", canonical(line))
            if not small.fullmatch(word)
        )
    ]
