"""Rows of list boxes: short lines of text at even distances on a framed sheet, and nothing else.

A list box shows no mark that tells its rows from plain text. What tells them is the order: three
or more, one to a line, starting at one edge and at the top of a sheet with edges on all sides,
none of them nearly as wide as the sheet, as the lines of a text would be.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import State
from vision.core.geometry import Box, bounding_box, coverage
from vision.core.pieces import Piece, inside
from vision.core.trace import note
from vision.core.views import Sight
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.borders import is_strip

_FEWEST = 3
# In heights of a line of text.
_WIDEST_STEP, _UNEVEN = 3.2, 0.35
LEFT_MARGIN, CLOSE = 2.0, 0.6
"""How far from the side of the sheet rows may begin, and in most programs do; cards of a web page
leave more room."""
# Shares of the width of the sheet.
_WIDEST_ROW, _USUAL_ROW = 0.85, 0.6
# Steps of a channel, 0 to 255, at an edge; pixels by which the ends of lines may differ.
_EDGE, _ALIGNED = 14, 2
# Boxes of lines, and the distances of their middles, may be off by this many pixels.
_SLACK, _JITTER = 3, 4
_CONTINUES = 0.8
# A row that a detector is surer of is one, wherever it stands.
_SURE_ROW = 0.5


@dataclass(frozen=True, slots=True)
class ListBox:
    """A sheet, and the lines of text that are its rows, each with a list item as wide as it."""

    sheet: Box
    rows: dict[TextSpan, Piece]


def list_boxes(
    sight: Sight, spans: Sequence[TextSpan], pieces: Sequence[Piece], margin: float = LEFT_MARGIN
) -> list[ListBox]:
    """The list boxes of which `spans` are the rows. `pieces` are what is known besides, `margin` is
    how far from the side of the sheet rows may begin, in heights of a line."""
    found: list[ListBox] = []
    for column in _columns(spans, sight.line):
        # The first line may be the heading above the sheet.
        sheet = _sheet(column, sight) or _sheet(column[1:], sight)
        if sheet is None or is_strip(sheet, sight.window_of(sheet)):
            continue
        rows = sorted((s for s in sight.spans if inside(s, sheet)), key=lambda s: s.box.center.y)
        worded = sum(any(c.isalnum() for c in span.text) for span in rows)
        if worded < _FEWEST or not set(rows) <= set(spans):
            continue
        if not _fill(rows, sheet, sight.line, margin) or not _are_even(rows):
            continue
        if not _is_only_text(rows, sheet, pieces):
            continue
        made = {}
        for span, box in zip(rows, _row_boxes(rows, sheet), strict=True):
            note("list box", span.box, "a line on a framed sheet of short lines is a row", box)
            made[span] = Piece("list item", span.text, box, State(), "merged", span.score)
        found.append(ListBox(sheet, made))
    return found


def without_labels(detections: Sequence[Detection], lists: Sequence[ListBox]) -> list[Detection]:
    """The detections without doubtful rows right above the sheet of a list: that is its label."""
    kept = []
    for one in detections:
        sheets = [each.sheet for each in lists if _is_right_above(one.box, each.sheet)]
        if sheets and one.kind == "list item" and one.score < _SURE_ROW:
            note("list box", one.box, "what stands right above a list is its label", sheets[0])
        else:
            kept.append(one)
    return kept


def _is_right_above(box: Box, sheet: Box) -> bool:
    overlap = min(box.right, sheet.right) - max(box.left, sheet.left)
    near = -_SLACK <= sheet.top - box.bottom <= box.height
    return near and overlap > box.width / 2


def _columns(spans: Sequence[TextSpan], line: float) -> list[list[TextSpan]]:
    """Spans one below another, their left edges in line, at even distances; from the top. A line
    at another distance, such as the heading of a list, may end one column and begin the next."""
    columns: list[list[TextSpan]] = []
    for span in sorted(spans, key=lambda s: s.box.center.y):
        column = next((c for c in reversed(columns) if _is_below(span.box, c[-1].box, line)), None)
        if column is None:
            columns.append([span])
        elif len(column) == 1 or _is_even(column, span.box):
            column.append(span)
        else:
            columns.append([column[-1], span])
    return [column for column in columns if len(column) >= _FEWEST]


def _is_below(box: Box, above: Box, line: float) -> bool:
    if abs(above.left - box.left) > max(_SLACK, _UNEVEN * line):
        return False
    return 0.6 * line < box.center.y - above.center.y <= _WIDEST_STEP * line


def _is_even(column: Sequence[TextSpan], box: Box) -> bool:
    last = column[-1].box.center.y
    usual = (last - column[0].box.center.y) / (len(column) - 1)
    return abs(box.center.y - last - usual) <= max(_JITTER, 0.25 * usual)


def _sheet(rows: Sequence[TextSpan], sight: Sight) -> Box | None:
    """The sheet that the rows lie on, by its edges; None when one is missing or not straight.

    It is felt for between the lines, where no letters are in the way: there a row that is selected
    is of one colour too.
    """
    pixels = sight.pixels
    between = [(a.box.bottom + b.box.top) // 2 for a, b in pairwise(rows)]
    start = max(span.box.right for span in rows) + 3
    if start >= pixels.shape[1] or not 0 <= min(between) <= max(between) < pixels.shape[0]:
        return None
    bands = [Box(0, y - _SLACK, pixels.shape[1], y + _SLACK + 1) for y in between]
    ends = [sight.ask(_widest, band, start) for band in bands]
    left, right = (statistics.median(side) for side in zip(*ends, strict=True))
    straight = [abs(a - left) <= _ALIGNED and abs(b - right) <= _ALIGNED for a, b in ends]
    if sum(straight) < _CONTINUES * len(ends) or left < 1 or right >= pixels.shape[1]:
        return None
    # Behind the text a column of pixels shows the sheet and the selected row, and nothing else.
    middles = [span.box.center.y for span in rows]
    behind = pixels[:, round(right) - 3].astype(np.int16)
    ground = np.abs(behind[:, None] - behind[middles]).max(axis=2).min(axis=1) <= _EDGE
    above = np.flatnonzero(~ground[: middles[0]])
    below = np.flatnonzero(~ground[middles[-1] :])
    if len(above) == 0 or len(below) == 0:
        return None
    return Box(round(left), int(above[-1]) + 1, round(right), middles[-1] + int(below[0]))


def _widest(lines: Pixels, start: int) -> tuple[int, int]:
    """The ends of that one of some lines of pixels that comes furthest to the left."""
    return min((_ends(line, start) for line in lines), key=lambda ends: ends[0])


def _ends(line: Pixels, start: int) -> tuple[int, int]:
    """Where a line of pixels (W x 3) stops to be of one colour, on both sides of a start."""
    other = np.abs(line.astype(np.int16) - line[start]).max(axis=1) > _EDGE
    before, after = np.flatnonzero(other[:start]), np.flatnonzero(other[start:])
    left = int(before[-1]) + 1 if len(before) else 0
    return left, start + int(after[0]) if len(after) else len(line)


def _fill(rows: Sequence[TextSpan], sheet: Box, line: float, margin: float) -> bool:
    """Whether the rows begin at the sheet's upper left corner and leave room on the right."""
    step = rows[1].box.center.y - rows[0].box.center.y
    widths = sorted(span.box.width for span in rows)
    return (
        rows[0].box.left - sheet.left <= margin * line
        and rows[0].box.center.y - sheet.top <= step
        and rows[-1].box.center.y < sheet.bottom
        and widths[-1] <= _WIDEST_ROW * sheet.width
        and widths[len(widths) // 2] <= _USUAL_ROW * sheet.width
    )


def _are_even(rows: Sequence[TextSpan]) -> bool:
    """Whether the lines are at even distances, one to a row, and begin at one edge."""
    first, step = _grid(rows)
    off = [abs(span.box.center.y - first - n * step) for n, span in enumerate(rows)]
    lefts = [span.box.left for span in rows]
    return max(off) <= _JITTER and max(lefts) - min(lefts) <= 2 * _SLACK


def _grid(rows: Sequence[TextSpan]) -> tuple[float, float]:
    """The middle of the first row and the distance from one to the next, fitted to all."""
    step, first = np.polyfit(range(len(rows)), [span.box.center.y for span in rows], 1)
    return float(first), float(step)


def _is_only_text(rows: Sequence[TextSpan], sheet: Box, pieces: Sequence[Piece]) -> bool:
    """Whether the sheet holds no control; a scroll bar may stand behind the text."""
    text = bounding_box(span.box for span in rows)
    return not any(
        coverage(piece.box, sheet) > 0.8 and piece.kind != "text" and piece.box.left < text.right
        for piece in pieces
    )


def _row_boxes(rows: Sequence[TextSpan], sheet: Box) -> list[Box]:
    """Boxes as wide as the sheet that touch each other half-way between the lines."""
    first, step = _grid(rows)
    edges = [round(first + (n - 0.5) * step) for n in range(len(rows) + 1)]
    return [
        Box(sheet.left, max(sheet.top, top), sheet.right, min(sheet.bottom, bottom))
        for top, bottom in pairwise(edges)
    ]
