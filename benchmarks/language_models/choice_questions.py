"""The questions of the choice test: small screens, each with one right answer. They are fixed, so
that models can be compared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agent.actions import Action, Click, Select, TypeText
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box

_Row = tuple[Kind, str]


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A task, what is on the screen, and the right action on the element with that number (from
    1); `value` is what is typed or chosen, "" for a click."""

    task: str
    rows: tuple[_Row, ...]
    right: int
    value: str = ""

    def is_right(self, action: Action) -> bool:
        """Whether this action is the answer."""
        match action:
            case Click(target=target):
                return target == self.right and not self.value
            case TypeText(text=value, target=target) | Select(option=value, target=target):
                return target == self.right and value == self.value
            case _:
                return False


_BAR: tuple[_Row, ...] = (("button", "New"), ("button", "Open"), ("button", "Print"))
QUESTIONS = (
    ChoiceQuestion("Press Print.", (*_BAR, ("button", "Help")), 3),
    ChoiceQuestion("Open the settings.", (*_BAR, ("link", "Settings"), ("link", "Orders")), 4),
    ChoiceQuestion(
        'Write "Ann" into First name.',
        (("field", "Last name"), ("field", "First name"), ("button", "Send")),
        2,
        "Ann",
    ),
    ChoiceQuestion(
        'Enter "Ulm" as Town, then press Save.',
        (("button", "Save"), ("field", "Street"), ("field", "Town")),
        3,
        "Ulm",
    ),
    ChoiceQuestion(
        "Tick Newsletter and press Submit.",
        (("button", "Submit"), ("checkbox", "Invoice"), ("checkbox", "Newsletter")),
        3,
    ),
    ChoiceQuestion(
        "Choose the radio button Express.",
        (("radio", "Standard"), ("radio", "Express"), ("button", "Continue")),
        2,
    ),
    ChoiceQuestion(
        "Delete the message from Tom.",
        (("text", "Message from Tom"), ("button", "Reply"), ("button", "Delete")),
        3,
    ),
    ChoiceQuestion("Go to the tab Privacy.", (("tab", "General"), ("tab", "Privacy"), *_BAR), 2),
    ChoiceQuestion(
        'Search for "red shoes".',
        (("button", "Basket"), ("field", "Search"), ("link", "Sign in")),
        2,
        "red shoes",
    ),
    ChoiceQuestion(
        "Cancel the order.",
        (("button", "OK"), ("button", "Cancel"), ("text", "Order 4711"), ("link", "Help")),
        2,
    ),
)


def screen(question: ChoiceQuestion) -> ElementMap:
    """The screen of a question."""
    elements = tuple(
        Element(number, kind, text, _place(number), _state(kind), "Shop")
        for number, (kind, text) in enumerate(question.rows, start=1)
    )
    screenshot = Screenshot(np.zeros((600, 800, 3), np.uint8))
    return ElementMap(
        elements, screenshot, (Window(1, "Shop", "shop", screenshot.box, active=True),)
    )


def _place(number: int) -> Box:
    return Box(20, 40 * number, 220, 40 * number + 28)


def _state(kind: Kind) -> State:
    if kind in ("checkbox", "radio"):
        return State(checked=False)
    return State(value="") if kind == "field" else State()
