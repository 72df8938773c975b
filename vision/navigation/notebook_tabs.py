"""Tabs of notebooks: labels side by side above a line that is open under just one of them, where
the page joins its tab."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import difference, steps
from vision.capture.screen import Pixels
from vision.core.elements import State
from vision.core.geometry import Box
from vision.core.pieces import Piece, same_row
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

# Of a channel, 0 to 255.
_STEP = 14
# Shares of a label's width that the line takes: under a closed tab, under the open one; and of what
# is behind the last.
_CLOSED, _OPEN, _ALL = 0.88, 0.1, 0.95
# In heights of a line of text: between neighbours, from a label to the line and to its tab's sides,
# how far the line runs on behind the last label, and how far above a text its field's edge is.
_WIDEST_GAP, _DEEPEST, _SIDE, _RUNS_ON, _ABOVE = 4.0, 1.4, 1.6, 4.0, 0.8
# By what boxes of labels overlap that a reader left wide.
_OVERLAP = 0.5
# From the middle of a label to where the line may be.
_HALF = 0.6
_LONGEST = 40
_SIDES = " |[]"  # as which the sides of a tab may be read
# The share of a label's height that the side of its tab takes.
_EDGE = 0.7
_NEAR, _ALIGNED = 2, 6  # pixels: a letter may be the edge of its box; sides that are in line

_Edges = NDArray[np.bool_]


def notebook_tabs(sight: Sight) -> dict[TextSpan, Piece]:
    """The lines of text that are labels of tabs, each with its tab; the open one is selected."""
    found: dict[TextSpan, Piece] = {}
    lined = [(row, _line_under(row, sight)) for row in _rows(sight.spans, sight.line)]
    places = [row[1].box.left for row, line in lined if line is not None]
    edges = None
    for row, line in lined:
        if line is None or sum(abs(x - row[1].box.left) <= _ALIGNED for x in places) > 1:
            continue  # the rows of a table have their second cells below each other
        if edges is None:
            edges = [each > _STEP for each in steps(sight.pixels)]
        (across, down), (y, open_one) = edges, line
        sides = {span: _sides(span.box, across, down, sight.line) for span in row}
        if not _has_frame(sides[open_one]) or _is_field(row[-1].box, down, sight.line):
            continue
        for span in row:
            box = _tab(span.box, y, sides[span], sight.line)
            note("notebooks", span.box, "a line that is open under one of a row is below it", box)
            state = State(selected=span is open_one or None)
            found[span] = Piece("tab", span.text.strip(_SIDES), box, state, "merged", span.score)
    return found


def _rows(spans: Sequence[TextSpan], line: float) -> list[list[TextSpan]]:
    """Short texts side by side, two or more, from left to right."""
    rows: list[list[TextSpan]] = []
    near: list[list[TextSpan]] = []
    for span in sorted(spans, key=lambda s: s.box.left):
        if len(span.text) > _LONGEST:
            continue
        # All that comes begins farther to the right.
        near = [row for row in near if span.box.left - row[-1].box.right <= _WIDEST_GAP * line]
        row = next((r for r in near if _follows(span.box, r[-1].box, line)), None)
        if row is None:
            rows.append([span])
            near.append(rows[-1])
        else:
            row.append(span)
    return [row for row in rows if len(row) > 1]


def _follows(box: Box, before: Box, line: float) -> bool:
    gap = box.left - before.right
    return -_OVERLAP * line <= gap <= _WIDEST_GAP * line and same_row(box, before)


def _line_under(row: Sequence[TextSpan], sight: Sight) -> tuple[int, TextSpan] | None:
    """The height of the line under a row of labels, and the label under which it is open."""
    boxes, line = [span.box for span in row], sight.line
    # Boxes that a reader left wide reach below the line.
    first = max(box.center.y for box in boxes) + round(_HALF * line)
    last = max(box.bottom for box in boxes) + round(_DEEPEST * line)
    behind = _behind(boxes[-1], line)
    if last <= first or first >= len(sight.pixels):
        return None
    under = Box(max(0, boxes[0].left), first, max(behind.stop, boxes[-1].right), last + 1)
    places = tuple((max(0, b.left - under.left), b.right - under.left) for b in boxes)
    rest = (behind.start - under.left, behind.stop - under.left)
    found = sight.ask(_opened, under, places, rest)
    return None if found is None else (first + found[0], row[found[1]])


Places = tuple[tuple[int, int], ...]
"""Where labels begin and end, in columns of a crop."""


def _opened(crop: Pixels, labels: Places, rest: tuple[int, int]) -> tuple[int, int] | None:
    """The row of pixels with a line that is open under one of the labels and runs on for the rest,
    and the number of that label."""
    down = difference(crop[1:], crop[:-1]) > _STEP
    for y, edge in enumerate(down):
        behind = edge[slice(*rest)]
        if behind.size == 0 or float(behind.mean()) < _ALL:
            continue
        shares = [float(edge[left:right].mean()) for left, right in labels]
        opened = [number for number, share in enumerate(shares) if share <= _OPEN]
        if len(opened) == 1 and sum(share >= _CLOSED for share in shares) == len(labels) - 1:
            return y, opened[0]
    return None


_Sides = tuple[int | None, int | None, int | None]


def _sides(label: Box, across: _Edges, down: _Edges, line: float) -> _Sides:
    """How far from a label the edges on its left, above it, and on its right are; None for none."""
    reach = round(_SIDE * line)
    rows, columns = slice(label.top, label.bottom), slice(label.left, label.right)
    left = across[rows, max(0, label.left - reach) : max(0, label.left - _NEAR)][:, ::-1]
    right = across[rows, label.right + _NEAR : label.right + reach]
    # A box that a reader left wide reaches above the edge.
    start = max(0, label.center.y - round(_HALF * line))
    above = _first(down[max(0, label.top - reach) : start, columns][::-1].mean(axis=1))
    top = None if above is None else above - _NEAR + label.top - start
    return _first(left.mean(axis=0)), top, _first(right.mean(axis=0))


def _has_frame(sides: _Sides) -> bool:
    """Whether a label stands under an edge and beside one: beside a field a name does not."""
    left, above, right = sides
    return above is not None and (left is not None or right is not None)


def _is_field(last: Box, down: _Edges, line: float) -> bool:
    """Whether an edge runs on behind the last label above it too: a field is framed there."""
    rows = slice(max(0, last.top - round(_ABOVE * line)), last.center.y)
    behind = down[rows, _behind(last, line)]
    return behind.size > 0 and float(behind.mean(axis=1).max()) >= _ALL


def _behind(last: Box, line: float) -> slice:
    return slice(last.right + round(_SIDE * line), last.right + round((_SIDE + _RUNS_ON) * line))


def _tab(label: Box, bottom: int, sides: _Sides, line: float) -> Box:
    """From a label to the edges around it; where there is none, a bit of room."""
    room = round(line / 2)
    left, above, right = (room if side is None else side for side in sides)
    return Box(
        max(0, label.left - left),
        max(0, label.top - above),
        label.right + right,
        max(bottom, label.center.y + 1),
    )


def _first(shares: NDArray[np.floating]) -> int | None:
    """The place of the first edge."""
    places = np.flatnonzero(shares >= _EDGE)
    return int(places[0]) + _NEAR if len(places) else None
