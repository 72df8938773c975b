"""Labels above fields: right above them, or high above and by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.geometry import Box, overlap_area
from vision.core.pieces import Piece

# How far above a field its label stands: in heights of a line, of the field where the two are
# flush, and in heights of a line where it stands by itself.
_OVER, _OVER_FLUSH, _HIGH_OVER = 1.3, 0.4, 3.0
# Fields that are higher count as this high, and boxes of lines that were read may be so high, in
# heights of a line.
_TALLEST_FIELD, _TALLEST_LINE = 4.0, 2.6
# In its heights: how far a label reaches into the box of its field. Its letters at most, and its
# words where it stands high above.
_SUNK, _LONGEST, _WORDS = 0.25, 40, 4
# Pixels by which a label and a field, and two lines of one text, begin elsewhere.
_FLUSH, _LINES = 8, 4


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
        and not _ends_a_sentence(t, texts)
    ]
    return max(over, key=lambda t: t.box.bottom, default=None)


def _ends_a_sentence(text: Piece, texts: Sequence[Piece]) -> bool:
    """Whether it is the last line of a sentence that begins above it."""
    return any(
        len(other.text.split()) > _WORDS
        and other.text[-1] not in ".!?:"
        and abs(other.box.left - text.box.left) <= _LINES
        and other.box.right > text.box.right
        and abs(text.box.top - other.box.bottom) <= max(other.box.height, text.box.height)
        for other in texts
        if other is not text and other.box.top < text.box.top
    )


def high_above(
    piece: Piece, texts: Sequence[Piece], pieces: Sequence[Piece], line: float
) -> Piece | None:
    """The text that stands by itself over a field, flush with it, and with nothing between: in some
    forms it is nearer to the field before."""
    box = piece.box
    over = [t for t in texts if t.kind == "text" and abs(t.box.left - box.left) <= _FLUSH]
    over = [t for t in over if 0 <= box.top - t.box.bottom <= _HIGH_OVER * line]
    label = max(over, key=lambda t: t.box.bottom, default=None)
    if label is None or len(label.text.split()) > _WORDS or _ends_a_sentence(label, texts):
        return None
    upper = Box(box.left, label.box.top, box.right, box.top)
    alone = not any(
        overlap_area(other.box, upper) > 0
        for other in pieces
        # What holds all of it is the dialog or the pane that it stands on.
        if other is not label and other is not piece and not other.box.contains(label.box.center)
    )
    return label if alone else None
