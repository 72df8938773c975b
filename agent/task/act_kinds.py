"""What kind of act an action is: whether it finishes something, whether it can still be done."""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions import Action, Click, Press, Tap, TypeText
from agent.suggestions.keypad import is_formula
from agent.task.literals import normal
from vision.core.elements import ElementMap

# Buttons that end a dialog without its effect.
GIVING_UP = ("cancel", "discard", "abbrechen", "annuler", "cancelar", "annulla", "anuluj")
_MERE_KEYS = (Press("esc"), Press("tab"))


def only_types(action: Action) -> bool:
    """Whether something must usually follow: Enter, a button, the saving of what was written."""
    return isinstance(action, TypeText) or (isinstance(action, Tap) and not is_formula(action.text))


def gives_up(action: Action, map_: ElementMap) -> bool:
    """Whether an action finishes nothing: it leaves a dialog, or only moves the focus. "Cancel
    order" is no such button."""
    name = normal(map_.by_id(action.target).text) if isinstance(action, Click) else ""
    return name in GIVING_UP or action in _MERE_KEYS


def present(actions: Sequence[Action], map_: ElementMap) -> bool:
    """Whether all targets of the actions are on the map."""
    ids = {element.id for element in map_.elements}
    targets = [getattr(action, "target", None) for action in actions]
    return all(target in ids for target in targets if isinstance(target, int))
