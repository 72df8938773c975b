"""The actions: one frozen dataclass each. Elements are addressed by id; only `ClickAt` has a point.

Points and distances are in physical pixels of the virtual screen, as the boxes of elements are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Edge = Literal["", "left", "right", "top", "bottom"]


@dataclass(frozen=True, slots=True)
class Click:
    target: int


@dataclass(frozen=True, slots=True)
class AddToSelection(Click):
    """A click that leaves selected what is selected already."""


@dataclass(frozen=True, slots=True)
class DoubleClick:
    target: int


@dataclass(frozen=True, slots=True)
class TripleClick:
    """Select the line or paragraph at an element."""

    target: int


@dataclass(frozen=True, slots=True)
class ClickAt:
    """A click at a point: for models that see, and for what no element was found for. Where an
    element lies under the point, it is judged and checked as a click on that element. `count` is
    1 to 3."""

    x: int
    y: int
    button: Literal["left", "right"] = "left"
    count: int = 1


@dataclass(frozen=True, slots=True)
class Hover:
    """Put the mouse over something, for what that brings up."""

    target: int


@dataclass(frozen=True, slots=True)
class RightClick:
    target: int


@dataclass(frozen=True, slots=True)
class Drag:
    """Drag an element onto the middle of another one, or onto its `edge`: in a list, before or
    after it."""

    target: int
    to: int
    edge: Edge = ""


@dataclass(frozen=True, slots=True)
class DragBy:
    """Drag an element so many pixels to the right and down; less than 0 is left and up."""

    target: int
    right: int
    down: int


@dataclass(frozen=True, slots=True)
class SetSlider:
    """Move a slider's handle until the slider shows `value`."""

    target: int
    value: str


@dataclass(frozen=True, slots=True)
class TypeText:
    """Enter `text` into a field; with target None type where the focus is. "auto" adds to the end
    of a document and replaces what a field holds."""

    text: str
    target: int | None = None
    mode: Literal["auto", "replace", "append"] = "auto"


@dataclass(frozen=True, slots=True)
class Tap:
    """Enter `text` on a keypad of the screen: click `targets` one after the other."""

    text: str
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Press:
    """A key or a combination such as "ctrl+s", or several with spaces between: one after the
    other."""

    keys: str


@dataclass(frozen=True, slots=True)
class Select:
    """Choose `option` of an open or closed dropdown."""

    target: int
    option: str


@dataclass(frozen=True, slots=True)
class Scroll:
    """Turn the wheel over an element or over the largest area of the front window: a notch, about a
    page, or to the end."""

    direction: Literal["up", "down", "left", "right"]
    target: int | None = None
    amount: Literal["little", "page", "end"] = "page"


@dataclass(frozen=True, slots=True)
class OpenApp:
    """Open an application, or bring it to the front; `another` opens one more window of it, and
    `window` is the handle of the one of its windows that is meant, 0 for the frontmost."""

    name: str
    another: bool = False
    window: int = 0


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait `seconds`; or `until` a text like it is on the screen, "change" until anything changes,
    30 seconds at most."""

    seconds: float = 1.0
    until: str = ""


@dataclass(frozen=True, slots=True)
class UseSkill:
    """Have a named procedure do its steps; each of them is checked and judged like any action.
    `arguments` are pairs of a parameter's name and its value. The model is `asked` for the values
    of some of them, for what is done as `say` tells, with its parameters in braces; `part` is the
    part of the task that it is for."""

    name: str
    arguments: tuple[tuple[str, str], ...] = ()
    say: str = ""
    asked: tuple[str, ...] = ()
    part: str = ""

    @property
    def told(self) -> str:
        """What is done, with the values of its parameters."""
        known = dict(self.arguments)
        # A value may hold braces of its own: one pass.
        return re.sub(r"\{(\w+)\}", lambda slot: f'"{known.get(slot[1], "…")}"', self.say)


@dataclass(frozen=True, slots=True)
class Answer:
    """Tell the person what the task asks to be told."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the person; `choices` are answers to choose from."""

    question: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartDone:
    """Say that a part of the plan is done: its number, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Done:
    """Say that the whole task is done, and what shows it."""

    summary: str = ""


@dataclass(frozen=True, slots=True)
class Fail:
    why: str = ""


Pressing = Click | DoubleClick | TripleClick
"""What presses the button that it is done to."""
Dragging = Drag | DragBy

Action = (
    Click
    | DoubleClick
    | TripleClick
    | ClickAt
    | Hover
    | RightClick
    | Drag
    | DragBy
    | SetSlider
    | TypeText
    | Tap
    | Press
    | Select
    | Scroll
    | OpenApp
    | Wait
    | UseSkill
    | Answer
    | Ask
    | PartDone
    | Done
    | Fail
)


def targets_of(action: Action) -> tuple[int, ...]:
    """The ids of the elements that an action addresses."""
    if isinstance(action, Tap):
        return action.targets
    found = (getattr(action, name, None) for name in ("target", "to"))
    return tuple(number for number in found if number is not None)
