"""Trees without lines: names at even distances, some of them farther right, below a name with an
arrow that points down. Each name is a row that can be chosen, though nothing is drawn round it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.controls import Sight
from vision.geometry import Box, overlap_area
from vision.parts import Piece
from vision.recognise import TextSpan
from vision.screen import Pixels
from vision.trace import note

# In heights of a text: from row to row; how much farther right the rows of a branch begin; how far
# left of its name the arrow stands, from where to where.
_STEP, _INDENT, _ARROW = (1.2, 3.6), (0.5, 3.0), (2.4, 0.15)
# Of a step, by which rows are uneven; pixels by which names begin further left or right.
_UNEVEN, _IN_LINE = 0.12, 3
# How many indents a row may be left or right of the first one; rows of a tree.
_LEVELS, _FEWEST = (-2, 3), 4
# Of an arrow, in heights of a text: its width and its height; how far its tip is below its ends.
_WIDE, _HIGH, _TIP = (0.4, 1.3), (0.15, 0.75), 0.6
# What stands out from the ground at least, and of what stands out most.
_STANDS_OUT, _STRONG = 20, 0.4


def in_branches(
    sight: Sight, texts: Sequence[TextSpan], pieces: Sequence[Piece]
) -> dict[TextSpan, Piece]:
    """Those of the texts that are rows of a tree, each with the row."""
    names = sorted(sight.spans, key=lambda span: span.box.center.y)
    rows: dict[TextSpan, Piece] = {}
    for parent in names:
        if parent in rows or not _has_arrow(parent, sight):
            continue
        tree = _tree(parent, names)
        if len(tree) < _FEWEST:
            continue
        step = (tree[-1].box.center.y - tree[0].box.center.y) / (len(tree) - 1)
        left = min(span.box.left for span in tree) - round(step / 2)
        right = max(span.box.right for span in tree)
        for span in tree:
            top = round(span.box.center.y - step / 2)
            box = Box(max(0, left), max(0, top), right, top + round(step))
            if span not in texts or any(_takes(piece, span.box) for piece in pieces):
                continue
            note("branches", box, f'"{span.text}" is a row of the tree below "{parent.text}"')
            rows[span] = Piece("list item", span.text, box, source="merged", score=0.5)
    return rows


def _takes(piece: Piece, box: Box) -> bool:
    return piece.kind == "list item" and overlap_area(piece.box, box) > 0.5 * box.area


def _tree(parent: TextSpan, names: Sequence[TextSpan]) -> list[TextSpan]:
    """The rows of the tree that the branch below a name belongs to, from the top."""
    high = parent.box.height
    first = next(
        (
            span
            for span in names
            if _STEP[0] * high <= _down(parent, span) <= _STEP[1] * high
            and _INDENT[0] * high <= span.box.left - parent.box.left <= _INDENT[1] * high
        ),
        None,
    )
    if first is None:
        return []
    step, indent = _down(parent, first), first.box.left - parent.box.left
    tree = [parent, first]
    for way in (1, -1):
        last = tree[-1 if way == 1 else 0]
        while (other := _next(last, way * step, parent, indent, names)) is not None:
            tree.insert(len(tree) if way == 1 else 0, other)
            last = other
    return tree


def _down(one: TextSpan, other: TextSpan) -> int:
    return other.box.center.y - one.box.center.y


def _next(
    last: TextSpan, step: int, parent: TextSpan, indent: int, names: Sequence[TextSpan]
) -> TextSpan | None:
    """The name one step farther, on one of the levels of the tree."""
    for span in names:
        level = round((span.box.left - parent.box.left) / indent)
        off = span.box.left - parent.box.left - level * indent
        even = abs(_down(last, span) - step) <= max(3, _UNEVEN * abs(step))
        if even and abs(off) <= _IN_LINE and _LEVELS[0] <= level <= _LEVELS[1]:
            return span
    return None


def _has_arrow(span: TextSpan, sight: Sight) -> bool:
    box, high = span.box, span.box.height
    left, right = box.left - round(_ARROW[0] * high), box.left - round(_ARROW[1] * high)
    if right - max(0, left) < high // 2:
        return False
    room = Box(max(0, left), box.top, right, box.bottom)
    return sight.ask(is_arrow_down, room, high)


def is_arrow_down(crop: Pixels, high: int) -> bool:
    """Whether all that is drawn left of a name `high` pixels high is an arrow that points down
    (uint8 H x W x 3)."""
    if min(crop.shape[:2]) < 3:
        return False
    flat = crop.astype(np.int16)
    away = np.abs(flat - np.median(flat.reshape(-1, 3), axis=0)).max(axis=2)
    ink: NDArray[np.bool_] = away > max(_STANDS_OUT, _STRONG * float(away.max()))
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return False
    wide, tall = int(columns[-1] - columns[0]) + 1, int(rows[-1] - rows[0]) + 1
    fits = _WIDE[0] * high <= wide <= _WIDE[1] * high and _HIGH[0] * high <= tall <= _HIGH[1] * high
    if not fits or len(columns) != wide or columns[0] == 0:
        return False
    ends = [int(np.flatnonzero(ink[:, column])[-1]) for column in columns]
    tip = int(np.argmax(ends))
    tops = [n for n, end in enumerate(ends) if end == ends[tip]]
    tip = (tops[0] + tops[-1]) // 2
    falls = all(b >= a for a, b in pairwise(ends[: tip + 1]))
    rises = all(b <= a for a, b in pairwise(ends[tip:]))
    far = min(ends[tip] - ends[0], ends[tip] - ends[-1])
    middle = 0.3 * wide <= tip <= 0.7 * wide
    return falls and rises and middle and far >= max(2, _TIP * tall - 1)
