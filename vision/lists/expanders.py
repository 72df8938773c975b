"""Expanders: a filled triangle that points to a text, or down beside it, opens and closes what is
below. Nothing is drawn round them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.elements import Kind
from vision.core.geometry import Box, overlap_area
from vision.core.pieces import Piece
from vision.core.trace import note
from vision.core.views import Sight
from vision.ocr.engine import TextSpan
from vision.pixels.arrows import is_triangle

# In heights of a text: how far left of it the triangle stands, from where to where, and how much
# higher and lower.
_FAR, _NEAR, _AROUND = 2.2, 0.15, 0.25
_LONGEST = 60
# What a triangle may be taken for, and what it may stand on.
_PICTURES: frozenset[Kind] = frozenset({"icon", "image", "dialog"})


def expanders(
    sight: Sight, free: Sequence[TextSpan], pieces: Sequence[Piece]
) -> dict[TextSpan, Piece]:
    """Those of the texts that are in no control and have such a triangle, each with its button."""
    found = {}
    controls = [piece.box for piece in pieces if piece.kind not in _PICTURES]
    for span in free:
        high, box = span.box.height, span.box
        left, right = box.left - round(_FAR * high), box.left - round(_NEAR * high)
        if left < 0 or right - left < high or len(span.text) > _LONGEST:
            continue
        more = round(_AROUND * high)
        room = Box(left, max(0, box.top - more), right, box.bottom + more)
        texts = (other.box for other in sight.spans if other is not span)
        row = (b for b in (*texts, *controls) if b.top < room.bottom and b.bottom > room.top)
        if any(overlap_area(other, room) for other in row):
            continue
        if sight.ask(is_triangle, room, high):
            note("expanders", box, f'a triangle opens and closes "{span.text}"')
            whole = replace(box, left=left)
            found[span] = Piece("button", span.text, whole, source="merged", score=0.5)
    return found
