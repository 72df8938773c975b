"""The lines by which a model takes an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from agent.actions import (
    Action,
    AddToSelection,
    Answer,
    Click,
    Done,
    DoubleClick,
    Drag,
    Fail,
    Hover,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TypeText,
)
from agent.deciding.action_space import KEYPAD, said_of, target_names
from agent.deciding.situation import Situation
from agent.keyboard.shortcuts import meaning
from vision.core.elements import ElementMap, one_line, quote

_WORDS: Mapping[type[Action], str] = {
    TypeText: "type {text} into {target}",
    Select: "choose {option} in {target}",
    Tap: f"enter {{text}} on the {KEYPAD}",
    Press: "press {keys}",
    Drag: "drag {target} onto {to}",
    SetSlider: "set {target} to {value}",
    Scroll: "scroll {direction}",
    OpenApp: "open {name}",
    Click: "click {target}",
    AddToSelection: "add {target} to the selection",
    DoubleClick: "double-click {target}",
    RightClick: "right-click {target}",
    Hover: "point at {target}",
    Answer: "answer the person: {text}",
    Done: "the whole task is done",
    Fail: "it cannot be done",
}


def words_for(action: Action, now: Situation) -> str:
    """The line by which the model takes an action."""
    values = asdict(action)
    for name in ("text", "option"):
        values[name] = quote(str(values.get(name, "")))
    for name in ("value", "name"):
        values[name] = one_line(str(values.get(name, "")))
    number = values.get("target")
    values["target"] = _target(number, now.map) if number is not None else "what has the focus"
    if isinstance(action, Drag):
        values["to"] = _target(action.to, now.map)
    if action == TypeText("", action.target if isinstance(action, TypeText) else None):
        return f"type a text of your own into {values['target']}"
    if action == Tap("", ()):
        return f"enter a sum of your own on the {KEYPAD}"
    if action == Answer(""):
        return "tell the person the answer"
    if isinstance(action, Press) and (said := meaning(action.keys)):
        values["keys"] = f"{action.keys} ({said})"
    if isinstance(action, OpenApp) and action.window:
        return f"bring the window {quote(now.map.title_of(action.window))} to the front"
    return _WORDS[type(action)].format_map(values)


def _target(number: int, map_: ElementMap) -> str:
    element = map_.by_id(number)
    return said_of(element, target_names(map_).get(number, element.kind))
