"""What an action would do to things: delete, move, overwrite, rename, close, send or run them; and
to which, as far as the screen tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    DoubleClick,
    Drag,
    DragBy,
    Dragging,
    Press,
    RightClick,
    Select,
    Tap,
    TripleClick,
    TypeText,
)
from agent.constraints import lexicon
from agent.constraints.lexicon import Deed
from agent.errors import ActionFailed
from agent.keyboard.keys import one_by_one, parse_keys
from agent.pointing import dropped_on
from agent.policy.reach import window_at
from agent.policy.risk import dropped_in_trash, elements_of, in_place
from agent.policy.rules import Rules
from agent.policy.wording import canonical
from agent.task.literals import literals, normal
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind
from vision.core.pieces import same_row
from vision.navigation.title_bars import BUTTON_NAMES

_PRESSED: frozenset[Kind] = frozenset({"button", "link", "menu", "icon"})
_IN_MENUS: frozenset[Kind] = frozenset({"list item", "text", "checkbox"})
# What a click on it selects: the other kinds leave a selection as it is.
_ROWS: frozenset[Kind] = frozenset({"list item", "icon", "text", "image"})
# What is dragged without that a thing is moved.
_HANDLES: frozenset[Kind] = frozenset({"slider", "scroll bar"})
_FILE = re.compile(r".*\w\.\w{1,5}")
_LONGEST_LABEL = 6  # words: what is longer is a text, not the name of a button
# Of files a large part of a window, of an entry a line: a field of so many pixels is a document.
DOCUMENT_HEIGHT = 4 * 24
_BY_KEYS: tuple[tuple[Deed, tuple[str, ...]], ...] = (
    ("delete", ("delete", "shift+delete", "ctrl+d", "win+backspace", "win+delete")),
    ("move", ("ctrl+x", "shift+delete")),
    ("overwrite", ("ctrl+s", "win+s")),
    ("rename", ("f2",)),
    ("send", ("ctrl+enter", "win+enter")),
)
CLOSING_KEYS = (
    *("alt+f4", "ctrl+w", "ctrl+q", "ctrl+shift+w", "ctrl+shift+q", "ctrl+f4", "win+q", "win+w"),
    *("win+d", "win+m", "win+h", "win+down", "alt+f9", "ctrl+alt+delete", "ctrl+alt+backspace"),
)
CLOSING_A_TAB = ("ctrl+w", "ctrl+f4", "win+w")
_USES_FOCUS = ("enter", "space", "shift+enter", "ctrl+m", "ctrl+j")
_LABELS: tuple[Deed, ...] = ("delete", "move", "overwrite", "rename", "close", "send", "run")


@dataclass(frozen=True, slots=True)
class Objects:
    """What an action acts on: the `texts` that name it; `everything` that is there; `known` when
    these are all."""

    texts: tuple[str, ...] = ()
    everything: bool = False
    known: bool = False


@dataclass
class Selection:
    """What is selected, by what the run did itself: the pixels do not always tell. `chosen` None:
    nobody knows."""

    chosen: frozenset[str] | None = None
    everything: bool = False
    left_out: frozenset[str] = frozenset()
    typed: str = field(default="")
    """What was typed without a target since Enter was pressed last."""

    def note(self, action: Action, map_: ElementMap) -> None:
        """Take in an action that is about to be done."""
        match action:
            case AddToSelection():
                self._toggle(elements_of(action, map_)[0].text)
            case Click() | RightClick() | DoubleClick() | TripleClick():
                self._clicked(elements_of(action, map_), map_)
            case Drag() | DragBy():
                self._dragged(elements_of(action, map_)[:1], map_)
            case Press():
                self._pressed(action.keys)
            case TypeText(text=text, target=None) | Tap(text=text):
                self.typed = (self.typed + text).rpartition("\n")[2]
            case TypeText(text=text):
                self.typed = text.rpartition("\n")[2]
            case _:
                pass

    def _toggle(self, text: str) -> None:
        if self.everything:
            self.left_out = self.left_out ^ {text}
        elif self.chosen is not None:
            self.chosen = self.chosen ^ {text}

    def _clicked(self, elements: Sequence[Element], map_: ElementMap) -> None:
        for element in elements:
            if is_row(element) and not in_popup(element, map_):
                self.chosen, self.everything = frozenset({element.text}), False
                self.left_out = frozenset()

    def _dragged(self, elements: Sequence[Element], map_: ElementMap) -> None:
        """Something that is not selected is, when it is dragged; a drag from elsewhere may select
        all that it passes over."""
        for element in elements:
            if not is_row(element):
                self.chosen, self.everything, self.left_out = None, False, frozenset()
            elif not self.holds(element):
                self._clicked([element], map_)

    def holds(self, element: Element) -> bool:
        """Whether an element is one of those that the run selected."""
        if self.everything:
            return element.text not in self.left_out
        return self.chosen is not None and element.text in self.chosen

    def _pressed(self, keys: str) -> None:
        for one in combinations(keys):
            if one in ("ctrl+a", "win+a"):
                self.everything, self.chosen, self.left_out = True, None, frozenset()
            elif one in _USES_FOCUS:
                self.typed = ""
            elif one in ("esc", *_MOVING):
                self.everything, self.chosen, self.left_out = False, None, frozenset()


_MOVING = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "shift+up", "shift+down"),
    *("shift+left", "shift+right", "shift+home", "shift+end", "ctrl+home", "ctrl+end"),
)


def combinations(keys: str) -> list[str]:
    """The combinations that a press makes, one after the other, in their usual writing."""
    try:
        return ["+".join(parse_keys(one)) for one in one_by_one(keys)]
    except ActionFailed:
        return []  # it fails by itself


def deeds_of(action: Action, map_: ElementMap, rules: Rules) -> set[Deed]:
    """What an action would do, as its keys or the name of the button say."""
    match action:
        case Press(keys=keys):
            pressed = combinations(keys)
            found: set[Deed] = {
                deed for deed, known in _BY_KEYS if any(one in known for one in pressed)
            }
            if any(one in CLOSING_KEYS for one in pressed):
                found.add("close")
            if any(one in _USES_FOCUS for one in pressed):
                found |= _entered(action, map_, rules)
            return found
        case TypeText(text=text) if "\n" in text:
            return _entered(action, map_, rules)
        case Select(option=option):
            return label_deeds(option)
        case Drag() | DragBy():
            return _dropped(action, map_, rules)
        case Click() | DoubleClick() | TripleClick():
            return {
                deed
                for element in elements_of(action, map_)
                if is_pressed(element, map_)
                for deed in label_deeds(element.text)
            }
        case _:
            return set()


def _dropped(action: Drag | DragBy, map_: ElementMap, rules: Rules) -> set[Deed]:
    """What a drag does: it moves what is dragged, and may do to it what stands where it ends."""
    source = elements_of(action, map_)[:1]
    if not source or source[0].kind in _HANDLES:
        return set()
    goal = dropped_on(action, map_)
    found: set[Deed] = {"move"}
    if goal is not None and is_pressed(goal, map_) and not is_row(goal):
        found |= label_deeds(goal.text) - {"close"}
    return found | {"delete"} if dropped_in_trash(action, map_, rules) else found


def label_deeds(label: str) -> set[Deed]:
    """What a button of this name does."""
    if label in BUTTON_NAMES:
        return {"close"} if not label.startswith("maximise") else set()
    name = canonical(label)
    if not name or len(name.split()) > _LONGEST_LABEL:
        return set()
    found = {deed for deed in _LABELS if lexicon.deed(deed).search(name)}
    return found - {"overwrite"} if is_discard(label) else found


def is_discard(label: str) -> bool:
    """Whether a button of this name throws away what is not saved."""
    return lexicon.words("discard").match(canonical(label)) is not None


def is_pressed(element: Element, map_: ElementMap) -> bool:
    """Whether a click on a thing does something: a button, or an entry of an open menu."""
    return element.kind in _PRESSED or (element.kind in _IN_MENUS and in_popup(element, map_))


def is_row(element: Element) -> bool:
    """Whether a click on a thing selects it: a file that is selected may be taken for a button."""
    named_like_a_file = _FILE.fullmatch(element.text.strip()) is not None
    return element.kind in _ROWS or (element.kind in _PRESSED and named_like_a_file)


def in_popup(element: Element, map_: ElementMap) -> bool:
    return any(w.popup and w.box.contains(element.box.center) for w in map_.windows)


def _entered(action: Action, map_: ElementMap, rules: Rules) -> set[Deed]:
    """What Enter does: run in a terminal, else what the focused button or any other does."""
    if in_place("terminal", action, map_, rules):
        return {"run"}
    buttons = [e for e in in_window(front(map_), map_) if e.kind == "button"]
    focused = [e for e in buttons if e.state.focused]
    used = focused or [e for e in buttons if e.text not in BUTTON_NAMES]
    return {deed for button in used for deed in label_deeds(button.text)} - {"close", "run"}


def front(map_: ElementMap) -> Window | None:
    """The window that has the keys, or the one in front."""
    shown = [window for window in map_.windows if not window.popup]
    return next((window for window in shown if window.active), next(iter(shown), None))


def in_window(window: Window | None, map_: ElementMap) -> list[Element]:
    """The elements inside of a window; all without one."""
    if window is None:
        return list(map_.elements)
    return [e for e in map_.elements if window.box.contains(e.box.center)]


def asks(window: Window | None, map_: ElementMap) -> bool:
    """Whether a window is a dialog: it belongs to another one, or is much smaller than another one
    of its program."""
    if window is None:
        return False
    others = [w for w in map_.windows if w is not window and not w.popup]
    owned = window.modal or any(w.handle == window.owner for w in others)
    of_one = [w for w in others if w.program and w.program == window.program]
    return owned or any(w.box.area > 2 * window.box.area for w in of_one)


def objects_of(deed: Deed, action: Action, map_: ElementMap, selection: Selection) -> Objects:
    """What a deed of an action is done to."""
    used = elements_of(action, map_)
    window = front(map_)
    if used and not in_popup(used[0], map_):
        window = window_at(used[0].box.center, map_.windows) or window
    title = window.title if window is not None else ""
    own = tuple(e.text for e in used)
    if deed == "close":
        names = (title, window.application) if window is not None else ()
        return Objects((*own, *names), known=True)
    if deed == "run":
        command = selection.typed + (action.text if isinstance(action, TypeText) else "")
        return Objects((command,), known=bool(command.strip()))
    if isinstance(action, Dragging):
        return _carried(used[0], map_, selection) if used else Objects()
    inside = in_window(window, map_)
    values = tuple(
        e.state.value for e in inside if e.kind in ("field", "dropdown") and e.state.value
    )
    if asks(window, map_):
        if values:
            return Objects((*own, title, *values), known=True)
        texts = tuple(e.text for e in inside if e.text)
        told = any(_names_something(text) for text in (title, *texts))
        chosen = _chosen(map_, selection)
        return Objects((*own, title, *texts, *chosen.texts), known=told or chosen.known)
    if deed == "overwrite":
        return Objects((*own, title), known=bool(title))
    if (row := _row_of(used, inside)) is not None:
        return Objects((*own, *row), known=True)
    if isinstance(action, Press) and _edits_a_line(inside):
        return Objects(known=True)
    chosen = _chosen(map_, selection)
    return Objects((*own, *chosen.texts), chosen.everything, chosen.known)


def _carried(source: Element, map_: ElementMap, selection: Selection) -> Objects:
    """What a drag takes along: all that is selected when what is dragged is one of it."""
    if not (source.state.selected or selection.holds(source)):
        return Objects((source.text,), known=bool(source.text))
    chosen = _chosen(map_, selection)
    return Objects((source.text, *chosen.texts), chosen.everything, known=bool(source.text))


def _names_something(text: str) -> bool:
    """Whether a line of a dialog says by name what it asks about."""
    return any(
        any(sign in value for sign in "._-") or f"“{value}" in text or f'"{value}' in text
        for value in literals(f"x {text}")
    )


def _edits_a_line(inside: Sequence[Element]) -> bool:
    """Whether the keys go to an entry of one line: they change its text, and no thing."""
    focused = [e for e in inside if e.state.focused and e.kind == "field"]
    return bool(focused) and focused[0].box.height < DOCUMENT_HEIGHT


def _chosen(map_: ElementMap, selection: Selection) -> Objects:
    """What is selected, as the map shows it and the run made it."""
    shown = tuple(
        e.text for e in in_window(front(map_), map_) if e.state.selected and is_row(e) and e.text
    )
    if selection.everything:
        left = {normal(text) for text in selection.left_out}
        there = (e.text for e in in_window(front(map_), map_) if is_row(e))
        texts = tuple(t for t in there if t and normal(t) not in left)
        return Objects((*texts, *shown), everything=not left, known=bool(left))
    if selection.chosen is not None:
        return Objects((*selection.chosen, *shown), known=bool(selection.chosen))
    return Objects(shown, known=bool(shown))


def _row_of(used: Sequence[Element], inside: Sequence[Element]) -> tuple[str, ...] | None:
    """What stands in the row of a button that each row has; None for a button that is alone."""
    for element in used:
        twins = [e for e in inside if e.kind == element.kind and e.text == element.text]
        if len(twins) > 1:
            beside = [e for e in inside if e is not element and same_row(e.box, element.box)]
            return tuple(t for e in beside for t in (e.text, e.state.value or "") if t)
    return None
