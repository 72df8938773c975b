"""What changed between two screenshots of the same place, in pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import difference
from vision.capture.screen import Pixels, Screenshot
from vision.core.geometry import Box

# Below this difference of a channel (0 to 255) a pixel counts as the same: dithering, sub-pixel
# smoothing.
_TOLERANCE = 12
_CELL = 8


def same_place(a: Screenshot, b: Screenshot) -> bool:
    return a.origin == b.origin and a.pixels.shape == b.pixels.shape


def changed_boxes(a: Screenshot, b: Screenshot, *, carets: bool = False) -> list[Box]:
    """Rectangles that hold every changed pixel, in virtual-screen pixels.

    A blinking caret (a lone bar, at most 4 px wide at scale 1) is left out unless `carets`.
    """
    if not same_place(a, b):
        raise ValueError(f"screenshots of {a.box} and {b.box} cannot be compared")
    # Most often few rows differ at all: only those are measured.
    rows = np.flatnonzero((a.pixels != b.pixels).any(axis=(1, 2)))
    if len(rows) == 0:
        return []
    first, last = int(rows[0]), int(rows[-1]) + 1
    boxes = _boxes(difference(a.pixels[first:last], b.pixels[first:last]) > _TOLERANCE)
    boxes = [box.moved(a.origin.x, a.origin.y + first) for box in boxes]
    return [box for box in boxes if carets or not _is_caret(box, a.scale)]


def _boxes(mask: NDArray[np.bool_]) -> list[Box]:
    """Boxes round what is True, near things in one."""
    import cv2

    joined = cv2.dilate(mask.astype(np.uint8), np.ones((_CELL, _CELL), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    boxes = []
    for left, top, width, height, _ in stats[1:count]:
        inner = mask[top : top + height, left : left + width]
        rows, columns = np.flatnonzero(inner.any(axis=1)), np.flatnonzero(inner.any(axis=0))
        box = Box(
            int(left + columns[0]),
            int(top + rows[0]),
            int(left + columns[-1]) + 1,
            int(top + rows[-1]) + 1,
        )
        boxes.append(box)
    return boxes


def inked_region(pixels: Pixels, margin: int = 24) -> Box | None:
    """The smallest box, with a margin, that holds all that is not of the colour of the corners:
    most of a screen may be an empty desktop. None for a plain picture."""
    height, width = pixels.shape[:2]
    corners = pixels[[0, 0, -1, -1], [0, -1, 0, -1]].astype(np.int16)
    red, green, blue = (int(value) for value in np.median(corners, axis=0))
    shown = difference(pixels, (red, green, blue)) > _TOLERANCE
    rows, columns = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
    if len(rows) == 0:
        return None
    return Box(
        max(0, int(columns[0]) - margin),
        max(0, int(rows[0]) - margin),
        min(width, int(columns[-1]) + 1 + margin),
        min(height, int(rows[-1]) + 1 + margin),
    )


def _is_caret(box: Box, scale: float) -> bool:
    # Seen: 1-2 px in GTK and Chromium at scale 1, up to 6 px at a device scale of 3.
    return box.width <= max(4, round(6 * scale)) and box.height >= 6 and box.height > 2 * box.width
