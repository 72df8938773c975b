"""Ticks: whether a checkbox, a radio button or a switch at a known place is on."""

from __future__ import annotations

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Kind
from vision.core.geometry import Box, iou
from vision.core.views import Sight
from vision.pixels.check_marks import paper_mask, tick_of
from vision.pixels.parts import parts_of

# A mark that is wider than this times its height is a switch.
_SWITCH = 1.4
_COLOURED, _COLOURED_SHARE = 60, 0.2
_BUSY = 30.0
_AROUND = 4  # pixels by which a detector's box may be too small


def mark_in(box: Box, kind: Kind, sight: Sight) -> tuple[Box, bool | None]:
    """The exact place of a mark that a detector framed, and whether it is on; None when the pixels
    do not tell."""
    tight = _tight(box, sight)
    crop = sight.crop(tight)
    if tight.width > _SWITCH * tight.height:
        return tight, _is_switched_on(crop)
    checked = tick_of(crop, kind)
    return tight, checked if checked is not None else _is_busy(sight.crop(box))


def _tight(box: Box, sight: Sight) -> Box:
    """The blob of ink that a box is about; the box itself when there is none."""
    height, width = sight.pixels.shape[:2]
    around = box.grown(_AROUND).intersection(Box(0, 0, width, height)) or box
    parts = parts_of(paper_mask(sight.crop(around), narrow=True))
    # One may be the ground that the mark stands on, lit up by the mouse.
    parts = [p for p in parts if p.width < around.width or p.height < around.height]
    found = (part.moved(around.left, around.top) for part in parts)
    best = max(found, key=lambda one: iou(one, box), default=box)
    return best if iou(best, box) > 0.4 else box


def _is_busy(crop: Pixels) -> bool:
    """Whether the middle shows more than the shades of a rim."""
    height, width = crop.shape[:2]
    inner = crop[height // 4 : height - height // 4, width // 4 : width - width // 4]
    return bool(inner.reshape(-1, 3).std(axis=0).max() > _BUSY) if inner.size else False


def _is_switched_on(crop: Pixels) -> bool:
    """A coloured track, or the knob on the right: the end that differs from the track, whose colour
    shows above and below the middle wherever the knob is."""
    signed = crop.astype(np.int16)
    if (np.ptp(signed, axis=2) > _COLOURED).mean() > _COLOURED_SHARE:
        return True
    height, width = crop.shape[:2]
    edge, half = min(height - 1, max(1, round(0.15 * height))), max(1, height // 2)
    track = signed[[edge, height - 1 - edge], width // 2].mean(axis=0)
    left, right = (
        float(np.abs(signed[half - 1 : half + 2, x - 1 : x + 2].mean(axis=(0, 1)) - track).max())
        for x in (half, width - 1 - half)
    )
    return right > left
