"""Buttons that are drawn half transparent: their fill and their ink are those of another one,
blended with the ground on which both stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.elements import Element, Kind
from vision.geometry import Box
from vision.glances import View
from vision.screen import Pixels
from vision.shades import Colour, shades_seen

_FILLED: tuple[Kind, ...] = ("button", "icon")
# Of a channel, 0 to 255: what a fill differs from its ground by, and what blends differ by.
_FILL, _SAME, _SAME_INK = 30.0, 10.0, 45.0
# How much of the colour is left.
_LEAST, _MOST = 0.25, 0.8
_RIM = 6


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """Colours from the ground around: of the fill, and of what stands on it."""

    around: Colour
    fill: Colour
    ink: Colour


def faded(view: View, elements: Sequence[Element]) -> set[int]:
    """The ids of buttons and icons that are a paler blend of another one of their kind. Boxes are
    relative to the pixels of the view."""
    found: set[int] = set()
    for kind in _FILLED:
        seen = [(e.id, _look(e.box, view)) for e in elements if e.kind == kind]
        looks = {number: look for number, look in seen if look is not None}
        for number, look in looks.items():
            if any(_is_blend(look, other) for place, other in looks.items() if place != number):
                found.add(number)
    return found


def _is_blend(one: _Look, other: _Look) -> bool:
    if np.abs(one.around - other.around).max() > _SAME:
        return False
    strength = float(np.dot(other.fill, other.fill))
    left = float(np.dot(one.fill, other.fill)) / strength
    if not _LEAST <= left <= _MOST:
        return False
    if np.abs(one.fill - left * other.fill).max() > _SAME:
        return False
    return float(np.abs(one.ink - left * other.ink).max()) <= _SAME_INK


def _look(box: Box, view: View) -> _Look | None:
    side = min(box.width, box.height)
    shades = shades_seen(box.grown(-(side // 8)), view)
    frame = Box(0, 0, view.pixels.shape[1], view.pixels.shape[0])
    rim = box.grown(_RIM).intersection(frame)
    if shades is None or rim is None:
        return None
    around = view.ask(_usual_at_edge, rim)
    fill, ink = shades.ground - around, shades.ink - around
    return _Look(around, fill, ink) if np.abs(fill).max() >= _FILL else None


def _usual_at_edge(crop: Pixels) -> Colour:
    edges = (crop[0], crop[-1], crop[:, 0], crop[:, -1])
    usual: Colour = np.median(np.concatenate(edges), axis=0).astype(np.float32)
    return usual
