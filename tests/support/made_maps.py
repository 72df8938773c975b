"""Element maps made by hand, for tests of what is decided from a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vision.capture.screen import Pixels, Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box

WIDTH, HEIGHT = 640, 480


def element(
    number: int,
    kind: Kind = "button",
    text: str = "",
    box: Box | None = None,
    state: State | None = None,
    group: str = "",
) -> Element:
    """An element; without a box it lies in a place of its own in a grid."""
    column, row = (number - 1) % 5, (number - 1) // 5
    left, top = 10 + 125 * column, 10 + 40 * row
    return Element(
        number, kind, text, box or Box(left, top, left + 110, top + 26), state or State(), group
    )


def window(
    handle: int, title: str = "", box: Box | None = None, *, application: str = "", **flags: Any
) -> Window:
    return Window(handle, title, application, box or Box(0, 0, WIDTH, HEIGHT), **flags)


def shot(pixels: Pixels | None = None) -> Screenshot:
    """A picture of the small screen, white when none is given."""
    return Screenshot(paper() if pixels is None else pixels)


def paper() -> Pixels:
    return np.full((HEIGHT, WIDTH, 3), 255, np.uint8)


def painted(*boxes: Box, on: Pixels | None = None) -> Screenshot:
    """A picture with black rectangles."""
    pixels = paper() if on is None else on.copy()
    for box in boxes:
        pixels[box.top : box.bottom, box.left : box.right] = 0
    return shot(pixels)


def made_map(
    elements: Sequence[Element] = (),
    windows: Sequence[Window] = (),
    screenshot: Screenshot | None = None,
) -> ElementMap:
    return ElementMap(tuple(elements), screenshot or shot(), tuple(windows))


def keypad(first: int = 1) -> list[Element]:
    """A calculator's keys in five rows of four, numbered from `first`."""
    return [
        element(first + n, "button", sign, Box(10 + 50 * (n % 4), 100 + 40 * (n // 4),
                                               50 + 50 * (n % 4), 130 + 40 * (n // 4)))
        for n, sign in enumerate("789÷456×123−0.=+()")
    ]  # fmt: skip
