"""How risky an action is: the rules laid beside the thing, its window, the keys and the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.actions import (
    Action,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    Dragging,
    OpenApp,
    Press,
    Pressing,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
)
from agent.keyboard.keyboard_focus import combinations
from agent.pointing import active_window, dropped_on, points_of, used_by
from agent.policy.reach import window_at
from agent.policy.rules import Act, Risk, Rules
from agent.policy.wording import said
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap

TRASH = "drop in the trash"
# What uses the button that has the focus, or that a dialog has for it.
_ENTER = {"enter", "space", "shift+enter"}
# Text around a button that only says yes: so far above or below and beside it, in pixels at scale 1
ABOVE, BESIDE = 260, 420


def risks_of(action: Action, map_: ElementMap, rules: Rules) -> list[Risk]:
    """The risks that an action has, as the rules stand; none for one that only looks."""
    return [risk for risk in rules.risks if _fits(risk, action, map_, rules)]


def window_of(action: Action, map_: ElementMap) -> Window | None:
    """The window that an action would reach: under its target, else the active one."""
    return next(iter(windows_of(action, map_)), None)


def windows_of(action: Action, map_: ElementMap) -> list[Window]:
    """All windows that an action would reach: a drag may end in another one than it begins in."""
    points = [] if isinstance(action, Scroll) else points_of(action, map_)
    if points:
        under = [window_at(point, map_.windows) for point in points]
        return list(dict.fromkeys(window for window in under if window is not None))
    active = [window for window in map_.windows if window.active]
    return (active or [w for w in map_.windows if not w.popup])[:1]


def _fits(risk: Risk, action: Action, map_: ElementMap, rules: Rules) -> bool:
    acts = _acts(action)
    if not acts & set(risk.acts):
        return False
    if isinstance(action, Press):
        known = {one for keys in risk.keys for one in combinations(keys)}
        if combinations(action.keys) & known:
            return True
    if any(re.search(pattern, _text(action)) for pattern in risk.texts if _text(action)):
        return True
    return _place_fits(risk, action, map_) or bool(
        risk.words and _words_fit(risk, acts, action, map_, rules)
    )


def _acts(action: Action) -> set[Act]:
    match action:
        case Click() | DoubleClick() | TripleClick() | RightClick() | ClickAt() | Tap():
            return {"click"}
        case Drag() | DragBy():
            return {"click", "drop"}
        case TypeText(text=text):
            # A line break is an Enter in most fields.
            return {"type", "enter"} if "\n" in text else {"type"}
        case Select() | SetSlider():
            return {"type", "click"}
        case Press(keys=keys):
            pressed = combinations(keys)
            acts: set[Act] = {"enter"} if pressed & _ENTER else set()
            return acts | {"press"} if pressed - _ENTER else acts
        case OpenApp():
            return {"open"}
        case _:
            return set()


def _text(action: Action) -> str:
    return action.text if isinstance(action, TypeText | Tap) else ""


def in_place(id_: str, action: Action, map_: ElementMap, rules: Rules) -> bool:
    """Whether an action goes to a program or window that the risk with this id is about."""
    return any(risk.id == id_ and _place_fits(risk, action, map_) for risk in rules.risks)


def _place_fits(risk: Risk, action: Action, map_: ElementMap) -> bool:
    if not (risk.applications or risk.windows):
        return False
    if isinstance(action, OpenApp):
        title = map_.title_of(action.window)
        known = bool(title) and any(re.search(pattern, title) for pattern in risk.windows)
        return known or said(action.name, risk.applications)
    return any(
        said(window.application, risk.applications)
        or any(re.search(pattern, window.title) for pattern in risk.windows)
        for window in windows_of(action, map_)
    )


def _words_fit(risk: Risk, acts: set[Act], action: Action, map_: ElementMap, rules: Rules) -> bool:
    if "enter" in acts and "enter" in risk.acts:
        # Enter uses the button that a dialog, page or chat has for it; a picture in a tool bar only
        # where it is one to send with.
        front = [e for e in _in_front(map_) if e.interactive]
        front = [e for e in front if risk.pictures or e.kind != "icon"]
        if any(said(e.text, risk.unless) for e in front):
            return False
        return any(_named(risk, e.kind, e.text) or _agrees(risk, e, map_, rules) for e in front)
    if isinstance(action, Select) and said(action.option, risk.words):
        return True
    used = _used_for(risk, action, map_)
    if any(said(e.text, risk.unless) for one in used for e in _beside(one, map_)):
        return False
    if any(_named(risk, element.kind, element.text) for element in used):
        return True
    if not isinstance(action, Pressing):
        return isinstance(action, TypeText) and not used and _focus_named(risk, map_)
    return any(_agrees(risk, element, map_, rules) for element in used)


def _used_for(risk: Risk, action: Action, map_: ElementMap) -> list[Element]:
    """What of the things that an action uses a risk is about: one that only drops fit, where."""
    if isinstance(action, Dragging) and "click" not in risk.acts:
        goal = dropped_on(action, map_)
        return [goal] if goal is not None else []
    return elements_of(action, map_)


def dropped_in_trash(action: Drag | DragBy, map_: ElementMap, rules: Rules) -> bool:
    """Whether a drag ends over what the risk "drop in the trash" names."""
    goal = dropped_on(action, map_)
    risks = (risk for risk in rules.risks if risk.id == TRASH)
    return goal is not None and any(_named(risk, goal.kind, goal.text) for risk in risks)


def _beside(element: Element, map_: ElementMap) -> Sequence[Element]:
    """What is in the window of an element, and can be used there."""
    window = window_at(element.box.center, map_.windows)
    inner = (e for e in map_.elements if window is None or window.box.contains(e.box.center))
    return [e for e in inner if e.interactive and e is not element]


def _agrees(risk: Risk, button: Element, map_: ElementMap, rules: Rules) -> bool:
    """Whether a button only says yes, and the text around it says to what."""
    return said(button.text, rules.confirming) and _around_says(risk, button, map_)


def _named(risk: Risk, kind: str, text: str) -> bool:
    return (not risk.kinds or kind in risk.kinds) and said(text, risk.words)


def _focus_named(risk: Risk, map_: ElementMap) -> bool:
    """Whether what has the focus fits; when that cannot be seen, whether any field does."""
    fields = [e for e in map_.elements if e.kind in ("field", "dropdown")]
    focused = [e for e in fields if e.state.focused] or fields
    return any(_named(risk, e.kind, e.text) for e in focused)


def _around_says(risk: Risk, button: Element, map_: ElementMap) -> bool:
    """Whether the text around a button that only says yes, or its window's title, fits."""
    scale = map_.screenshot.scale
    near = [
        e.text
        for e in map_.elements
        if e is not button
        and e.group == button.group
        and abs(e.box.center.y - button.box.center.y) <= ABOVE * scale
        and abs(e.box.center.x - button.box.center.x) <= BESIDE * scale
    ]
    return any(said(text, risk.words) for text in (*near, button.group))


def _in_front(map_: ElementMap) -> Sequence[Element]:
    active = active_window(map_.windows)
    if active is None:
        return map_.elements
    return [e for e in map_.elements if active.box.contains(e.box.center)]


def elements_of(action: Action, map_: ElementMap) -> list[Element]:
    """What an action uses on the screen; nothing when it only looks."""
    return [] if isinstance(action, Scroll) else used_by(action, map_)
