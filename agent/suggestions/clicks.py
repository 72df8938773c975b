"""What may be clicked, by how surely the task means it: by its name, a value, its place among its
kind, what stands beside it, or what it means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.actions import AddToSelection, Click, DoubleClick, Hover, RightClick
from agent.deciding.situation import Situation
from agent.literals import alike, mentions, normal
from agent.outline import Part
from agent.suggestions.beside import meant
from agent.suggestions.meaning import likeness, likeness_of_controls
from agent.suggestions.ordinals import pointed_at
from agent.suggestions.scored import Scored
from vision.elements import Element
from vision.windowbar import BUTTON_NAMES

ENTERED = ("field", "dropdown")
# Scores: a value of the task that is a name on the screen, a name that the task says, its place
# that the task counts out, a name that a later part says.
_VALUE, _NAMED, _COUNTED, _LATER = 1.3, 1.1, 1.2, 0.35
# Words of a name that the task says, all together; a twin that stands beside a value of the task.
_WORDS, _BESIDE = 0.45, 0.25
# What was chosen or ticked by the run comes last; the frame of a window, and what is written into.
_DONE, _FRAME, _ENTRY, _FULL = -0.6, -0.5, -0.3, -0.3
# Less like what a part says, a double or right click is not meant.
_GESTURE, _NOT_MEANT = 0.4, -0.7
_OPENED_TWICE = ("icon", "list item", "image")
_SIGN = re.compile(r"(?<!\S)[\"'“„(]?(\S)[\"'”“).,;:]?(?!\S)")
_PATH_SIGN = r"[>→›»]"
_GESTURES = (
    "click it, press it, choose it",
    "double-click it, open it with two clicks",
    "right-click it, open its context menu",
)


def clicks(now: Situation, part: Part) -> Iterator[Scored]:
    """All clicks on the screen, each with its score."""
    shown = [e for e in now.map.elements if _is_clicked(e, part)]
    likes = likeness_of_controls(part.text, [e.text or e.kind for e in shown])
    counted = pointed_at(part.text, shown)
    near = _beside(shown, now, part)
    click, double, right = likeness(part.text, _GESTURES)
    for element, like in zip(shown, likes, strict=True):
        score = max(0.9 * like, _by_name(element, part, now))
        score = max(score, _COUNTED) if element is counted else score
        score += _BESIDE if element.id in near else 0.0
        score += _standing(element, now)
        yield Scored(_click(element, now, part), score)
        if element.kind in (*_OPENED_TWICE, "text"):
            yield Scored(DoubleClick(element.id), score + _gesture(double, click))
        if element.kind not in ENTERED:
            yield Scored(RightClick(element.id), score + _gesture(right, click))


def _is_clicked(element: Element, part: Part) -> bool:
    if element.state.disabled or element.kind in ("scroll bar", "slider"):
        return False
    return element.interactive or (element.kind == "text" and _is_value(element.text, part))


def _is_value(text: str, part: Part) -> bool:
    return any(alike(text, value, 0.9) for value in part.open_values)


def _by_name(element: Element, part: Part, now: Situation) -> float:
    """How surely the task means an element by its name."""
    name = element.text
    if not name:
        return 0.0
    if _is_value(name, part):
        return _VALUE
    if name in part.used:
        return 0.0
    longer = 0.01 * min(len(name), 20)
    if mentions(part.text, name) or _is_sign_in(name, part.text):
        return _NAMED + longer
    if any(mentions(name, value) for value in part.open_values if len(value) > 2):
        return _NAMED - 0.1
    later = (each for each in now.plan.parts if not each.done and each is not part)
    if any(mentions(each.text, name) for each in later):
        return _LATER + longer
    return _WORDS * _shared(name, part.text)


def _is_sign_in(name: str, text: str) -> bool:
    """Whether a text says a name of one sign, as a word of its own."""
    return len(name) == 1 and name not in "aIàyoe" and name in _SIGN.findall(text)


def _shared(name: str, text: str) -> float:
    """The part of the words of a name that a text says."""
    words = re.findall(r"\w{3,}", name.casefold())
    said = set(re.findall(r"\w{3,}", text.casefold()))
    return sum(word in said for word in words) / len(words) if words else 0.0


def _beside(shown: Sequence[Element], now: Situation, part: Part) -> set[int]:
    """Of elements with one name, those that stand beside a value or name that the task says."""
    groups: dict[str, list[Element]] = {}
    for element in shown:
        groups.setdefault(f"{element.kind} {normal(element.text)}", []).append(element)
    found: set[int] = set()
    values = [value for each in now.plan.parts for value in each.values] or [part.text]
    for twins in (group for group in groups.values() if len(group) > 1):
        near = meant(twins, now.map.elements, values)
        found |= near if len(near) < len(twins) else set()
    return found


def _standing(element: Element, now: Situation) -> float:
    """What speaks against an element whatever it is called."""
    done = now.memory.is_toggled(element) or now.memory.is_picked(element)
    frame = element.text in BUTTON_NAMES
    entry = element.kind in ENTERED
    full = entry and bool(element.state.value)
    weighed = ((done, _DONE), (frame, _FRAME), (entry, _ENTRY), (full, _FULL))
    return sum(weight for holds, weight in weighed if holds)


def _click(element: Element, now: Situation, part: Part) -> Click | Hover:
    """A click; on a row beside one that the run chose in its list, one that keeps that; on an entry
    of a path that goes on ("Export" in "Export > PDF"), the mouse over it."""
    rows = [e for e in now.memory.picked if e.within == element.within]
    if element.kind == "list item" and rows and part.used:
        return AddToSelection(element.id)
    path = rf"(?<!\w){re.escape(element.text)}\s*{_PATH_SIGN}"
    pointed = now.memory.is_blocked(Hover(element.id), now.map) or element.text in part.used
    if element.kind in ("menu", "list item") and re.search(path, part.text) and not pointed:
        return Hover(element.id)
    return Click(element.id)


def _gesture(like: float, click: float) -> float:
    """How much more a double or right click is meant than a click."""
    return 0.05 if like >= _GESTURE and like > click else _NOT_MEANT
