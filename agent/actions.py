"""The actions: one frozen dataclass each. Elements are addressed by id, never by coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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
class Hover:
    """Put the mouse over something, for what that brings up."""

    target: int


@dataclass(frozen=True, slots=True)
class RightClick:
    target: int


@dataclass(frozen=True, slots=True)
class TripleClick:
    target: int


@dataclass(frozen=True, slots=True)
class Drag:
    """Drag an element onto another one, or onto an edge of it (before or after it in a list)."""

    target: int
    to: int
    edge: Literal["", "left", "right", "top", "bottom"] = ""


@dataclass(frozen=True, slots=True)
class DragBy:
    """Drag an element by so many pixels of the screen."""

    target: int
    right: int
    down: int


@dataclass(frozen=True, slots=True)
class SetSlider:
    """Drag the handle of a slider until the value that is shown is the wanted one."""

    target: int
    value: str


@dataclass(frozen=True, slots=True)
class ClickAt:
    """Click a place, in pixels of the screen: for models that see, and for canvases."""

    x: int
    y: int
    button: Literal["left", "right"] = "left"
    count: int = 1


@dataclass(frozen=True, slots=True)
class TypeText:
    """Type `text` into a field, or with target None where the focus is. "auto": a document is
    written on at its end, a field is filled anew."""

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
    direction: Literal["up", "down", "left", "right"]
    target: int | None = None
    amount: Literal["little", "page", "end"] = "page"


@dataclass(frozen=True, slots=True)
class OpenApp:
    """Open an application, or bring it to the front; `another` opens one more window of it."""

    name: str
    another: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait so long, or `until` a text like it is on the screen."""

    seconds: float = 1.0
    until: str = ""


@dataclass(frozen=True, slots=True)
class UseSkill:
    """Have a named procedure do its steps; each of them is checked and judged like any action.
    `arguments` are pairs of a parameter's name and its value."""

    name: str
    arguments: tuple[tuple[str, str], ...] = ()


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


Action = (
    Click
    | DoubleClick
    | Hover
    | RightClick
    | TripleClick
    | Drag
    | DragBy
    | SetSlider
    | ClickAt
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
