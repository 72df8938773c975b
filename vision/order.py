"""The order in which a person reads a screen: window by window, row by row."""

from __future__ import annotations

from collections.abc import Sequence

from vision.geometry import Box
from vision.parts import same_row
from vision.windows import Window


def window_of(box: Box, windows: Sequence[Window]) -> int:
    """The number of the front-most window that holds the middle of a box; len(windows) for none."""
    for number, window in enumerate(windows):
        if window.box.contains(box.center):
            return number
    return len(windows)


def reading_order(boxes: Sequence[Box], groups: Sequence[int]) -> list[int]:
    """The numbers of the boxes as they are read: by group, then from the top and from the left."""
    return sorted(range(len(boxes)), key=lambda i: (groups[i], *_place(boxes[i], boxes)))


def _place(box: Box, boxes: Sequence[Box]) -> tuple[int, int]:
    """Row and column: boxes of one row sort by their left edge, whatever their exact top."""
    tops = [b.center.y for b in boxes if same_row(b, box) and b.height < 3 * box.height]
    return (min(tops, default=box.center.y), box.left)
