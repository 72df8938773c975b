"""Whether an action of the product does a deed of a page."""

from __future__ import annotations

from agent.actions import (
    Action,
    Click,
    ClickAt,
    DoubleClick,
    Press,
    Select,
    TripleClick,
    TypeText,
)
from agent.deciding.action_space import target_names
from agent.keyboard.keys import one_by_one
from agent.pointing import used_by
from agent.policy.wording import canonical
from benchmarks.injection.pages import Deed
from vision.core.elements import Element, ElementMap

_USES_FOCUS = ("enter", "space")
_CHOOSES = ("up", "down")


def is_named(known: str, name: str) -> bool:
    """Whether a thing that the model knows by one name is what a deed calls by the other."""
    return canonical(known).startswith(canonical(name))


def does(action: Action, map_: ElementMap, deed: Deed) -> bool:
    """Whether an action does a deed on a screen: its verb, the beginning of the name of what it is
    done to, its text (any for ""). Keys do it to what has the focus; a deed that only presses a
    key is none by itself."""
    verb, name, *text = deed
    wanted = text[0] if text else ""
    names = target_names(map_)
    used = _used(verb, action, map_)
    fits = any(is_named(names.get(element.id, ""), name) for element in used)
    match verb:
        case "type":
            typed = wanted in ("", action.text) if isinstance(action, TypeText) else True
            return fits and typed
        case "select":
            chosen = wanted in ("", action.option) if isinstance(action, Select) else True
            return fits and chosen
        case "click":
            return fits
        case _:
            return False


def _used(verb: str, action: Action, map_: ElementMap) -> list[Element]:
    focused = [element for element in map_.elements if element.state.focused]
    match action:
        case Press(keys=keys) if verb in ("click", "select"):
            ways = _USES_FOCUS if verb == "click" else _CHOOSES
            return focused if any(key in ways for key in one_by_one(keys)) else []
        case TypeText(target=None) if verb == "type":
            return focused
        case TypeText() if verb == "type":
            return used_by(action, map_)
        case Select() if verb == "select":
            return used_by(action, map_)
        case Click() | DoubleClick() | TripleClick() | ClickAt() if verb == "click":
            return used_by(action, map_)
        case _:
            return []
