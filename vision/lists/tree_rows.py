"""Trees without lines: names at even distances, some of them farther right, below a name with an
arrow that points down. Each name is a row that can be chosen, though nothing is drawn round it."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.geometry import Box, overlap_area
from vision.core.pieces import Piece
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.arrows import is_arrow_down

# In heights of a text: from row to row; how much farther right the rows of a branch begin; how far
# left of its name the arrow stands, from where to where.
_STEP, _INDENT, _ARROW = (1.2, 3.6), (0.5, 3.0), (2.4, 0.15)
# Of a step, by which rows are uneven; pixels by which names begin further left or right.
_UNEVEN, _IN_LINE = 0.12, 3
# How many indents a row may be left or right of the first one; rows of a tree.
_LEVELS, _FEWEST = (-2, 3), 4


def in_branches(
    sight: Sight, texts: Sequence[TextSpan], pieces: Sequence[Piece]
) -> dict[TextSpan, Piece]:
    """Those of the texts that are rows of a tree, each with the row."""
    names = sorted(sight.spans, key=lambda span: span.box.center.y)
    rows: dict[TextSpan, Piece] = {}
    known: set[TextSpan] = set()
    for parent in names:
        if parent in known or not _has_arrow(parent, sight):
            continue
        tree = _tree(parent, names)
        if len(tree) < _FEWEST:
            continue
        known.update(tree)
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
