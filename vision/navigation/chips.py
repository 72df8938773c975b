"""Chips: labels that end with a cross ("Draft ×"). The cross takes the chip away and is an icon of
its own; the label is a text, or still a tab."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.core.geometry import Box
from vision.core.pieces import Piece, inside
from vision.core.trace import note
from vision.ocr.engine import TextSpan

_CROSSES = frozenset("×✕✖⨯")
# As which readers take a cross that stands apart from the label.
_READ_AS = frozenset("xX")
# In heights of the label: a side of the cross's place, and the farthest it is from the chip's end.
_SIDE, _FAR = 1.4, 1.5


def with_crosses(pieces: Sequence[Piece], spans: Sequence[TextSpan]) -> list[Piece]:
    """The pieces with each chip in two; `spans` is all text."""
    result: list[Piece] = []
    for piece in pieces:
        label = _without_cross(piece.text) if piece.kind in ("button", "tab") else ""
        parts = _parts(piece, label, spans, pieces) if label else None
        result += [piece] if parts is None else parts
    return result


def _parts(
    piece: Piece, label: str, spans: Sequence[TextSpan], pieces: Sequence[Piece]
) -> list[Piece] | None:
    texts = [span for span in spans if inside(span, piece.box)]
    if not texts:
        return None
    last = max(texts, key=lambda span: span.box.right)
    high = last.box.height
    side = round(_SIDE * high)
    right = last.box.right + (side - high) // 2
    cross = Box(right - side, last.box.center.y - side // 2, right, last.box.center.y + side // 2)
    others = [p.box for p in pieces if p is not piece and p.kind == "icon"]
    if piece.box.right - last.box.right > _FAR * high or any(
        box.contains(cross.center) for box in others
    ):
        return None
    note("chips", cross, f'the cross behind "{label}" is an icon', piece.box)
    icon = Piece("icon", "", cross, source="merged", score=piece.score, label=False)
    if piece.kind == "tab":
        return [replace(piece, text=label), icon]
    end = max(last.box.left + high, cross.left - (side - high) // 2)
    first = min(span.box.left for span in texts)
    box = Box(first, min(s.box.top for s in texts), end, max(s.box.bottom for s in texts))
    return [Piece("text", label, box, source="ocr", score=piece.score), icon]


def _without_cross(text: str) -> str:
    """The label before a cross; "" where there is no cross, or no label."""
    label, sign = text[:-1], text[-1:]
    if sign in _CROSSES or (sign in _READ_AS and label.endswith(" ")):
        return label.strip() if sum(c.isalnum() for c in label) > 1 else ""
    return ""
