"""Keypads on the screen: grids of one-sign buttons, as calculators and number pads have.

Twenty buttons of one sign each drown a small model. Shown as one field, a value of the task goes in
as into any other field, one button after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.actions import Action, Click, Tap
from agent.task.literals import normal
from agent.values.arithmetic import is_date
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box, Point, coverage
from vision.core.pieces import same_row

_FEWEST = 10
# Keys that begin anew, the surest first: "C" may be a digit.
_CLEARS = ("ac", "clr", "clear", "ce", "c")
_NOTHING = ("", "0", "0.", "0,")
# How else keys are called.
_OTHERWISE = {"x^y": "^", "y^x": "^", "xy": "^", "x^n": "^", "x": "*"}


@dataclass(frozen=True, slots=True)
class Keypad:
    """Buttons by the sign on them (normalised: × stands under *). `clear` begins anew where the
    display may show a number; None where it shows none, or no key does."""

    buttons: dict[str, Element]
    clear: Element | None = None

    def presses(self, text: str) -> list[Element] | None:
        """The buttons that spell `text` (spaces left out), and after a formula the equals sign,
        without which it would not be calculated; None when one is missing, and for a date, which
        is no calculation."""
        if is_date(text):
            return None
        return self.taps(text + "=" if is_formula(text) else text)

    def taps(self, text: str) -> list[Element] | None:
        """The buttons that spell `text` and nothing more; None when one is missing."""
        buttons = [self.buttons.get(sign) for sign in normal(text)]
        return [b for b in buttons if b is not None] if buttons and None not in buttons else None

    def tap(self, text: str) -> Tap | None:
        """Entering a text with these keys; None where one is missing. A sum begins anew. A decimal
        point stands for the comma of a keypad that has one instead."""
        text = text if "." in self.buttons else text.replace(".", ",")
        buttons = self.presses(text)
        if not buttons:
            return None
        first = [self.clear] if self.clear is not None and is_formula(text) else []
        return Tap(text, tuple(button.id for button in (*first, *buttons)))

    @property
    def calculates(self) -> bool:
        """Whether it has what a calculator needs."""
        return "=" in self.buttons and any(sign in self.buttons for sign in "+-*/")

    @property
    def spelled(self) -> tuple[str, ...]:
        """The signs that a text for the keypad may consist of, as the buttons show them too."""
        shown = [element.text.strip() for element in self.buttons.values()]
        every = dict.fromkeys([*self.buttons, *shown])
        return tuple(sign for sign in every if normal(sign) in self.buttons)

    @property
    def signs(self) -> str:
        return " ".join(element.text for element in self.buttons.values())


def is_formula(text: str) -> bool:
    """Whether a text is a calculation that waits for its equals sign."""
    return any(sign in "+-*/^%" for sign in normal(text)[1:])


def works_out(action: Action, map_: ElementMap) -> bool:
    """Whether an action has a keypad work something out: a sum, or its equals sign."""
    if isinstance(action, Click):
        equals = normal(map_.by_id(action.target).text) == "="
        return equals and find_keypad(map_) is not None
    return isinstance(action, Tap) and is_formula(action.text)


def find_keypad(map_: ElementMap) -> Keypad | None:
    """The keypad on the map: at least ten one-sign buttons of which most are digits or operators
    in rows and columns; None when there is none."""
    buttons = [
        element
        for element in map_.elements
        if element.kind in ("button", "icon") and len(element.text.strip()) == 1
    ]
    signs = {normal(element.text): element for element in buttons}
    ones = [element for element in buttons if normal(element.text) == "1"]
    if len(ones) == 2 and "/" not in signs and "2" in signs:
        # A slash alone looks like a one; that one stands beside the two.
        ones.sort(key=lambda one: not same_row(one.box, signs["2"].box))
        signs["1"], signs["/"] = ones
    for element in map_.elements:
        if element.kind in ("button", "icon") and normal(element.text) in _OTHERWISE:
            signs.setdefault(_OTHERWISE[normal(element.text)], element)
    digits = [sign for sign in signs if sign.isdigit()]
    if len(signs) < _FEWEST or len(digits) < 8:
        return None
    if "=" not in signs and (unread := _unread_key(buttons, map_)) is not None:
        signs["="] = unread
    return Keypad(signs, _clear_key(map_))


def _unread_key(keys: Sequence[Element], map_: ElementMap) -> Element | None:
    """The one key among others without a name: two thin lines are hardly read."""
    left, top = min(k.box.left for k in keys), min(k.box.top for k in keys)
    right, bottom = max(k.box.right for k in keys), max(k.box.bottom for k in keys)
    wide, high = keys[0].box.width, keys[0].box.height
    grid = Box(left - wide, top, right + 2 * wide, bottom + high)
    found = [
        e
        for e in map_.elements
        if e.kind in ("button", "icon") and not e.text and coverage(e.box, grid) == 1.0
    ]
    return found[0] if len(found) == 1 else None


def _clear_key(map_: ElementMap) -> Element | None:
    """The key that begins anew, where an entry shows a number."""
    if not any(normal(e.state.value or "") not in _NOTHING for e in map_.elements):
        return None
    keys = {normal(e.text): e for e in map_.elements if e.kind in ("button", "icon")}
    return next((keys[name] for name in _CLEARS if name in keys), None)


def middle(element: Element) -> Point:
    return element.box.center
