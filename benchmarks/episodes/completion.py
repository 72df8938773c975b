"""Actions as short lines, and how much of a true sequence of them was done.

A line is "click NAME", "double click NAME", "type TEXT", "select OPTION", "press KEYS",
"open APPLICATION" or "scroll DIRECTION". A true line may name alternatives:
"click Save | press ctrl+s". Names are compared as the task's values are: case, spaces and what OCR
may have misread do not count; keys must be the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    Tap,
    TypeText,
)
from agent.task.literals import alike, normal
from vision.core.elements import ElementMap


def line(action: Action, map_: ElementMap) -> str:
    """An action as a line; "" for one that touches nothing."""
    match action:
        case Click(target=target):
            return f"click {map_.by_id(target).text}"
        case DoubleClick(target=target):
            return f"double click {map_.by_id(target).text}"
        case RightClick(target=target):
            return f"right click {map_.by_id(target).text}"
        case TypeText(text=text) | Tap(text=text):
            return f"type {text}"
        case Select(option=option):
            return f"select {option}"
        case Press(keys=keys):
            return f"press {keys}"
        case OpenApp(name=name):
            return f"open {name}"
        case Scroll(direction=direction):
            return f"scroll {direction}"
        case _:
            return ""


def completion(done: Sequence[str], true: Sequence[str]) -> float:
    """The longest beginning of `true` that is a subsequence of `done`, as a share of `true`
    (average completion proportion of GUARDIAN, ISSTA 2024). 1 for an empty `true`."""
    if not true:
        return 1.0
    reached = 0
    for deed in done:
        if reached < len(true) and _same(deed, true[reached]):
            reached += 1
    return reached / len(true)


def _same(done: str, true: str) -> bool:
    verb, _, what = done.partition(" ")
    for alternative in true.split(" | "):
        true_verb, _, true_what = alternative.partition(" ")
        # Keys are not read from the screen: ctrl+s and ctrl+o are not alike.
        same = normal(what) == normal(true_what) if verb == "press" else alike(what, true_what)
        if verb == true_verb and same:
            return True
    return False
