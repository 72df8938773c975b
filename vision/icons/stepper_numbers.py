"""Numbers between a sign that lowers them and one that raises them: finders of text pass over a
lone figure, and detectors take it for an icon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.capture.screen import Screenshot
from vision.core.elements import Element, State
from vision.core.geometry import Box
from vision.core.pieces import same_row
from vision.ocr.engine import TextRecognizer
from vision.ocr.enlarged import enlarged
from vision.pixels.ink import ink_mask

RAISING = frozenset({"add", "+", "plus", "increase", "more"})
LOWERING = frozenset({"remove", "-", "−", "–", "minus", "decrease", "less", ""})
# In widths of a sign: the room between two, and how much their sizes differ.
_NARROWEST, _WIDEST, _ALIKE = 0.3, 4.0, 0.6
_FIGURES = re.compile(r"\d{1,3}")
_LOWEST_SCORE = 0.5
# Pixels beside the signs that belong to them.
_EDGE = 4


def with_numbers(
    elements: Sequence[Element], screenshot: Screenshot, reader: TextRecognizer
) -> tuple[Element, ...]:
    """The elements, in physical pixels of the virtual screen, with the numbers between such signs
    that nobody read; each takes the place of the icon without a name that stands there."""
    found = list(elements)
    for lower, higher in _pairs(elements):
        room = _between(lower.box, higher.box)
        inside = [e for e in found if e not in (lower, higher) and room.contains(e.box.center)]
        if any(e.text or e.state.value for e in inside):
            continue
        number = _read(room.moved(-screenshot.origin.x, -screenshot.origin.y), screenshot, reader)
        if number is None:
            continue
        text, box = number
        box = box.moved(screenshot.origin.x, screenshot.origin.y)
        new = max(e.id for e in found) + 1
        pattern = inside[0] if inside else replace(lower, id=new)
        read = replace(pattern, kind="text", text=text, box=box, state=State(), source="ocr")
        found = [e for e in found if e not in inside]
        found.insert(found.index(higher), replace(read, caption=""))
    return tuple(found)


def is_sign(element: Element, names: frozenset[str]) -> bool:
    """Whether an element shows such a picture or sign. The word "Add" adds something else."""
    picture = element.kind == "icon" or not any(map(str.isalpha, element.text))
    return element.interactive and picture and element.text.casefold() in names


def _pairs(elements: Sequence[Element]) -> list[tuple[Element, Element]]:
    pairs = []
    for higher in (e for e in elements if is_sign(e, RAISING)):
        left = [e for e in elements if is_sign(e, LOWERING) and _is_left(e.box, higher.box)]
        named = [e for e in left if e.text]
        if left:
            pairs.append((max(named or left, key=lambda e: e.box.right), higher))
    return pairs


def _is_left(lower: Box, higher: Box) -> bool:
    """Whether one sign stands before another of its size, with room for a number between them."""
    small, large = sorted((lower.width, higher.width))
    apart = higher.left - lower.right
    near = _NARROWEST * small < apart < _WIDEST * large
    return near and small > _ALIKE * large and same_row(lower, higher)


def _between(lower: Box, higher: Box) -> Box:
    top, bottom = max(lower.top, higher.top), min(lower.bottom, higher.bottom)
    return Box(lower.right, min(top, bottom - 1), higher.left, bottom)


def _read(room: Box, screenshot: Screenshot, reader: TextRecognizer) -> tuple[str, Box] | None:
    """The figures in a room and their place; None where there are none."""
    crop = screenshot.pixels[room.top : room.bottom, room.left : room.right]
    ink = ink_mask(crop)
    ink[:_EDGE], ink[-_EDGE:], ink[:, :_EDGE], ink[:, -_EDGE:] = False, False, False, False
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(rows) < _EDGE:
        return None
    box = Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    text, score = reader.read_glyph(enlarged(crop, box))
    if score < _LOWEST_SCORE or _FIGURES.fullmatch(text) is None:
        return None
    return text, box.moved(room.left, room.top)
