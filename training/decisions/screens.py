"""A made screen that grows row by row, as programs and web pages lay out their controls."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box
from vision.structure.scroll_areas import ScrollArea

SIZE = (1280, 800)
_ROW, _GAP, _LETTER = 36, 18, 8
_WIDE = {"field": 220, "dropdown": 180, "slider": 200, "icon": 30, "checkbox": 24, "radio": 24}
# What a detector takes for another kind now and then.
_LIKE: dict[Kind, tuple[Kind, ...]] = {
    "button": ("link", "icon", "tab", "list item"),
    "link": ("button", "list item", "tab", "menu"),
    "tab": ("button", "link", "menu"),
    "menu": ("button", "list item", "link"),
    "list item": ("link", "button", "menu", "text"),
    "dropdown": ("field", "button"),
}


@dataclass
class Screen:
    """Elements in reading order; `more` says that the page goes on below."""

    chance: Random
    title: str
    elements: list[Element] = field(default_factory=list)
    more: bool = False
    top: int = 100
    _left: int = 40

    def add(self, kind: Kind, text: str, within: str = "", wide: int = 0, **state: Any) -> Element:
        """One more element at the end of the row, so many pixels `wide`, or as its kind and text
        want it."""
        wide = wide or _WIDE.get(kind, 0) or _LETTER * len(text) + 24
        if self._left + wide > SIZE[0] - 40:
            self.row()
        box = Box(self._left, self.top, self._left + wide, self.top + 28)
        made = Element(len(self.elements) + 1, kind, text, box, State(**state), within=within)
        made = replace(made, group=self.title, source="merged")
        self.elements.append(made)
        self._left += wide + _GAP
        return made

    def row(self) -> None:
        """Begin a new row."""
        self.top += _ROW
        self._left = 40

    def place(self, left: int, top: int) -> None:
        """Go on at a place, in pixels."""
        self._left, self.top = left, top

    def browser(self, icons: list[str], address: str) -> None:
        """The bar of a web browser."""
        self.place(8, 8)
        self.add("icon", "close")
        self.add("icon", "add")
        self.place(8, 46)
        for name in self.chance.sample(icons, self.chance.randint(2, 4)):
            gone = name in ("back", "forward") or None
            self.add("icon", name, disabled=gone)
        named = "" if self.chance.random() < 0.7 else "Address and search bar"
        self.add("field", named, value=address, wide=700)
        for name in self.chance.sample(icons, self.chance.randint(2, 4)):
            self.add("icon", name)

    def frame(self) -> None:
        """The buttons of a window."""
        self.place(1150, 8)
        for name in ("minimise window", "maximise window", "close window"):
            self.add("button", name)

    def as_map(self, mistakes: float) -> ElementMap:
        """The screen as the eyes may see it: that share of the kinds is wrong."""
        seen = []
        for each in self.elements:
            others = _LIKE.get(each.kind, ())
            if others and self.chance.random() < mistakes:
                each = replace(each, kind=self.chance.choice(others))
            seen.append(each)
        whole = Box(0, 0, *SIZE)
        window = Window(7, self.title, "Program", whole, active=True)
        area = ScrollArea(whole, below=True) if self.more else None
        pixels = np.broadcast_to(np.uint8(255), (SIZE[1], SIZE[0], 3))
        areas = (area,) if area is not None else ()
        return ElementMap(tuple(seen), Screenshot(pixels), (window,), areas=areas)
