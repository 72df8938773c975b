"""Boxes to tick and radio buttons without a text beside them: pictures of them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.capture.screen import Screenshot
from vision.core.elements import MARKS, Element, Kind, State
from vision.core.geometry import Box, coverage
from vision.icons.similarity import ink_of

# How the captions of the small network begin, and what of them says that one is chosen.
_CAPTIONS: dict[str, Kind] = {"checkbox, ": "checkbox", "radio button, ": "radio"}
_CHOSEN = ("ticked", "chosen")
# By how much sizes and lines may differ, in sides.
_ALIKE = 0.35
# In sides: how far the next one is at most.
_NEAR = 4
# Pixels of a side; and the ink, 0..1, of what is no more than another shade of the ground.
_SMALLEST, _LIGHT = 8, 0.25
_INSIDE = 0.7


def as_marks(elements: Sequence[Element], screenshot: Screenshot) -> list[Element]:
    """The elements with those icons as checkboxes and radio buttons that are named so and stand in
    a row or a column with others of their size that are."""
    kinds = {element.id: _kind(element, screenshot) for element in elements}
    marks = [e for e in elements if kinds[e.id] is not None]
    made = []
    for element in elements:
        kind = kinds[element.id]
        alike = [e for e in marks if e is not element and kinds[e.id] == kind]
        if element.kind == "icon" and kind and any(_is_again(e.box, element.box) for e in alike):
            continue
        if element.kind == "icon" and kind and any(_is_peer(e.box, element.box) for e in alike):
            state = State(checked=_is_chosen(element), disabled=element.state.disabled)
            element = replace(element, kind=kind, text="", caption="", state=state)
        made.append(element)
    return made


def _kind(element: Element, screenshot: Screenshot) -> Kind | None:
    if element.kind in MARKS and not element.text:
        return element.kind
    if element.kind != "icon":
        return None
    kind = next((k for said, k in _CAPTIONS.items() if element.caption.startswith(said)), None)
    hollow = kind is None or _is_chosen(element) or _is_hollow(element.box, screenshot)
    return kind if hollow else None


def _is_chosen(element: Element) -> bool:
    return any(element.text.endswith(word) for word in _CHOSEN)


def _is_hollow(box: Box, screenshot: Screenshot) -> bool:
    """Whether the middle of a picture is about as light as what is around it: a filled square is
    the sign for “stop”."""
    seen = box.grown(2).intersection(screenshot.box)
    if seen is None or min(seen.width, seen.height) < _SMALLEST:
        return False
    ink = ink_of(screenshot.crop(seen))
    high, wide = (round(0.4 * n) for n in ink.shape)
    return float(np.median(ink[high:-high, wide:-wide])) < _LIGHT


def _is_again(mark: Box, picture: Box) -> bool:
    """Whether a picture is a mark that is known, with what is around it."""
    return picture.contains(mark.center) and coverage(mark, picture) > _INSIDE


def _is_peer(a: Box, b: Box) -> bool:
    """Whether two boxes have one size and stand side by side, or one below the other."""
    side = max(min(a.width, a.height), min(b.width, b.height))
    sized = max(abs(a.width - b.width), abs(a.height - b.height)) <= _ALIKE * side
    across, down = abs(a.center.x - b.center.x), abs(a.center.y - b.center.y)
    in_line = min(across, down) <= _ALIKE * side
    return sized and in_line and max(across, down) <= _NEAR * side
