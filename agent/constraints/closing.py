"""Windows that a run did not open: it closes, hides or logs out of none unless the task says so.
And what is not saved is never thrown away by it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Press, Pressing, TypeText
from agent.apps.categories import kinds
from agent.constraints import lexicon
from agent.constraints.deeds import (
    CLOSING_A_TAB,
    CLOSING_KEYS,
    Selection,
    combinations,
    front,
    in_popup,
    in_window,
    is_discard,
    is_pressed,
    label_deeds,
)
from agent.constraints.forbidden import Objection, window_called
from agent.constraints.parsing import asks_for, positive
from agent.policy.reach import window_at
from agent.policy.risk import elements_of, in_place
from agent.policy.rules import Rules
from agent.policy.wording import canonical
from agent.task.literals import normal
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, one_line
from vision.navigation.title_bars import BUTTON_NAMES

_NEW_TAB = ("ctrl+t", "win+t", "ctrl+shift+t")
_OF_ALL = ("ctrl+q", "ctrl+shift+q", "win+q", "ctrl+alt+delete", "ctrl+alt+backspace", "win+d")
_CROSSES = frozenset({"x", "×", "✕", "✖", "close tab", "close"})
# Where the tabs of a program are: so many pixels from the top of its window, at scale 1.
_TABS = 90
# Letters of a title that are enough to know it in a bar.
_LEAST_TITLE = 3
_LEAVING = frozenset({"exit", "logout", "quit"})
_CLAUSE = re.compile(
    r"[,;:.!?\n]|\b(?:and|then|und|dann|et|puis|y|luego|poi|en|i)\b", re.IGNORECASE
)
_BROWSER = "web browser"


@dataclass
class Closing:
    """Of one run. Until `begin` was called it knows no windows, and objects to nothing."""

    _there: frozenset[int] | None = None
    _tabs: Counter[int] = field(default_factory=Counter)

    def begin(self, windows: Sequence[Window]) -> None:
        """These windows are the person's."""
        self._there = frozenset(w.handle for w in windows if not (w.popup or w.tooltip))

    def note(self, action: Action, map_: ElementMap) -> None:
        """Take in an action that is about to be done."""
        window = front(map_)
        if not isinstance(action, Press) or window is None:
            return
        for one in combinations(action.keys):
            if one in _NEW_TAB:
                self._tabs[window.handle] += 1
            elif one in CLOSING_A_TAB and self._tabs[window.handle]:
                self._tabs[window.handle] -= 1

    def objection(
        self, action: Action, map_: ElementMap, task: str, rules: Rules, selection: Selection
    ) -> Objection | None:
        """Why an action is not done: it closes what is the person's, or loses what is not saved."""
        if self._there is None:
            return None
        if _discards(action, map_) and not _says_discard(task):
            why = "It would throw away what is not saved, and the task does not say so."
            return Objection(why, sure=False)
        if isinstance(action, Pressing) and any(
            _is_unread(e, map_) for e in elements_of(action, map_)
        ):
            return Objection("The name of this entry cannot be read, so it may close the window.")
        for window in self._closed(action, map_, rules, selection):
            if window.handle in self._there and not _wanted(window, map_, task):
                title = one_line(window.title or window.application)
                return Objection(
                    f"“{title}” was open before and the task does not say to close it, so this was "
                    "not done."
                )
        return None

    def _closed(
        self, action: Action, map_: ElementMap, rules: Rules, selection: Selection
    ) -> list[Window]:
        """The windows that an action closes, hides, or closes a tab of."""
        window = front(map_)
        if isinstance(action, Press | TypeText):
            if window is None or not self._by_keys(action, window, map_, rules, selection):
                return []
            pressed = combinations(action.keys) if isinstance(action, Press) else []
            return _of_program(window, map_) if set(pressed) & set(_OF_ALL) else [window]
        if not isinstance(action, Pressing):
            return []
        used = elements_of(action, map_)
        if window is not None and any(_is_task_button(e, window, map_) for e in used):
            return [window]
        under = [window_at(e.box.center, map_.windows) for e in used if _closes(e, map_)]
        return [one for one in under if one is not None]

    def _by_keys(
        self,
        action: Press | TypeText,
        window: Window,
        map_: ElementMap,
        rules: Rules,
        selection: Selection,
    ) -> bool:
        terminal = in_place("terminal", action, map_, rules)
        if isinstance(action, TypeText):
            lines = (selection.typed + action.text).split("\n")[:-1]
            return terminal and any(line.strip() in _LEAVING for line in lines)
        pressed = combinations(action.keys)
        tabs = self._tabs[window.handle]
        closing = [one for one in pressed if one in CLOSING_KEYS]
        if terminal:
            leaves = selection.typed.strip() in _LEAVING and "enter" in pressed
            # Of a shell these are the end of its input and editing keys.
            closing = [one for one in closing if one != "ctrl+w"]
            return leaves or "ctrl+d" in pressed or bool(closing)
        return any(one not in CLOSING_A_TAB or tabs < 1 for one in closing)


def _is_task_button(element: Element, window: Window, map_: ElementMap) -> bool:
    """Whether a thing is the button of the window in front in the bar of a desktop: a click on it
    minimises that window. Such a bar may cut a long title."""
    if window_at(element.box.center, map_.windows) is not None:
        return False
    shown = normal(element.text).rstrip(".…")
    return len(shown) >= _LEAST_TITLE and normal(window.title).startswith(shown)


def _closes(element: Element, map_: ElementMap) -> bool:
    """Whether a click on a thing closes, hides or leaves its window, or a tab of it."""
    if element.text in BUTTON_NAMES:
        return not element.text.startswith("maximise")
    name = canonical(element.text)
    window = window_at(element.box.center, map_.windows)
    if name in {canonical(one) for one in _CROSSES} and element.kind in ("icon", "button"):
        top = window is not None and element.box.center.y - window.box.top
        return top is not False and top < _TABS * map_.screenshot.scale
    if not is_pressed(element, map_) or "close" not in label_deeds(element.text):
        return False
    if in_popup(element, map_) or element.kind == "menu":
        return lexicon.deed("close").match(name) is not None
    # A button of that name on a page closes something of the page.
    page = window is not None and _is_browser(window)
    return not page and lexicon.deed("close").match(name) is not None


def _is_unread(element: Element, map_: ElementMap) -> bool:
    """Whether a thing is an entry of an open menu without a name."""
    return element.kind == "menu" and not element.text and in_popup(element, map_)


def _is_browser(window: Window) -> bool:
    programs = next(kind.programs for kind in kinds() if kind.name == _BROWSER)
    return any(normal(program) in normal(window.application) for program in programs)


def _of_program(window: Window, map_: ElementMap) -> list[Window]:
    same = [
        w
        for w in map_.windows
        if not w.popup
        and (w.application == window.application or (w.program and w.program == window.program))
    ]
    return same or [window]


def _wanted(window: Window, map_: ElementMap, task: str) -> bool:
    """Whether the task says to close a window: in general, or this one of those it names."""
    if not asks_for("close", task):
        return False
    clauses = [
        clause
        for clause in _CLAUSE.split(positive(task))
        if clause and lexicon.deed("close").search(canonical(clause))
    ]
    if any(lexicon.words("every").search(canonical(clause)) for clause in clauses):
        return True
    words = [word for clause in clauses for word in _phrases(clause)]
    shown = [w for w in map_.windows if not w.popup]
    named = [w for w in shown if any(window_called(word, w) for word in words)]
    return not named or any(w.handle == window.handle for w in named)


def _phrases(clause: str) -> list[str]:
    """What may name a window in a clause: its words, without the verb and the small ones."""
    words = re.findall(r"[\w.\-]+", clause)
    return [
        word
        for word in words
        if len(word) > 2
        and not lexicon.words("small").fullmatch(canonical(word))
        and not lexicon.deed("close").fullmatch(canonical(word))
        and word.casefold() not in ("window", "windows", "program", "app", "application", "tab")
    ]


def _discards(action: Action, map_: ElementMap) -> bool:
    """Whether an action answers a question about what is not saved by throwing it away, or by a key
    of which the screen does not tell what it would press."""
    if isinstance(action, Pressing):
        used = elements_of(action, map_)
        return any(is_pressed(e, map_) and is_discard(e.text) for e in used)
    if not isinstance(action, Press):
        return False
    buttons = [e for e in in_window(front(map_), map_) if e.kind in ("button", "link")]
    if not any(is_discard(e.text) for e in buttons):
        return False
    pressed = combinations(action.keys)
    if any(re.fullmatch(r"alt\+\w", one) for one in pressed):
        return True
    if not {"enter", "space"} & set(pressed):
        return False
    focused = [e for e in buttons if e.state.focused]
    return not focused or any(is_discard(e.text) for e in focused)


def _says_discard(task: str) -> bool:
    return lexicon.words("discard").search(canonical(task)) is not None
