"""Actions in plain words, for people and for the record."""

from __future__ import annotations

from dataclasses import asdict

from agent.actions import (
    Action,
    AddToSelection,
    Answer,
    Ask,
    Click,
    ClickAt,
    Done,
    DoubleClick,
    Drag,
    DragBy,
    Edge,
    Fail,
    Hover,
    OpenApp,
    PartDone,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
    UseSkill,
    Wait,
)
from agent.computer.waiting import CHANGE
from agent.pointing import element_at
from vision.core.elements import ElementMap, one_line
from vision.core.geometry import Point

_WORDS: dict[type[Action], str] = {
    Click: "click {target}",
    AddToSelection: "add {target} to the selection",
    DoubleClick: "double-click {target}",
    TripleClick: "triple-click {target}",
    DragBy: "drag {target} {way}",
    SetSlider: "set {target} to “{value}”",
    Hover: "point at {target}",
    RightClick: "right-click {target}",
    TypeText: "type “{text}” into {target}",
    Tap: "enter “{text}” on the keypad",
    Press: "press {keys}",
    Select: "choose “{option}” in {target}",
    OpenApp: "open {name}",
    Wait: "wait {seconds:g} s",
    UseSkill: "do: {name}",
    Answer: "answer “{text}”",
    Ask: "ask “{question}”",
    PartDone: "say that part {number} is done",
    Done: "say that the task is done",
    Fail: "give up: {why}",
}


_AMOUNTS = {
    "little": "scroll {direction} a little",
    "page": "scroll {direction}",
    "end": "scroll {direction} to the end",
}
_EDGES: dict[Edge, str] = {
    "": "onto {to}",
    "left": "to the left edge of {to}",
    "right": "to the right edge of {to}",
    "top": "to the top edge of {to}",
    "bottom": "to the bottom edge of {to}",
}
_CLICKS = {1: "click", 2: "double-click", 3: "triple-click"}


def describe(action: Action, map_: ElementMap) -> str:
    """One line, such as 'type “Ann” into “Name” (field)'."""
    values = asdict(action)
    if "target" in values:
        values["target"] = thing(values["target"], map_)
    match action:
        case TypeText(mode="append"):
            words = "add “{text}” to the end of {target}"
        case TypeText(mode="replace"):
            words = "replace what is in {target} by “{text}”"
        case Drag(to=to, edge=edge):
            words = "drag {target} " + _EDGES[edge]
            values["to"] = thing(to, map_)
        case DragBy(right=right, down=down):
            words = _WORDS[DragBy]
            values["way"] = _way(right, down)
        case ClickAt():
            return _click_at(action, map_)
        case Scroll(target=target, amount=amount):
            words = _AMOUNTS[amount] + (" in {target}" if target is not None else "")
        case OpenApp(window=handle) if handle:
            words = "bring the window “{title}” to the front"
            values["title"] = one_line(map_.title_of(handle))
        case Wait(until=until) if until:
            words = "wait until anything changes" if until == CHANGE else "wait for “{until}”"
        case _:
            words = _WORDS[type(action)]
    return words.format_map(values)


def _click_at(action: ClickAt, map_: ElementMap) -> str:
    verb = _CLICKS.get(action.count, "click") if action.button == "left" else "right-click"
    element = element_at(Point(action.x, action.y), map_)
    place = f"the point ({action.x}, {action.y})"
    return f"{verb} {place}" if element is None else f"{verb} {thing(element.id, map_)} at {place}"


def _way(right: int, down: int) -> str:
    """A distance in plain words: "40 pixels to the left and 10 down"."""
    across = f"{abs(right)} pixels to the {'right' if right > 0 else 'left'}" if right else ""
    along = f"{abs(down)} {'' if right else 'pixels '}{'down' if down > 0 else 'up'}"
    return " and ".join(filter(None, [across, along if down or not right else ""]))


def thing(number: int | None, map_: ElementMap) -> str:
    """An element in plain words; None is whatever has the focus."""
    if number is None:
        return "what has the focus"
    element = map_.by_id(number)
    text = one_line(element.text)
    # As the model calls it, since there may be several of its kind, or of its name.
    name = map_.unique_names().get(element.id, element.kind)
    if not text:
        return f"the {name}"
    beside = name.removeprefix(f"{text} {element.kind}").strip()
    beside = f", {beside.strip('()')}" if beside and beside != name else ""
    return f"“{text}” ({element.kind}{beside})"
