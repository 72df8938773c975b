"""Pictures that look like boxes to tick and radio buttons, and are none: those before the name of a
link."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.elements import MARKS
from vision.core.geometry import coverage
from vision.core.pieces import Piece
from vision.core.trace import note

# Of a mark in a link: what part of it, and how much larger the link is.
_WITHIN, _LARGER = 0.9, 2


def without_pictures_of_marks(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without boxes to tick and radio buttons that stand in a link. Of 91 such on 300
    labelled pages none was one."""
    links = [piece.box for piece in pieces if piece.kind == "link"]
    kept = []
    for piece in pieces:
        larger = (link for link in links if _LARGER * piece.box.area <= link.area)
        if piece.kind in MARKS and any(coverage(piece.box, link) >= _WITHIN for link in larger):
            note("false marks", piece.box, f"a {piece.kind} was left out: it is a link's picture")
        else:
            kept.append(piece)
    return kept
