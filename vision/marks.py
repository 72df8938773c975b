"""Ticked boxes and radio buttons that are too small or too colourful to show as flat areas.

Looks at the place where such a mark must be: a square of about a line's height just left of a
text.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.controls import Sight
from vision.elements import Kind, State
from vision.geometry import Box, coverage
from vision.ink import ink_mask
from vision.parts import Piece
from vision.recognise import TextSpan
from vision.shapes import has_mark


def marks_beside_text(sight: Sight, known: Sequence[Piece]) -> list[Piece]:
    """Checkboxes and radio buttons left of a text where `known` has none yet."""
    found: list[Piece] = []
    for span in sight.spans:
        box = _mark_left_of(span, sight)
        if box is None or any(_overlap(box, piece.box) for piece in [*known, *found]):
            continue
        kind = _form(box, sight)
        if kind is not None:
            state = State(checked=has_mark(sight.crop(box)))
            found.append(Piece(kind, "", box, state, "shape", 0.7, True))
    return found


def _overlap(a: Box, b: Box) -> bool:
    return coverage(a, b) > 0.3 or coverage(b, a) > 0.3


def _mark_left_of(span: TextSpan, sight: Sight) -> Box | None:
    """The lone, square blob of ink that ends just before the text."""
    import cv2

    line = span.box.height
    top, bottom = span.box.center.y - line, span.box.center.y + line
    left, right = span.box.left - round(2.6 * line), span.box.left - 1
    if left < 0 or top < 0 or bottom > sight.pixels.shape[0] or right - left < 6:
        return None
    mask = ink_mask(sight.pixels[top:bottom, left:right])
    count, _, stats, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)), connectivity=8
    )
    blobs = [tuple(int(v) for v in row[:4]) for row in stats[1:count]]
    if len(blobs) != 1:
        return None
    x, y, w, h = blobs[0]
    w, h = w - 2, h - 2
    if min(w, h) < 0.55 * line or max(w, h) > 1.7 * line or not 0.85 <= w / h <= 1.18:
        return None
    if x <= 0 or y <= 0 or y + h + 2 >= bottom - top:
        return None
    return Box(left + x + 1, top + y + 1, left + x + 1 + w, top + y + 1 + h)


def _form(box: Box, sight: Sight) -> Kind | None:
    """Round or square outline, two or three colours: a mark; anything else is a picture."""
    import cv2

    crop = sight.crop(box)
    mask = ink_mask(sight.crop(box.grown(2)))[2:-2, 2:-2].astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    canvas = np.zeros_like(mask)
    cv2.drawContours(canvas, contours, -1, 1, thickness=cv2.FILLED)
    filled = float(canvas.mean())
    hues = {tuple(colour) for colour in (crop.reshape(-1, 3) // 64).tolist()}
    if len(hues) > 9:
        return None
    if 0.70 <= filled <= 0.86:
        return "radio"
    return "checkbox" if filled >= 0.9 else None
