"""Gaps in rows and lists: a text between two controls of one kind, spaced as they are, is another.

A detector that finds eight entries of a menu and misses the ninth leaves a text in its place.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from vision.elements import Kind
from vision.geometry import Box, coverage
from vision.parts import Piece, same_row
from vision.recognise import TextSpan

_LISTED: tuple[Kind, ...] = ("menu", "list item", "link", "tab", "button")
# Pixels by which edges that are meant to be in line may differ.
_IN_LINE = 6
_FILLED = 0.6  # of an entry


def in_gaps(
    spans: Sequence[TextSpan], pieces: Sequence[Piece], line: float
) -> dict[TextSpan, Piece]:
    """Texts that fill a gap, each with the control that it is. `line` is the usual height of a
    line of text in pixels."""
    found: dict[TextSpan, Piece] = {}
    from_left = sorted(spans, key=lambda span: span.box.left)
    for kind in _LISTED:
        peers = [piece for piece in pieces if piece.kind == kind]
        for span in from_left if len(peers) > 2 else ():
            box = _in_column(span, peers) or _in_row(span, peers, line)
            # A gap has one entry: what stands farther right is beside it.
            taken = box is None or any(coverage(p.box, box) > _FILLED for p in found.values())
            if box is not None and span not in found and not taken:
                found[span] = Piece(kind, span.text, box, source="merged", score=0.5)
    return found


def _in_column(span: TextSpan, peers: Sequence[Piece]) -> Box | None:
    """Between two peers that are alike and as far apart as two rows."""
    column = sorted((p.box for p in peers if _is_over(p.box, span.box)), key=lambda b: b.top)
    above = [box for box in column if box.bottom <= span.box.center.y]
    below = [box for box in column if box.top > span.box.center.y]
    if not above or not below or len(column) < 3:
        return None
    upper, lower = above[-1], below[0]
    rows = (p.box for p in peers if abs(p.box.left - upper.left) <= _IN_LINE)
    if any(upper.bottom <= box.center.y < lower.top for box in rows):
        return None  # there is an entry, and the text stands beside it
    alike = abs(upper.left - lower.left) <= _IN_LINE
    alike = alike and abs(upper.height - lower.height) <= 0.3 * upper.height
    pitches = [b.top - a.top for a, b in itertools.pairwise(column)]
    alike = alike and abs(lower.top - upper.top - 2 * min(pitches)) <= 0.3 * min(pitches)
    if not alike:
        return None
    half, middle = upper.height // 2, (upper.center.y + lower.center.y) // 2
    right = max(upper.right if upper.right - lower.right in range(-6, 7) else 0, span.box.right)
    return Box(min(upper.left, span.box.left), middle - half, right, middle + half)


def _is_over(box: Box, text: Box) -> bool:
    """Whether a text begins where the texts of a row with this box may begin."""
    return box.left - _IN_LINE <= text.left <= box.left + max(4 * box.height, _IN_LINE)


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
