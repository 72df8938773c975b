"""The words by which an action is found in a task."""

from __future__ import annotations

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    Dragging,
    Hover,
    OpenApp,
    Press,
    RightClick,
    Select,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
)
from agent.keyboard.shortcuts import meaning
from agent.pointing import on_element, used_by
from vision.core.elements import ElementMap


def words_of(action: Action, map_: ElementMap) -> list[str]:
    """What an action typed or chose, and the names of what it touched: the words by which it is
    found in the task. Of a drag these are what was dragged and what it was let go over."""
    action = on_element(action, map_)
    if isinstance(action, Dragging):
        return [element.called for element in used_by(action, map_)]
    match action:
        case TypeText(text=text, target=target):
            return [text, *_name(target, map_)]
        case Select(option=option, target=target):
            return [option, *_name(target, map_)]
        case Tap(text=text):
            return [text]
        case Hover(target=target):
            # An entry of a menu that is taken for a drop-down list shows its name as the value.
            shown = map_.by_id(target).state.value if target is not None else None
            return [*_name(target, map_), *([shown] if shown else [])]
        case SetSlider(value=value, target=target):
            return [value, *_name(target, map_)]
        case (
            Click(target=target)
            | DoubleClick(target=target)
            | TripleClick(target=target)
            | RightClick(target=target)
        ):
            return [map_.by_id(target).called]
        case OpenApp(name=name):
            return [name]
        case Press(keys=keys):
            return [meaning(keys), keys]
        case _:
            return []


def _name(target: int | None, map_: ElementMap) -> list[str]:
    return [map_.by_id(target).text] if target is not None else []
