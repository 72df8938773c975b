"""Parts of a task that ask for nothing but writing: over as soon as their text is on the screen."""

from __future__ import annotations

from agent.task.literals import mentions, normal, without_quotes
from agent.task.plan import Outline, Part, boundaries
from agent.task.verbs import JOINTS, WRITING
from vision.elements import ElementMap


def only_writing_is_over(outline: Outline, map_: ElementMap) -> bool:
    """Whether all that is left of the task are parts that ask to write what is on the screen by
    now, and their words name nothing else there that could be meant."""
    left = [part for part in outline.parts if not part.done]
    if not left or not all(_is_written(part) for part in left):
        return False
    words = " ".join(without_quotes(part.text) for part in left)
    # Menus are called by everyday words: a "file" or a "view" may be written about.
    others = (e.text for e in map_.elements if e.interactive and e.kind not in ("field", "menu"))
    return not any(mentions(words, text) for text in others if text)


def asks_to_write(part: Part) -> bool:
    """Whether a part begins with a word for writing."""
    words = _words(part)
    return bool(words) and words[0][0] in WRITING


def _is_written(part: Part) -> bool:
    if not part.values or part.open_values or not asks_to_write(part):
        return False
    return not any(joint for _, joint in _words(part)[1:])


def _words(part: Part) -> list[tuple[str, bool]]:
    """Its words from the first that joins nothing; whether a new part could begin at each."""
    said = [(normal(word.strip(",;:")), joint) for word, joint in boundaries(part.text)]
    while said and said[0][0] in JOINTS:
        del said[0]
    return said
