"""Dark veils: what a page darkens so much that only the dialog before it counts. Nothing behind
one can be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.trace import note

# Luminance, 0 to 255, that white does not reach behind a veil: it lets less than 0.4 of the light
# through, and 0.3 is usual.
_LIT = 90
# Of a dialog: its least sides in pixels, its least and greatest share of the frame, and how much of
# it is lit.
_LEAST_SIDE, _LEAST, _MOST, _FILLED = 100, 0.02, 0.6, 0.4
# Of a veil: pixels that it shows on each side of its dialog, and its area in those of the dialog.
_AROUND, _WIDER = 20, 2.0
# Dialogs are looked for in half of the resolution; their shadows and round corners are theirs.
_COARSE, _ROUND = 2, 3
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Veil:
    """A dialog, and the darkened area around it. Boxes are relative to the frame."""

    dialog: Box
    area: Box


def veils(pixels: Pixels) -> list[Veil]:
    """The veils of a frame: around something lit all is dark, further than it is large. Between
    the letters of a dark theme is room, too, but less, and nothing stands there."""
    lit: NDArray[np.bool_] = np.greater(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), _LIT)
    found: list[Veil] = []
    for dialog in _lit_boxes(lit):
        sides = [_grown(lit, dialog, across_first=first) for first in (True, False)]
        area = max(sides, key=lambda box: box.area)
        around = min(
            dialog.left - area.left,
            dialog.top - area.top,
            area.right - dialog.right,
            area.bottom - dialog.bottom,
        )
        if around >= _AROUND and area.area >= _WIDER * dialog.area:
            note("veil", area, "it is behind a dark veil: only its texts are told", dialog)
            found.append(Veil(dialog, area))
    return found


def is_behind(box: Box, known: Sequence[Veil]) -> bool:
    """Whether the middle of a box is behind a veil, and in no dialog before one."""
    middle = box.center
    return any(veil.area.contains(middle) for veil in known) and not any(
        veil.dialog.contains(middle) for veil in known
    )


def _lit_boxes(lit: NDArray[np.bool_]) -> list[Box]:
    """Where something lit and large stands."""
    height, width = lit.shape
    coarse = lit[::_COARSE, ::_COARSE].astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(coarse, connectivity=8)
    frame, boxes = Box(0, 0, width, height), []
    for left, top, wide, high, count in stats[1:].tolist():
        area, sides = wide * high, (wide * _COARSE, high * _COARSE)
        share = area / coarse.size
        if min(sides) < _LEAST_SIDE or not _LEAST <= share <= _MOST or count < _FILLED * area:
            continue
        left, top = left * _COARSE, top * _COARSE
        boxes.append(Box(left, top, left + sides[0], top + sides[1]).grown(_ROUND))
    return [inner for box in boxes if (inner := box.intersection(frame)) is not None]


def _grown(lit: NDArray[np.bool_], box: Box, *, across_first: bool) -> Box:
    """A box made wider and higher as long as nothing lit stands beside it."""
    height, width = lit.shape
    left, top, right, bottom = box.as_list()
    for turn in range(2 * _ROUNDS):
        if (turn % 2 == 0) is across_first:
            columns: NDArray[np.bool_] = np.any(lit[top:bottom], axis=0)
            left, right = _end(columns[:left]), width - _end(columns[right:][::-1])
        else:
            rows: NDArray[np.bool_] = np.any(lit[:, left:right], axis=1)
            top, bottom = _end(rows[:top]), height - _end(rows[bottom:][::-1])
    return Box(left, top, right, bottom)


def _end(marked: NDArray[np.bool_]) -> int:
    """The place behind the last one that is marked."""
    places = np.flatnonzero(marked)
    return int(places[-1]) + 1 if len(places) else 0
