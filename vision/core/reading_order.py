"""The order in which a person reads a screen: window by window, row by row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.capture.windows import Window
from vision.core.geometry import Box, holds


def window_of(box: Box, windows: Sequence[Window]) -> int:
    """The number of the front-most window that holds a box; len(windows) for none."""
    for number, window in enumerate(windows):
        if holds(window.box, box):
            return number
    return len(windows)


def reading_order(boxes: Sequence[Box], groups: Sequence[int]) -> list[int]:
    """The numbers of the boxes as they are read: by group, then from the top and from the left."""
    if not boxes:
        return []
    rows = _rows(boxes)
    return sorted(range(len(boxes)), key=lambda i: (groups[i], rows[i], boxes[i].left))


def _rows(boxes: Sequence[Box]) -> list[int]:
    """A number for each box, the same for those of one row (parts.same_row), so that they sort by
    their left edge, whatever their exact top. Much taller boxes do not pull others up."""
    tops, bottoms = np.array([(box.top, box.bottom) for box in boxes]).T
    heights, middles = bottoms - tops, (tops + bottoms) // 2
    common = np.minimum.outer(bottoms, bottoms) - np.maximum.outer(tops, tops)
    together = common > 0.5 * np.minimum.outer(heights, heights)
    together &= heights[np.newaxis, :] < 3 * heights[:, np.newaxis]
    highest = np.where(together, middles[np.newaxis, :], np.iinfo(middles.dtype).max).min(axis=1)
    return [int(row) for row in highest]
