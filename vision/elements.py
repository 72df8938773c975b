"""Element and ElementMap: what is on the screen, as values and as text for the model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from vision.geometry import Box
from vision.screen import Screenshot
from vision.windows import Window

Kind = Literal[
    "button",
    "field",
    "checkbox",
    "radio",
    "dropdown",
    "tab",
    "menu",
    "link",
    "list item",
    "slider",
    "icon",
    "image",
    "text",
]
Source = Literal["ocr", "detector", "shape", "merged"]


@dataclass(frozen=True, slots=True)
class State:
    """What is visible of an element's state; None where the pixels do not tell."""

    checked: bool | None = None
    selected: bool | None = None
    disabled: bool | None = None
    focused: bool | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen.

    `id` is 1..n, stable across frames for the same thing. `text` is what a person would call it
    (its own text, or for a field its label; the content of a field is `state.value`).
    `box` is in physical pixels of the virtual screen. `group` is the title of its window or ''.
    """

    id: int
    kind: Kind
    text: str
    box: Box
    state: State = State()
    group: str = ""
    source: Source = "ocr"
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class ElementMap:
    """All elements of one screenshot in reading order. The empty map is legal."""

    elements: tuple[Element, ...]
    screenshot: Screenshot
    windows: tuple[Window, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
