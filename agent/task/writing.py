"""Whether a part of a task asks to write something."""

from __future__ import annotations

from agent.task.literals import normal
from agent.task.plan import Part, boundaries
from agent.task.verbs import JOINTS, WRITING


def asks_to_write(part: Part) -> bool:
    """Whether a part begins with a word for writing."""
    words = _words(part)
    return bool(words) and words[0][0] in WRITING


def _words(part: Part) -> list[tuple[str, bool]]:
    """Its words from the first that joins nothing; whether a new part could begin at each."""
    said = [(normal(word.strip(",;:")), joint) for word, joint in boundaries(part.text)]
    while said and said[0][0] in JOINTS:
        del said[0]
    return said
