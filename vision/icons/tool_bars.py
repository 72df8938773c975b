"""Pictures of tool bars that a detector passes over: what is drawn in one row with icons that it
knows, about as high as they are, is an icon too."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box, overlap_area
from vision.core.pieces import Piece
from vision.core.trace import note
from vision.core.views import Sight
from vision.pixels.check_marks import paper_mask

_FEWEST = 4
# In heights of a line of text: the largest icon of a tool bar.
_LARGEST = 4.0
# In heights of the bar's icons: by what their middles differ, how wide a gap in the row is, how far
# the bar goes on behind its ends, and how high and wide the picture of one is.
_OFF, _GAP, _ON = 0.2, 5.0, 3.0
_LOWEST, _HIGHEST, _NARROWEST, _WIDEST = 0.38, 1.1, 0.3, 1.3
# In heights of the bar's icons: the room between two pictures, and within one.
_ROOM, _NARROW_ROOM = 0.16, 0.08
# The part of a column that a line fills.
_LINE = 0.95
_COVERED, _SPECK = 0.1, 3


def in_tool_bars(sight: Sight, pieces: Sequence[Piece]) -> list[Piece]:
    """An icon for each picture in a tool bar that none of the pieces and no text stands for."""
    found: list[Piece] = []
    for bar in _bars(sight, pieces):
        known = [p.box for p in [*pieces, *found] if p.kind != "dialog"]
        known += [span.box for span in sight.spans]
        boxes = _more(sight, bar, known)
        found += [Piece("icon", "", box, source="shape", score=0.5) for box in boxes]
    return found


def _bars(sight: Sight, pieces: Sequence[Piece]) -> list[list[Box]]:
    """Rows of icons of about one size, each from the left."""
    largest = _LARGEST * sight.line
    icons = [p.box for p in pieces if p.kind == "icon" and not p.text]
    icons = [b for b in icons if max(b.width, b.height) <= largest]
    rows: list[list[Box]] = []
    for box in sorted(icons, key=lambda b: b.left):
        row = next((row for row in rows if _continues(row, box)), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    return [row for row in rows if len(row) >= _FEWEST]


def _continues(row: Sequence[Box], box: Box) -> bool:
    last = row[-1]
    height = statistics.median(one.height for one in row)
    middle = statistics.median(one.center.y for one in row)
    alike = 0.7 * height <= box.height <= 1.4 * height
    near = box.left - last.right <= _GAP * height
    return alike and near and abs(box.center.y - middle) <= _OFF * height


def _more(sight: Sight, bar: Sequence[Box], known: Sequence[Box]) -> list[Box]:
    """The places in a row of icons where more of them are drawn."""
    height = round(statistics.median(box.height for box in bar))
    width = round(statistics.median(box.width for box in bar))
    middle = round(statistics.median(box.center.y for box in bar))
    window = sight.window_of(bar[0])
    reach = round(_ON * height)
    top, bottom = middle - height // 2 - 1, middle + height // 2 + 2
    left, right = max(window.left, bar[0].left - reach), min(window.right, bar[-1].right + reach)
    strip = Box(left, top, right, bottom).intersection(window)
    if strip is None:
        return []
    found: list[Box] = []
    for blob in sight.ask(_blobs, strip, height):
        box = blob.moved(strip.left, strip.top)
        whole = _around(box, width, height)
        if not _is_picture(box, height, middle):
            continue
        if any(overlap_area(box, other) > _COVERED * box.area for other in known):
            continue
        note("tool bar", box, "it is drawn in one row with icons", bar[0])
        found.append(_free(whole, box, [*known, *found]))
    return found


def _is_picture(box: Box, height: int, middle: int) -> bool:
    return (
        _LOWEST * height <= box.height <= _HIGHEST * height
        and _NARROWEST * height <= box.width <= _WIDEST * height
        and abs(box.center.y - middle) <= _OFF * height
    )


def _around(box: Box, width: int, height: int) -> Box:
    """A box of the usual size around what is drawn."""
    left, top = box.center.x - width // 2, box.center.y - height // 2
    return Box(left, top, left + width, top + height).union(box)


def _free(box: Box, ink: Box, known: Sequence[Box]) -> Box:
    """The box without what is its neighbours'."""
    left, right = box.left, box.right
    for other in known:
        if overlap_area(box, other) == 0 or other.width > 3 * box.width:
            continue
        if other.center.x < ink.left:
            left = max(left, min(other.right, ink.left))
        elif other.center.x >= ink.right:
            right = min(right, max(other.left, ink.right))
    return Box(left, box.top, right, box.bottom)


def _blobs(strip: Pixels, height: int) -> list[Box]:
    """What is drawn on a strip with icons of this height, each picture by itself, in the strip's
    coordinates. Lines from top to bottom part pictures, and are none."""
    ink = _without_specks(paper_mask(strip, narrow=True))
    ink[:, ink.mean(axis=0) > _LINE] = False
    found = []
    for first, last in _runs(np.asarray(ink.any(axis=0)), height):
        rows = np.flatnonzero(ink[:, first:last].any(axis=1))
        cut = first == 0 or last == strip.shape[1] or rows[0] == 0 or rows[-1] == len(strip) - 1
        if not cut:
            found.append(Box(first, int(rows[0]), last, int(rows[-1]) + 1))
    return found


def _without_specks(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink without the scattered pixels of a lossy picture."""
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    kept = stats[:, cv2.CC_STAT_AREA] > _SPECK
    kept[0] = False
    result: NDArray[np.bool_] = kept[labels]
    return result


def _runs(inked: NDArray[np.bool_], height: int) -> list[tuple[int, int]]:
    """The ends of what is drawn, parted by empty columns; what is wider than a picture is parted by
    narrower ones too: an arrow stands close behind its picture."""
    columns = np.flatnonzero(inked)
    if len(columns) == 0:
        return []
    found = []
    for group in _parted(columns, _ROOM * height):
        wide = group[-1] - group[0] > _WIDEST * height
        found += _parted(group, _NARROW_ROOM * height) if wide else [group]
    return [(int(group[0]), int(group[-1]) + 1) for group in found]


def _parted(columns: NDArray[np.intp], room: float) -> list[NDArray[np.intp]]:
    return np.split(columns, np.flatnonzero(np.diff(columns) > max(2.0, room)) + 1)
