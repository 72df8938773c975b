"""Keypads on the screen: grids of one-sign buttons, as calculators and number pads have.

Twenty buttons of one sign each drown a small model. Shown as one field, a value of the task goes in
as into any other field, one button after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.actions import Tap
from agent.task.literals import normal
from agent.values.arithmetic import is_date
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Point
from vision.core.pieces import same_row

_FEWEST = 10
# How else keys are called.
_OTHERWISE = {"x^y": "^", "y^x": "^", "xy": "^", "x^n": "^", "x": "*"}


@dataclass(frozen=True, slots=True)
class Keypad:
    """Buttons by the sign on them (normalised: × stands under *)."""

    buttons: dict[str, Element]

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
        """Entering a text with these keys; None where one is missing. A decimal point stands for
        the comma of a keypad that has one instead."""
        text = text if "." in self.buttons else text.replace(".", ",")
        buttons = self.presses(text)
        return Tap(text, tuple(button.id for button in buttons)) if buttons else None

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
    return Keypad(signs)


def middle(element: Element) -> Point:
    return element.box.center
