"""Boxes to tick and round buttons, drawn as programs of today draw them.

Those of Tk's older themes are a few pixels wide, whatever the font, or have the shape of a diamond.
"""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

Colour = tuple[float, float, float]
Shape = Callable[[float, float, bool], Colour | None]
"""The colour at (x, y), each -1..1 from the middle, None outside of the shape; the last argument
says whether it is marked."""

_EDGE: Colour = (96, 96, 96)
_PAPER: Colour = (255, 255, 255)
_MARK: Colour = (25, 90, 160)
_FINE = 4  # points a pixel, each way, that are averaged


def draw_marks(root: tk.Tk, size: int, background: str) -> None:
    """Give both kinds of button of the theme that is in use indicators of `size` pixels on a
    `background` (any Tk colour)."""
    red, green, blue = root.winfo_rgb(background)
    around = (red / 257, green / 257, blue / 257)
    style = ttk.Style(root)
    for kind, shape in (("Checkbutton", _box), ("Radiobutton", _disc)):
        empty, marked = (_image(root, f"{kind}{on}", size, around, shape, on) for on in (0, 1))
        name = f"Drawn.{kind}.indicator"
        style.element_create(name, "image", empty, ("selected", marked), width=size + 8, sticky="w")
        style.layout(f"T{kind}", _layout(kind, name))


def _layout(kind: str, indicator: str) -> Any:
    label = {"sticky": "nswe"}
    focus = {"side": "left", "sticky": "w", "children": [(f"{kind}.label", label)]}
    parts = [(indicator, {"side": "left", "sticky": ""}), (f"{kind}.focus", focus)]
    return [(f"{kind}.padding", {"sticky": "nswe", "children": parts})]


def _image(root: tk.Tk, name: str, size: int, around: Colour, shape: Shape, marked: int) -> str:
    """Made by Tk alone: an image that Python knows would vanish with its variable."""
    rows = [
        [_pixel(x, y, size, around, shape, bool(marked)) for x in range(size)] for y in range(size)
    ]
    root.tk.call("image", "create", "photo", name, "-width", size, "-height", size)
    root.tk.call(name, "put", rows)
    return name


def _pixel(x: int, y: int, size: int, around: Colour, shape: Shape, marked: bool) -> str:
    points = [(i + 0.5) / _FINE for i in range(_FINE)]
    total = [0.0, 0.0, 0.0]
    for dy in points:
        for dx in points:
            colour = shape(2 * (x + dx) / size - 1, 2 * (y + dy) / size - 1, marked) or around
            total = [a + b for a, b in zip(total, colour, strict=True)]
    return "#" + "".join(f"{round(part / _FINE**2):02x}" for part in total)


def _box(x: float, y: float, marked: bool) -> Colour | None:
    return _ringed(max(abs(x), abs(y)), marked and _tick(x, y))


def _disc(x: float, y: float, marked: bool) -> Colour | None:
    return _ringed(math.hypot(x, y), marked and math.hypot(x, y) < 0.5)


def _ringed(out: float, mark: bool) -> Colour | None:
    """None outside of the shape, whose edge is at 0.98."""
    if out > 0.98:
        return None
    if out > 0.84:
        return _EDGE
    return _MARK if mark else _PAPER


def _tick(x: float, y: float) -> bool:
    """Whether a point is on the tick: two strokes that meet below the middle."""
    down = abs(y - x - 0.6) < 0.24 and -0.62 < x < -0.1
    up = abs(y + x - 0.32) < 0.24 and -0.22 < x < 0.6
    return down or up
