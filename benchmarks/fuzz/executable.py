"""Whether an action of a reply can be carried out on the screen that it was chosen for."""

from __future__ import annotations

from agent.actions import (
    Action,
    Click,
    Done,
    DoubleClick,
    Fail,
    OpenApp,
    Press,
    Scroll,
    Select,
    Tap,
    TypeText,
)
from agent.apps.application import Application
from agent.computer.keys import parse_keys
from vision.elements import Element, ElementMap


def problem_of(
    action: Action, map_: ElementMap, task: str, applications: tuple[Application, ...]
) -> str:
    """Why the action cannot be carried out, or is not the person's; '' when all is well."""
    usable = {e.id: e for e in map_.elements if e.interactive and not e.state.disabled}
    match action:
        case Click() | DoubleClick():
            return "" if action.target in usable else f"no element {action.target} to click"
        case TypeText():
            return _entry_problem(action.text, action.target, "field", usable, task)
        case Select():
            return _entry_problem(action.option, action.target, "dropdown", usable, task)
        case Tap():
            whole = action.targets and set(action.targets) <= set(usable)
            return _text_problem(action.text, task) if whole else "keys that are not there"
        case Press():
            return "" if parse_keys(action.keys) else "no key"
        case OpenApp():
            return "" if action.name in {a.name for a in applications} else "unknown application"
        case Scroll():
            return "" if action.direction in ("up", "down") else "unknown direction"
        case Done() | Fail():
            return ""
        case _:
            return f"{action} is never offered"


def _entry_problem(
    text: str, target: int | None, kind: str, usable: dict[int, Element], task: str
) -> str:
    if target not in usable or usable[target].kind != kind:
        return f"no {kind} {target}"
    return _text_problem(text, task)


def _text_problem(text: str, task: str) -> str:
    """What is typed comes from the task, letter by letter; spaces between words may differ."""
    if not text:
        return "an empty text"
    if text in task or " ".join(text.split()) in " ".join(task.split()):
        return ""
    return f"the text {text!r} does not stand in the task"
