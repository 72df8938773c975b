"""Entries of menus that are ticked or not: what stands before their names says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.elements import MARKS
from vision.core.geometry import coverage
from vision.core.pieces import Piece, inside
from vision.core.views import Sight
from vision.pixels.check_marks import marks_beside_text

# How much of a mark lies in the entry that it belongs to.
_WITHIN = 0.8


def with_menu_ticks(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces, with the entries of menus ticked as the boxes and dots before their names are."""
    entries = [piece for piece in pieces if piece.kind == "menu"]
    if not entries:
        return list(pieces)
    spans = tuple(s for s in sight.spans if any(inside(s, entry.box) for entry in entries))
    seen = marks_beside_text(replace(sight, spans=spans))
    marks = [*seen, *(piece for piece in pieces if piece.kind in MARKS)]
    return [_ticked(piece, marks) if piece.kind == "menu" else piece for piece in pieces]


def _ticked(entry: Piece, marks: Sequence[Piece]) -> Piece:
    middle = entry.box.center.x
    for mark in marks:
        before = mark.box.right <= middle and coverage(mark.box, entry.box) >= _WITHIN
        if before and mark.state.checked is not None:
            return replace(entry, state=replace(entry.state, checked=mark.state.checked))
    return entry
