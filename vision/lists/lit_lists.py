"""Entries of a list of which one is lit: its ground shows how broad and high the others are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.elements import Kind
from vision.core.geometry import Box, iou, overlap_area
from vision.core.pieces import Piece, inside
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

_LIT: frozenset[Kind] = frozenset({"button", "list item", "link", "tab"})
_IN_THE_WAY: frozenset[Kind] = frozenset({"icon", "image", "radio", "checkbox", "dialog"})
# Pixels by which entries begin further left or right; in lines, how far one is from the lit one.
_IN_LINE, _FAR = 3, 30.0
_HIGHEST = 4.0  # of an entry, in heights of its text
_GROUND = 0.7  # of IoU, an entry and its ground


def as_lit(piece: Piece, span: TextSpan, sight: Sight, pieces: Sequence[Piece]) -> Piece:
    """The entry with the text `span`, as broad and high as the lit one of its list."""
    for other in pieces:
        if other.kind not in _LIT or not _begins_as(other.box, piece.box, span, sight):
            continue
        if not any(iou(shape.box, other.box) >= _GROUND for shape in sight.shapes):
            continue
        top = piece.box.center.y - other.box.height // 2
        row = replace(other.box, top=top, bottom=top + other.box.height)
        if overlap_area(row, other.box) or any(_is_in_the_way(each, row) for each in pieces):
            continue
        note("lit entries", piece.box, "it is as broad and high as the lit one", other.box)
        return replace(piece, box=row)
    return piece


def _begins_as(lit: Box, row: Box, span: TextSpan, sight: Sight) -> bool:
    """Whether a word in the lit one begins where the text of the other begins, which is near."""
    if (
        abs(lit.center.y - row.center.y) > _FAR * sight.line
        or lit.height > _HIGHEST * span.box.height
    ):
        return False
    return (
        lit.left <= row.left
        and lit.right > row.right
        and any(
            abs(word.box.left - span.box.left) <= _IN_LINE
            for other in sight.spans
            if inside(other, lit)
            for word in other.words
        )
    )


def _is_in_the_way(piece: Piece, row: Box) -> bool:
    return piece.kind not in _IN_THE_WAY and row.contains(piece.box.center)
