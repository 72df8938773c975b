"""Segmented buttons: several choices in one frame, of which the chosen one has a ground of its own.
The others have none between them, so that neighbours are seen as one button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from vision.core.geometry import Box
from vision.core.pieces import Piece, gap_between, inside, same_row
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

# Pixels by which neighbours may overlap, or lie apart.
_OVERLAP, _APART = 16, 6
# How much a height, and the width of a segment, may differ: parts of the neighbour's.
_TALLER, _WIDER = 0.15, 0.25


def segments_apart(sight: Sight, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces; a button with a text for each segment that its neighbour's width tells, as so
    many buttons."""
    buttons = [piece for piece in pieces if piece.kind == "button"]
    return [
        segment
        for piece in pieces
        for segment in (_cut(piece, buttons, sight) if piece.kind == "button" else [piece])
    ]


def _cut(piece: Piece, buttons: Sequence[Piece], sight: Sight) -> list[Piece]:
    spans = sorted((s for s in sight.spans if inside(s, piece.box)), key=lambda s: s.box.left)
    if len(spans) < 2:
        return [piece]
    for other in (b.box for b in buttons if b is not piece and _is_beside(b.box, piece.box)):
        box = _without(piece.box, other)
        edges = _equal(box, spans, other)
        if edges:
            sides = pairwise((box.left, *edges, box.right))
            return [
                replace(piece, text=span.text, box=Box(left, box.top, right, box.bottom))
                for (left, right), span in zip(sides, spans, strict=True)
            ]
    return [piece]


def _without(box: Box, other: Box) -> Box:
    """A box without what its neighbour covers of it."""
    if other.left < box.left:
        return replace(box, left=max(box.left, other.right))
    return replace(box, right=min(box.right, other.left))


def _equal(box: Box, spans: Sequence[TextSpan], other: Box) -> list[int]:
    """The inner edges of segments that are as wide as the neighbour; none where a text would not
    stand in its own."""
    width = box.width / len(spans)
    if abs(width - other.width) > _WIDER * other.width:
        return []
    edges = [round(box.left + width * n) for n in range(1, len(spans))]
    held = [sum(edge <= span.box.center.x for edge in edges) for span in spans]
    return edges if held == list(range(len(spans))) else []


def _is_beside(other: Box, box: Box) -> bool:
    near = -_OVERLAP <= gap_between(other, box) <= _APART
    return near and same_row(other, box) and abs(other.height - box.height) <= _TALLER * box.height
