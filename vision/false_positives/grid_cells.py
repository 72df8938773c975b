"""Tables that are taken for controls: a grid of doubtful boxes of many kinds, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.geometry import Box, coverage
from vision.detection.detector import Detection
from vision.detection.neighbour_votes import reached, votes
from vision.ocr.engine import TextSpan

_HOLDS = 0.6
# Cells: how many at least, their mean score at most, the part of all scores that a kind has which
# decides, pixels between their sides, and by what part of its width a box reaches into the next.
_FEWEST, _DOUBTFUL, _MOST, _SIDE, _JITTER = 4, 0.5, 2 / 3, 6, 0.12


def cells_of_tables(
    detections: Sequence[Detection], spans: Sequence[TextSpan]
) -> list[list[Detection]]:
    """Groups of doubtful boxes with a text that share their sides, in more than one row and column,
    of which no kind has most."""
    rest = [d for d in detections if any(coverage(s.box, d.box) > _HOLDS for s in spans)]
    found = []
    while rest:
        group = reached(rest[0], rest, _share_side)
        rest = [one for one in rest if one not in group]
        if _is_grid(group):
            found.append(group)
    return found


def _is_grid(group: Sequence[Detection]) -> bool:
    scores = sum(one.score for one in group)
    if len(group) < _FEWEST or scores > _DOUBTFUL * len(group):
        return False
    rows = any(_is_on_side(a.box, b.box) for a in group for b in group)
    columns = any(_is_under(a.box, b.box) for a in group for b in group)
    return rows and columns and max(votes(group).values()) < _MOST * scores


def _share_side(a: Box, b: Box) -> bool:
    return _is_on_side(a, b) or _is_on_side(b, a) or _is_under(a, b) or _is_under(b, a)


def _is_on_side(a: Box, b: Box) -> bool:
    """Whether b follows a in its row, without room between them."""
    even = max(abs(a.top - b.top), abs(a.bottom - b.bottom)) <= _SIDE
    return even and a.left < b.left and abs(b.left - a.right) <= max(_SIDE, _JITTER * a.width)


def _is_under(a: Box, b: Box) -> bool:
    return abs(a.left - b.left) <= _SIDE and abs(b.top - a.bottom) <= _SIDE
