"""Dragging one thing that the task names onto another one."""

from __future__ import annotations

from collections.abc import Iterator

from agent.actions import Drag
from agent.deciding.situation import Situation
from agent.literals import mentions
from agent.outline import Part
from agent.suggestions.meaning import likeness
from agent.suggestions.scored import Scored
from vision.elements import Element

_MEANS = "drag it with the mouse and drop it at another place"
# Less like what a part says is not offered; what one as like is worth.
_LEAST, _WORTH = 0.3, 1.0
# Things that a task names at most, for pairs of them.
_MOST = 4


def drags(now: Situation, part: Part) -> Iterator[Scored]:
    """Drags between the things that a part of the task names, in its order first."""
    like = likeness(part.text, [_MEANS])[0]
    if like < _LEAST:
        return
    named = [e for e in now.map.elements if e.text and _is_named(e, part)]
    named.sort(key=lambda e: part.text.casefold().find(e.text.casefold()))
    for place, one in enumerate(named[:_MOST]):
        for number, other in enumerate(named[:_MOST]):
            if one is not other:
                backwards = 0.2 if number < place else 0.0
                yield Scored(Drag(one.id, other.id), _WORTH + like - backwards)


def _is_named(element: Element, part: Part) -> bool:
    return mentions(part.text, element.text) or element.text in part.values
