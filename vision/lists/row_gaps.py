"""Gaps in rows: a text between two controls of one kind, spaced as they are, is another."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from vision.core.elements import Kind
from vision.core.geometry import Box
from vision.core.pieces import Piece, same_row
from vision.ocr.engine import TextSpan

_LISTED: tuple[Kind, ...] = ("menu", "list item", "link", "tab", "button")
# Pixels by which edges that are meant to be in line may differ.
_IN_LINE = 6


def in_gaps(
    spans: Sequence[TextSpan], pieces: Sequence[Piece], line: float
) -> dict[TextSpan, Piece]:
    """Texts that fill a gap, each with the control that it is. `line` is the usual height of a
    line of text in pixels."""
    found: dict[TextSpan, Piece] = {}
    for kind in _LISTED:
        peers = [piece for piece in pieces if piece.kind == kind]
        for span in spans if len(peers) > 2 else ():
            box = _in_row(span, peers, line)
            if box is not None and span not in found:
                found[span] = Piece(kind, span.text, box, source="merged", score=0.5)
    return found


def _in_row(span: TextSpan, peers: Sequence[Piece], line: float) -> Box | None:
    """Between two peers in one row with room for this text and no more."""
    row = sorted((p.box for p in peers if same_row(p.box, span.box)), key=lambda b: b.left)
    row = [box for box in row if abs(box.center.y - span.box.center.y) <= 0.3 * box.height]
    before = [box for box in row if box.right <= span.box.left + _IN_LINE]
    after = [box for box in row if box.left >= span.box.right - _IN_LINE]
    if not before or not after or len(row) < 3:
        return None
    left, right = before[-1], after[0]
    gaps = [b.left - a.right for a, b in itertools.pairwise(row)]
    usual = max(0, min(gaps))
    edges = span.box.left - left.right - usual, right.left - span.box.right - usual
    if min(edges) < -_IN_LINE or max(edges) > 2.5 * line or abs(edges[0] - edges[1]) > 1.2 * line:
        return None
    return Box(
        min(left.right + usual, span.box.left),
        left.top,
        max(right.left - usual, span.box.right),
        left.bottom,
    )
