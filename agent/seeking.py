"""Looking for what the task names while nothing that can be used has its name: further down, on
other tabs, and among plain texts."""

from __future__ import annotations

import re

from agent.actions import Click, Scroll
from agent.beside import is_cut_off
from agent.literals import alike, normal
from agent.memory import Memory
from agent.outline import Outline, Part
from agent.writing import asks_to_write
from vision.elements import Element, ElementMap, Kind

# A page may grow for ever while one scrolls.
_FARTHEST = 15
_TAB = r"(?:tab|page|section|reiter|registerkarte|onglet|pestaña|scheda|aba|tabblad|zakładk\w+)"
_PLAIN: frozenset[Kind] = frozenset({"text", "image"})
# How much alike a text and a name of the task must be; signs that an entry with more behind it has.
_SAME, _MORE = 0.9, " >›»▸▶:"
PATH_SIGN = "[>→›▸]"
"""A pattern: what stands between the names of a path through menus."""


def lies_further_down(map_: ElementMap, outline: Outline, memory: Memory) -> bool:
    """Whether the values of the next part are not in sight, and an area can be scrolled down. For
    screens on which nothing else is named and nothing can be filled in."""
    if not any(area.below for area in map_.areas) or not _is_missed(map_, outline):
        return False
    return memory.scrolled_in_a_row < _FARTHEST and not memory.is_blocked(Scroll("down"), map_)


def twins_lie_further_down(map_: ElementMap, outline: Outline, memory: Memory) -> bool:
    """Whether the next part names something of which several are in sight, and what tells the right
    one ("for the user @ann, press Like") is not, or stands where its own one is cut off."""
    part = outline.current
    if part is None or len(part.open_values) < 2 or asks_to_write(part):
        return False
    told = [e for e in map_.elements if not outline.repeats(e.text)]
    twins = [[e for e in told if normal(e.text) == normal(value)] for value in part.open_values]
    same = max(twins, key=len)
    shown = [text for e in told for text in (e.text, e.state.value or "") if text]
    missed = [v for v in part.open_values if not any(_shows(text, v) for text in shown)]
    below = any(area.below for area in map_.areas)
    free = memory.scrolled_in_a_row < _FARTHEST and not memory.is_blocked(Scroll("down"), map_)
    several = len(same) > 1 or (memory.scrolled_in_a_row > 0 and bool(same))
    elsewhere = bool(missed) or is_cut_off(same, told, part.open_values)
    return several and elsewhere and below and free


def tabs_to_look_at(map_: ElementMap, outline: Outline, memory: Memory) -> list[int]:
    """The tabs that were not looked at yet, when the values of the next part are not in sight; for
    the same screens."""
    tabs = [e for e in map_.elements if e.kind == "tab" and not e.state.disabled]
    if len(tabs) < 2 or not _is_missed(map_, outline):
        return []
    return [e.id for e in tabs if not e.state.selected and not memory.was_looked_at(e)]


def named_tab(map_: ElementMap, part: Part | None, memory: Memory) -> Element | None:
    """The tab on which a part is to be done, when it says so ("on the Display tab") and another one
    is open."""
    if part is None:
        return None
    for tab in map_.elements:
        if tab.kind != "tab" or not tab.text or tab.state.selected or tab.state.disabled:
            continue
        said = re.search(rf"\b{re.escape(tab.text)}[\"”»']? {_TAB}\b", part.text, re.IGNORECASE)
        value = any(alike(tab.text, value, _SAME) for value in part.values)
        fresh = any(alike(tab.text, value, _SAME) for value in part.open_values)
        if said and (fresh or not (value or memory.was_looked_at(tab))):
            return tab
    return None


def named_text(map_: ElementMap, outline: Outline, memory: Memory) -> Element | None:
    """The first plain text, or picture, that is what the next part names, if that is to be clicked;
    for the same screens. What looks like a text may be the entry of a menu."""
    part = _next_with_values(outline)
    if part is None or asks_to_write(part):
        return None
    for value in part.open_values:
        for element in map_.elements:
            name = element.text.strip(_MORE)
            meant = element.kind in _PLAIN and name and alike(name, value, _SAME)
            if meant and not memory.is_blocked(Click(element.id), map_):
                return element
    return None


def next_of_path(map_: ElementMap, outline: Outline, memory: Memory) -> Element | None:
    """The entry of a menu that comes next on a path ("Leila" in "choose Ann > Leila > Bea"),
    whatever it is taken for; None when it is not in sight."""
    part = outline.current
    if part is None or not part.open_values:
        return None
    value = part.open_values[0]
    name = re.escape(value)
    steps = rf"(?<!\w){name}\s*{PATH_SIGN}\s*\w|\w\s*{PATH_SIGN}\s*{name}(?!\w)"
    if re.search(steps, part.text) is None:
        return None
    shown = [e for e in map_.elements if not outline.repeats(e.text)]
    named = [e for e in shown if alike(said_by(e), value, _SAME)]
    return next((e for e in named if not memory.is_blocked(Click(e.id), map_)), None)


def said_by(entry: Element) -> str:
    """The name of an entry of a menu. One that looks like a drop-down list shows it as its value,
    since it takes the entry above it for its label."""
    text = entry.state.value if entry.kind == "dropdown" and entry.state.value else entry.text
    return text.strip(_MORE)


def _next_with_values(outline: Outline) -> Part | None:
    return next((part for part in outline.parts if not part.done and part.open_values), None)


def _is_missed(map_: ElementMap, outline: Outline) -> bool:
    """Whether the next part with values is not about writing, and none of them is in sight."""
    part = _next_with_values(outline)
    if part is None or asks_to_write(part):
        return False
    told = [e for e in map_.elements if not outline.repeats(e.text)]
    shown = [text for e in told for text in (e.text, e.state.value or "") if text]
    return not any(_shows(text, value) for text in shown for value in part.open_values)


def _shows(text: str, value: str) -> bool:
    return normal(value) in normal(text) or alike(text, value)
