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
from vision.elements import ElementMap, one_line

_WORDS: dict[type[Action], str] = {
    Click: "click {target}",
    AddToSelection: "add {target} to the selection",
    DoubleClick: "double-click {target}",
    Hover: "point at {target}",
    RightClick: "right-click {target}",
    TypeText: "type “{text}” into {target}",
    Tap: "enter “{text}” on the keypad",
    Press: "press {keys}",
    Select: "choose “{option}” in {target}",
    Scroll: "scroll {direction}",
    OpenApp: "open {name}",
    Wait: "wait {seconds:g} s",
    TripleClick: "triple-click {target}",
    Drag: "drag {target} to {to}",
    DragBy: "drag {target} by {right}, {down} pixels",
    SetSlider: "set {target} to {value}",
    ClickAt: "click at {x}, {y}",
    UseSkill: "do: {name}",
    Answer: "answer “{text}”",
    Ask: "ask “{question}”",
    PartDone: "say that part {number} is done",
    Done: "say that the task is done",
    Fail: "give up: {why}",
}


def describe(action: Action, map_: ElementMap) -> str:
    """One line, such as 'type “Ann” into “Name” (field)'."""
    values = asdict(action)
    if "target" in values:
        values["target"] = thing(values["target"], map_)
    return _WORDS[type(action)].format_map(values)


def thing(number: int | None, map_: ElementMap) -> str:
    """An element in plain words; None is whatever has the focus."""
    if number is None:
        return "what has the focus"
    element = map_.by_id(number)
    text = one_line(element.text)
    return f"“{text}” ({element.kind})" if text else f"the {element.kind}"
