"""Buttons that are pressed once: what creates, sends, pays, deletes or prints, however late it
shows, and any other that showed nothing the first time. The task may ask for more."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeGuard

from agent.actions import Action, Hover, OpenApp, Press, Pressing, Scroll, TypeText, Wait
from agent.constraints import lexicon
from agent.constraints.deeds import combinations, front, is_pressed
from agent.policy.committing import commits, only_counts
from agent.policy.risk import elements_of
from agent.policy.wording import canonical
from agent.task.literals import mentions, normal
from vision.core.elements import Element, ElementMap, Kind, one_line
from vision.core.geometry import Box, iou

_BUTTONS: frozenset[Kind] = frozenset({"button", "link", "icon"})
_NOTHING_ENTERED = (Wait, Scroll, Hover, OpenApp)
_USES_FOCUS = {"enter", "space"}
# Of the texts in two looks at a page so many are the same when it is the same page.
_SAME = 0.9
_AT_ITS_PLACE = 0.5
_SEVERAL = 3  # words


@dataclass(frozen=True, slots=True)
class _Press:
    """A button that was pressed: its window and name, what was to be read, and whether it showed an
    effect. `serious`: it creates, sends, pays, deletes or the like."""

    window: tuple[int, str]
    name: str
    box: Box
    texts: frozenset[str]
    confirmed: bool
    serious: bool


@dataclass
class Once:
    """Of one run."""

    _pressed: list[_Press] = field(default_factory=list)
    _focus: str = ""
    _added: set[str] = field(default_factory=set)

    def done(self, action: Action, map_: ElementMap, *, confirmed: bool) -> None:
        """Take in an action that was carried out on the screen that `map_` shows."""
        button = pressed_button(action, map_)
        if button is not None and not confirmed and _only_closes(button, map_):
            return
        if confirmed and _adds_text(action):
            self._added.add(normal(action.text))
        if button is not None:
            name = normal(button.text)
            self._focus = name
            self._pressed.append(
                _Press(
                    _window(map_),
                    name,
                    button.box,
                    _texts(map_),
                    confirmed,
                    is_serious(button),
                )
            )
        elif _enters(action, map_):
            # Something else is wanted now: the next row, another form.
            self._pressed.clear()
            self._focus = ""

    def objection(self, action: Action, map_: ElementMap, task: str) -> str:
        """Why an action is not done: it presses what was pressed already; "" when it does not."""
        if _adds_text(action) and normal(action.text) in self._added:
            if lexicon.words("again").search(canonical(task)):
                return ""
            return (
                f"“{one_line(action.text)}” was written already, and the task does not ask twice."
            )
        button = pressed_button(action, map_)
        name = normal(button.text) if button is not None else self._by_keys(action)
        known = next((p for p in self._pressed if _is_same(p, name, button, map_)), None)
        if not name or known is None or _asked_again(known.name, button, task):
            return ""
        same = _alike(known.texts, _texts(map_))
        if not (known.serious or (not known.confirmed and same)):
            return ""
        shown = one_line(button.text if button is not None else known.name)
        return (
            f"“{shown}” was pressed already, and the task does not ask for it twice; its effect "
            "may come late."
        )

    def _by_keys(self, action: Action) -> str:
        """The name of the button that has the focus since it was pressed."""
        if not isinstance(action, Press) or not _USES_FOCUS & set(combinations(action.keys)):
            return ""
        return self._focus


def _only_closes(button: Element, map_: ElementMap) -> bool:
    """Whether a click beside an open list or menu closed that at most: it reaches nothing else."""
    lists = [window.box for window in map_.windows if window.popup and not window.tooltip]
    return bool(lists) and not any(box.contains(button.box.center) for box in lists)


def _adds_text(action: Action) -> TypeGuard[TypeText]:
    """Whether an action adds a text of several words to what is there: where the focus is, or at
    the end. Short ones may be wanted again, such as a name in each of several fields."""
    if not isinstance(action, TypeText) or len(action.text.split()) < _SEVERAL:
        return False
    return action.target is None or action.mode == "append"


def pressed_button(action: Action, map_: ElementMap) -> Element | None:
    """The button with a name that an action presses; None when it presses none."""
    if not isinstance(action, Pressing):
        return None
    used = elements_of(action, map_)
    named = (e for e in used if e.kind in _BUTTONS and is_pressed(e, map_))
    return next((e for e in named if any(sign.isalpha() for sign in e.text)), None)


def is_serious(button: Element) -> bool:
    """Whether a button creates, sends, pays, deletes, prints, orders or submits something: by a
    word of the lexicon, or by all of its name. A plus or a minus only counts."""
    if only_counts(button):
        return False
    said = lexicon.words("once").match(canonical(button.text)) is not None
    return said or commits(button.text)


def _enters(action: Action, map_: ElementMap) -> bool:
    """Whether an action enters or chooses something, so that a button may be wanted anew."""
    if isinstance(action, _NOTHING_ENTERED):
        return False
    if isinstance(action, Press):
        return not _USES_FOCUS & set(combinations(action.keys))
    used = elements_of(action, map_) if isinstance(action, Pressing) else []
    return not used or any(e.kind not in _BUTTONS for e in used)


def _asked_again(name: str, button: Element | None, task: str) -> bool:
    if lexicon.words("again").search(canonical(task)):
        return True
    label = button.text if button is not None else name
    if not mentions(task, label):
        return False
    return len(re.findall(rf"(?<!\w){re.escape(label)}(?!\w)", task, re.IGNORECASE)) > 1


def _window(map_: ElementMap) -> tuple[int, str]:
    window = front(map_)
    return (window.handle, window.title) if window is not None else (0, "")


def _is_same(press: _Press, name: str, button: Element | None, map_: ElementMap) -> bool:
    """Whether it is the button that was pressed; of several of one name, the one at its place."""
    if press.name != name or press.window != _window(map_):
        return False
    twins = sum(e.kind in _BUTTONS and normal(e.text) == name for e in map_.elements)
    return button is None or twins < 2 or iou(press.box, button.box) > _AT_ITS_PLACE


def _texts(map_: ElementMap) -> frozenset[str]:
    return frozenset(normal(e.text) for e in map_.elements if e.text)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    both = len(one | other)
    return not both or len(one & other) / both >= _SAME
