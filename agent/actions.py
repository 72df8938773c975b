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
class TypeText:
    """Replace the content of a field by `text`; with target None type where the focus is."""

    text: str
    target: int | None = None


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
    direction: Literal["up", "down"]
    target: int | None = None


@dataclass(frozen=True, slots=True)
class OpenApp:
    """Open an application, or bring it to the front; `another` opens one more window of it."""

    name: str
    another: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class Done:
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Fail:
    why: str = ""


Action = (
    Click
    | DoubleClick
    | Hover
    | RightClick
    | TypeText
    | Tap
    | Press
    | Select
    | Scroll
    | OpenApp
    | Wait
    | Done
    | Fail
)
