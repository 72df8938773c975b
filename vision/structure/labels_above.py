"""Labels right above fields."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.pieces import Piece

# How far above a field its label stands: in heights of a line, and of the field where the two are
# flush.
_OVER, _OVER_FLUSH = 1.3, 0.4
# Fields that are higher count as this high, and boxes of lines that were read may be so high, in
# heights of a line.
_TALLEST_FIELD, _TALLEST_LINE = 4.0, 2.6
# In its heights: how far a label reaches into the box of its field. Its letters at most.
_SUNK, _LONGEST = 0.25, 40
_FLUSH = 8  # Pixels by which a label and a field begin elsewhere.


def right_above(piece: Piece, texts: Sequence[Piece], line: float) -> Piece | None:
    """The text right above a control that begins about where it begins."""
    far = _OVER * line
    flush = max(far, _OVER_FLUSH * min(piece.box.height, _TALLEST_FIELD * line))
    over = [
        t
        for t in texts
        if t.kind == "text"
        and -max(3, _SUNK * t.box.height)
        <= piece.box.top - t.box.bottom
        <= (flush if abs(t.box.left - piece.box.left) <= _FLUSH else far)
        and abs(t.box.left - piece.box.left) <= 2 * line
        and t.box.height <= max(2 * line, min(piece.box.height, _TALLEST_LINE * line))
        and len(t.text) <= _LONGEST
    ]
    return max(over, key=lambda t: t.box.bottom, default=None)
