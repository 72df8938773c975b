"""Frames: whether an area is set off from what surrounds it, side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.views import View

_STEP = 14
_RING = 3
# Corners are rounded: this share of a side, at each end, is not looked at.
_CORNER = 0.2
_WHOLE = 0.85
# Pixels around a box at which its surroundings are looked at; the sides that must differ.
_AROUND, _OF_SIDES = 6, 3


@dataclass(frozen=True, slots=True)
class Frame:
    """Which sides of a box have an edge along (nearly) their whole length."""

    left: bool
    top: bool
    right: bool
    bottom: bool

    @property
    def closed(self) -> bool:
        return self.left and self.top and self.right and self.bottom


def frame_of(box: Box, colour: tuple[int, int, int], pixels: Pixels) -> Frame:
    """The frame of a flat area of that colour (RGB) in the pixels; sides outside have no edge."""
    height, width = pixels.shape[:2]
    inner = np.array(colour, np.int16)
    dx, dy = max(3, round(_CORNER * box.width)), max(3, round(_CORNER * box.height))
    if box.width > 6 * box.height:
        dx = max(3, box.height // 2)
    rows = slice(box.top + dy, max(box.top + dy + 1, box.bottom - dy))
    columns = slice(box.left + dx, max(box.left + dx + 1, box.right - dx))

    def edged(part: Pixels, axis: int) -> bool:
        if part.size == 0:
            return False
        steps = np.abs(part.astype(np.int16) - inner).max(axis=2).max(axis=axis)
        return bool((steps > _STEP).mean() >= _WHOLE)

    return Frame(
        left=box.left >= 1 and edged(pixels[rows, max(0, box.left - _RING) : box.left + 1], 1),
        top=box.top >= 1 and edged(pixels[max(0, box.top - _RING) : box.top + 1, columns], 0),
        right=box.right < width and edged(pixels[rows, box.right - 1 : box.right + _RING], 1),
        bottom=box.bottom < height
        and edged(pixels[box.bottom - 1 : box.bottom + _RING, columns], 0),
    )


def is_set_off(box: Box, view: View) -> bool:
    """Whether the ground of a box, which may be some pixels off, is another one than that around
    it on three sides at least: at the fourth may stand what has its colour."""
    if min(box.width, box.height) <= 2 * _AROUND:
        return False
    return view.ask(_is_other_inside, box.grown(_AROUND))


def _is_other_inside(crop: Pixels) -> bool:
    height, width = crop.shape[:2]
    within = 2 * _AROUND
    inner = crop[within : height - within, within : width - within].reshape(-1, 3)
    if not inner.size:
        return False
    ground = np.median(inner, axis=0)
    dx, dy = round(_CORNER * width), round(_CORNER * height)
    sides = (crop[0, dx:-dx], crop[-1, dx:-dx], crop[dy:-dy, 0], crop[dy:-dy, -1])
    other = (np.abs(side - ground).max(axis=-1) > _STEP for side in sides)
    return sum(float(side.mean()) >= _WHOLE for side in other) >= _OF_SIDES


def is_strip(box: Box, around: Box) -> bool:
    """Whether a box runs along an edge of its window, or across it: bars and panes, no control."""
    left, right = box.left - around.left, around.right - box.right
    if max(left, right) <= 4:
        return True
    return min(left, right) <= 2 and box.width > 0.4 * around.width
