"""Tabs with a bar under the open one: labels side by side, and under one of them, in its middle, a
stretch of a colour that stands out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import difference
from vision.capture.screen import Pixels
from vision.core.elements import Kind, State
from vision.core.geometry import Box
from vision.core.pieces import Piece, same_row
from vision.core.trace import note
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan

# In heights of a line of text: how far from a label its bar is, the room on its sides at most, and
# between tabs.
_NEAREST, _FARTHEST, _MOST_ROOM, _WIDEST_GAP = 0.25, 1.7, 20.0, 4.0
# Pixels: how thick a bar is; what its middle may be off by; what the heights of labels differ by.
_THINNEST, _THICKEST, _OFF, _AS_HIGH = 2, 6, 3, 4
# Of a channel, 0 to 255: what is beside and above a bar differs so much from it, its own pixels so
# little; so far apart are the channels of its colour.
_STEP, _EVEN, _COLOURED = 40, 12, 50
# Pixels below a bar that are looked at for the sides of a frame, and beside its ends.
_BELOW, _CORNER = 12, 7
_LINE = 10  # the edge of a line between two panes
# Of the letters of a label in heights of a line, and in signs; labels of a row.
_LARGEST, _LONGEST, _FEWEST = 3, 40, 2
# A detector that is so sure of what stands in a row is believed.
_SURE = 0.5
_ROW_KINDS: frozenset[Kind] = frozenset({"link", "menu", "button", "list item", "tab"})
_HOLDS = 0.8


def marked_tabs(sight: Sight, detections: Sequence[Detection]) -> dict[TextSpan, Piece]:
    """The lines of text that are labels of tabs, each with its tab; the open one is selected."""
    found: dict[TextSpan, Piece] = {}
    for span in sight.spans:
        if span in found or len(span.text) > _LONGEST or not _may_have_bar(span, sight):
            continue
        bar = _bar_under(span.box, sight)
        row = _row(span, bar, sight) if bar is not None else []
        if bar is None or len(row) < _FEWEST or _is_known(row, detections):
            continue
        if any(_bar_under(other.box, sight) is not None for other in row if other is not span):
            continue
        for one, box in zip(row, _boxes(row, span, bar), strict=True):
            note("tabs", one.box, "a bar in a colour is under one of a row", bar)
            state = State(selected=one is span or None)
            found[one] = Piece("tab", one.text, box, state, "merged", one.score)
    return found


def without_rows_of(tabs: Sequence[Box], detections: Sequence[Detection]) -> list[Detection]:
    """The detections without fields and the like that hold several of these tabs."""
    kept = []
    for one in detections:
        inner = [tab for tab in tabs if one.box.contains(tab.center)]
        low = inner and one.box.height < 2 * inner[0].height
        if low and len(inner) > 1:
            note("tabs", one.box, f"a {one.kind} was left out: it is a row of tabs")
        else:
            kept.append(one)
    return kept


def _may_have_bar(span: TextSpan, sight: Sight) -> bool:
    """Whether letters stand there, and no larger ones than of a title."""
    return any(sign.isalnum() for sign in span.text) and span.box.height <= _LARGEST * sight.line


def _bar_under(label: Box, sight: Sight) -> Box | None:
    line = sight.line
    room = round(_MOST_ROOM * line)
    frame = sight.pixels.shape
    left, right = max(0, label.left - room), min(frame[1], label.right + room)
    # The box of a label may be a bit low for the bar.
    top = min(frame[0], label.bottom + round(_NEAREST * line))
    bottom = min(frame[0], label.bottom + round(_FARTHEST * line) + _BELOW)
    if bottom - top <= _BELOW:
        return None
    bar = sight.ask(_bar, Box(left, top, right, bottom), label.left - left, label.right - left)
    return None if bar is None else bar.moved(left, top)


def _bar(crop: Pixels, start: int, end: int) -> Box | None:
    """The stretch of a colour below a label from column `start` to `end` of a crop."""
    middle = (start + end) // 2
    column = crop[:, middle].astype(np.int16)
    for y in range(1, len(crop) - _BELOW):
        if np.ptp(column[y]) < _COLOURED or np.abs(column[y] - column[y - 1]).max() < _STEP:
            continue
        colour = (int(column[y][0]), int(column[y][1]), int(column[y][2]))
        alike: NDArray[np.bool_] = np.asarray(difference(crop[y:], colour) <= _EVEN)
        thick = int(np.argmin(np.append(alike[:, middle], False)))
        if not _THINNEST <= thick <= _THICKEST:
            return None
        whole: NDArray[np.bool_] = np.asarray(alike[:thick].all(axis=0))
        left = middle - int(np.argmin(np.append(whole[middle::-1], False)))
        right = middle + int(np.argmin(np.append(whole[middle:], False)))
        # It ends on both sides, in the middle under the label, and is as wide at least.
        wide = 0 <= left <= start + _OFF and end - _OFF <= right < crop.shape[1]
        if not wide or abs(left + right - start - end) > 2 * _OFF + 1:
            return None
        beside = [crop[y, max(0, left - 3)], crop[y, min(crop.shape[1] - 1, right + 3)]]
        if min(np.abs(each.astype(int) - column[y]).max() for each in beside) < _STEP:
            return None
        below = alike[thick : thick + _BELOW]
        if all(below[:, max(0, x - _CORNER) : x + _CORNER].any() for x in (left, right)):
            return None  # it goes on downwards: a frame
        return Box(left + 1, y, right, y + thick)
    return None


def _row(span: TextSpan, bar: Box, sight: Sight) -> list[TextSpan]:
    """The labels beside the one with the bar, from left to right, and itself. They have as much
    room as that."""
    beside = [
        other
        for other in sight.spans
        if same_row(other.box, span.box)
        and abs(other.box.center.y - span.box.center.y) <= _AS_HIGH
        and sight.window_of(other.box) == sight.window_of(span.box)
    ]
    beside.sort(key=lambda other: other.box.left)
    widest = max(0, bar.width - span.box.width) + _WIDEST_GAP * sight.line
    row = [span]
    for other in beside[beside.index(span) + 1 :]:
        if not _follows(row[-1].box, other, widest, bar, sight):
            break
        row.append(other)
    for other in reversed(beside[: beside.index(span)]):
        if len(other.text) > _LONGEST or not _follows(other.box, row[0], widest, bar, sight):
            break
        row.insert(0, other)
    return row


def _follows(before: Box, label: TextSpan, widest: float, bar: Box, sight: Sight) -> bool:
    """Whether a label stands near enough behind another one, and no line parts them."""
    gap = label.box.left - before.right
    if gap > widest or len(label.text) > _LONGEST:
        return False
    top = min(before.top, label.box.top)
    return gap <= 1 or not sight.ask(_has_line, Box(before.right, top, label.box.left, bar.bottom))


def _has_line(crop: Pixels) -> bool:
    """Whether a line runs from the top to the bottom of a crop."""
    edges = np.asarray(difference(crop[:, 1:], crop[:, :-1]) > _LINE)
    return bool(edges.all(axis=0).any())


def _is_known(row: Sequence[TextSpan], detections: Sequence[Detection]) -> bool:
    """Whether a detector is sure of what most of a row are."""
    sure = [d for d in detections if d.kind in _ROW_KINDS and d.score >= _SURE]
    held = [span for span in row if any(d.box.contains(span.box.center) for d in sure)]
    return 2 * len(held) > len(row)


def _boxes(row: Sequence[TextSpan], marked: TextSpan, bar: Box) -> list[Box]:
    """The tabs of a row: as much wider than their labels as the one with the bar."""
    room = max(0, (bar.width - marked.box.width) // 2)
    above = bar.bottom - marked.box.bottom
    boxes = []
    for n, span in enumerate(row):
        left, right = span.box.left - room, span.box.right + room
        if n:
            left = max(left, (row[n - 1].box.right + span.box.left) // 2)
        if n + 1 < len(row):
            right = min(right, (span.box.right + row[n + 1].box.left) // 2)
        boxes.append(Box(max(0, left), max(0, span.box.top - above), right, bar.bottom))
    return boxes
