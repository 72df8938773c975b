"""The calls that recordings are written in, read from a file and made from the product's actions.

An action of ours may be several calls: text goes into a field by a click on it and the typing, and
a drag begins where the mouse was moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agent.actions import (
    Action,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    Hover,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
    Wait,
)
from agent.keyboard.keys import one_by_one
from agent.pointing import dropped_at, element_at
from vision.core.elements import ElementMap
from vision.core.geometry import Box, Point

CallType = Literal["mouse", "keyboard", "wait", "plan", "evaluate"]
CLICKS = ("click", "double_click")

_TYPES: dict[str, CallType] = {
    "MouseAction": "mouse",
    "KeyboardAction": "keyboard",
    "WaitAction": "wait",
    "PlanAction": "plan",
    "EvaluateSubTaskAction": "evaluate",
}
# Keys as X11 calls them.
_KEYS = {
    "ctrl": "Control_L",
    "shift": "Shift_L",
    "alt": "Alt_L",
    "win": "Super_L",
    "enter": "Return",
    "esc": "Escape",
    "tab": "Tab",
    "backspace": "BackSpace",
    "delete": "Delete",
}


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `kind` is what the mouse or keyboard does ("click", "press", "text" …) or the
    judgement of an evaluation; `text` is what is typed, pressed or planned. `place` is in pixels
    of the screenshot; `area` is where the click may as well have been: of a recorded call the
    annotated area, of ours the chosen element."""

    type: CallType
    kind: str = ""
    button: str = ""
    place: Point | None = None
    area: Box | None = None
    text: str = ""


def recorded(values: Mapping[str, Any]) -> Call:
    """A call of a recording. Raises KeyError, TypeError or ValueError for what is none."""
    sort = _TYPES[values["action_type"]]
    if sort == "mouse":
        return Call(
            "mouse",
            values["mouse_action_type"],
            values.get("mouse_button") or "",
            _point(values.get("mouse_position")),
            _area(values.get("clickable_area")),
        )
    if sort == "keyboard":
        keys = values.get("keyboard_key")
        text = "+".join(keys) if isinstance(keys, list) else keys or values.get("keyboard_text")
        return Call("keyboard", values["keyboard_action_type"], text=text or "")
    if sort == "plan":
        return Call("plan", text=values["element"] or "")
    return Call(sort, values.get("situation") or "")


def _point(values: Mapping[str, int] | None) -> Point | None:
    return Point(round(values["width"]), round(values["height"])) if values else None


def _area(values: Mapping[str, Any] | None) -> Box | None:
    if not values:
        return None
    first, last = _point(values["upper_left_position"]), _point(values["lower_right_position"])
    # The last pixel belongs to the area.
    return Box(first.x, first.y, last.x + 1, last.y + 1) if first and last else None


def said(actions: Iterable[Action], map_: ElementMap) -> list[Call]:
    """The calls that carry out actions on the elements of a map. What has no call of its own
    (opening a program, a question to the person, the end of the task) is left out."""
    return [call for action in actions for call in _calls(action, map_)]


def _calls(action: Action, map_: ElementMap) -> list[Call]:
    match action:
        case TypeText(text=text, target=target):
            first = [] if target is None else [_click(target, map_)]
            return [*first, Call("keyboard", "text", text=text)]
        case Press(keys=keys):
            return [Call("keyboard", "press", text=_pressed(one)) for one in one_by_one(keys)]
        case Scroll(direction=direction, target=target):
            first = [] if target is None else [_click(target, map_, "move", "")]
            return [*first, Call("mouse", f"scroll_{direction}")]
        case Wait():
            return [Call("wait")]
        case Drag() | DragBy() | SetSlider():
            return _dragged(action, map_)
        case _:
            return _clicks(action, map_)


def _dragged(action: Drag | DragBy | SetSlider, map_: ElementMap) -> list[Call]:
    """The mouse goes to what is dragged, and drags it to its goal; where a slider's handle ends is
    known only when it shows its value."""
    end = None if isinstance(action, SetSlider) else dropped_at(action, map_)
    goal = map_.by_id(action.to).box if isinstance(action, Drag) else None
    return [
        _click(action.target, map_, "move", ""),
        Call("mouse", "drag", "left", end, goal),
    ]


def _clicks(action: Action, map_: ElementMap) -> list[Call]:
    match action:
        case Click(target=target):
            return [_click(target, map_)]
        case DoubleClick(target=target):
            return [_click(target, map_, "double_click")]
        case TripleClick(target=target):
            return [_click(target, map_, "double_click"), _click(target, map_)]
        case RightClick(target=target):
            return [_click(target, map_, button="right")]
        case Hover(target=target):
            return [_click(target, map_, "move", "")]
        case ClickAt():
            return _clicked_at(action, map_)
        case Tap(targets=targets):
            return [_click(target, map_) for target in targets]
        case Select(target=target):
            # Where the option will stand is known only when the list is open.
            return [_click(target, map_), Call("mouse", "click", "left")]
        case _:
            return []


def _clicked_at(action: ClickAt, map_: ElementMap) -> list[Call]:
    at = Point(action.x, action.y)
    under = element_at(at, map_)
    area = under.box if under is not None else None
    kinds = {1: ["click"], 2: ["double_click"]}.get(action.count, ["double_click", "click"])
    return [Call("mouse", kind, action.button, at, area) for kind in kinds]


def _click(target: int, map_: ElementMap, kind: str = "click", button: str = "left") -> Call:
    box = map_.by_id(target).box
    return Call("mouse", kind, button, box.center, box)


def _pressed(combination: str) -> str:
    return "+".join(_KEYS.get(key, key) for key in combination.split("+"))


def click_points(calls: Iterable[Call]) -> list[Point]:
    """Where the mouse was pressed, in order: clicks, double clicks, and the beginnings of drags.
    The place of a recorded drag is its end; it begins where the mouse was brought before."""
    points: list[Point] = []
    at: Point | None = None
    for call in calls:
        if call.type != "mouse":
            continue
        begins = at if call.kind == "drag" else call.place if call.kind in CLICKS else None
        if begins is not None:
            points.append(begins)
        at = call.place or at
    return points
