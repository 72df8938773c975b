"""Whether an action of a reply can be carried out on the screen that it was chosen for."""

from __future__ import annotations

from agent.actions import (
    Action,
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
from agent.deciding.action_space import ActionSpace, open_parts
from agent.deciding.situation import Situation
from agent.errors import ActionFailed
from agent.keyboard.keys import one_by_one
from agent.suggestions.keypad import find_keypad
from vision.core.elements import ElementMap, Kind

_WAYS = ("up", "down", "left", "right")


def problem_of(action: Action, now: Situation, space: ActionSpace) -> str:
    """Why the action cannot be carried out in a situation whose action space is `space`; "" when
    all is well."""
    match action:
        case TypeText(target=None) | Wait() | Answer() | Ask() | Done() | Fail():
            return ""
        case TypeText(target=target):
            return _one("field", target, now.map)
        case Select(target=target):
            return _one("dropdown", target, now.map)
        case SetSlider(target=target):
            return _one("slider", target, now.map)
        case Tap():
            return _taps(action, now.map)
        case Press(keys=keys):
            return _keys(keys)
        case OpenApp(name=name):
            return "" if name in {a.name for a in now.applications} else "unknown application"
        case UseSkill():
            known = [each.action for each in space.skills.values()]
            return "" if action in known else "unknown skill"
        case PartDone(number=number):
            return "" if number in open_parts(now.plan) else f"no open part {number}"
        case _:
            return _places(action, now.map, space)


def _places(action: Action, map_: ElementMap, space: ActionSpace) -> str:
    """Of what is done with the mouse alone."""
    match action:
        case Click(target=target) | DoubleClick(target=target) | TripleClick(target=target):
            return _there(target, map_)
        case RightClick(target=target) | Hover(target=target) | DragBy(target=target):
            return _there(target, map_)
        case Drag(target=target, to=to):
            return _there(target, map_) or _there(to, map_)
        case Scroll(direction=direction, target=target):
            there = "" if target is None else _there(target, map_)
            return there if direction in _WAYS else "unknown direction"
        case ClickAt():
            return "" if space.sees else "a click at a point without a picture"
        case _:
            return f"{action} is never offered"


def _there(target: int, map_: ElementMap) -> str:
    usable = {element.id for element in map_.elements if not element.state.disabled}
    return "" if target in usable else f"no element {target}"


def _one(kind: Kind, target: int | None, map_: ElementMap) -> str:
    usable = {e.id for e in map_.elements if e.kind == kind and not e.state.disabled}
    return "" if target in usable else f"no {kind} {target}"


def _taps(action: Tap, map_: ElementMap) -> str:
    keypad = find_keypad(map_)
    keys = {button.id for button in keypad.buttons.values()} if keypad is not None else set()
    whole = action.text.strip() and action.targets and set(action.targets) <= keys
    return "" if whole else "keys that are not there"


def _keys(keys: str) -> str:
    try:
        return "" if one_by_one(keys) else "no key"
    except ActionFailed:
        return f"no keys {keys!r}"
