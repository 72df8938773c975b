"""Scrolling on to what the task names, as long as it is not in sight and there is more below."""

from __future__ import annotations

from agent.actions import Scroll
from agent.literals import alike, normal
from agent.memory import Memory
from agent.outline import Outline
from agent.writing import asks_to_write
from vision.elements import ElementMap

# A page may grow for ever while one scrolls.
_FARTHEST = 15


def lies_further_down(map_: ElementMap, outline: Outline, memory: Memory) -> bool:
    """Whether the values of the next part are not in sight, and an area can be scrolled down. For
    screens on which nothing else is named and nothing can be filled in."""
    part = next((part for part in outline.parts if not part.done and part.open_values), None)
    if part is None or asks_to_write(part) or not any(area.below for area in map_.areas):
        return False
    if memory.is_blocked(Scroll("down"), map_) or memory.scrolled_in_a_row >= _FARTHEST:
        return False
    shown = [text for e in map_.elements for text in (e.text, e.state.value or "") if text]
    return not any(_shows(text, value) for text in shown for value in part.open_values)


def _shows(text: str, value: str) -> bool:
    return normal(value) in normal(text) or alike(text, value)
