"""Tabs: labels side by side, rounded above and square below, where they stand on their page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.core.elements import State
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.views import Sight

# In heights of a line of text.
_WIDEST_GAP = 1.2
_STEP = 14


def as_tabs(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces with buttons made tabs where two or more in a row have the form of tabs."""
    shaped = [
        p
        for p in pieces
        if p.kind == "button" and len(p.text) > 1 and _stands_on_page(p.box, sight)
    ]
    result = list(pieces)
    for piece in shaped:
        row = [p for p in shaped if _neighbours(p.box, piece.box, shaped, sight.line)]
        if len(row) < 2:
            continue
        others = [_fill(p.box, sight) for p in row if p is not piece]
        away = min(float(np.abs(_fill(piece.box, sight) - other).max()) for other in others)
        # The open tab stands out from the others; of two, it is the one that joins the page.
        selected = (
            away > _STEP if len(row) > 2 else piece.box.bottom > min(p.box.bottom for p in row)
        )
        state = State(selected=selected or None, disabled=piece.state.disabled)
        result[result.index(piece)] = replace(piece, kind="tab", state=state)
    return result


def _neighbours(a: Box, b: Box, row: Sequence[Piece], line: float) -> bool:
    """Whether two boxes stand in one row of boxes without a wide gap between neighbours."""
    if abs(a.top - b.top) > 0.3 * line:
        return False
    inner = sorted(
        (p.box for p in row if abs(p.box.top - a.top) <= 0.3 * line), key=lambda box: box.left
    )
    first, last = sorted((inner.index(a), inner.index(b)))
    steps = zip(inner[first:last], inner[first + 1 : last + 1], strict=True)
    return all(right.left - left.right <= _WIDEST_GAP * line for left, right in steps)


def _stands_on_page(box: Box, sight: Sight) -> bool:
    """Whether the upper corners are cut off and the lower ones are not."""
    size = max(2, round(box.height / 16))
    crop = sight.crop(box).astype(np.int16)
    differs = np.abs(crop - _fill(box, sight)).max(axis=2) > _STEP
    upper = min(differs[:size, :size].mean(), differs[:size, -size:].mean())
    lower = max(differs[-size:, :size].mean(), differs[-size:, -size:].mean())
    return bool(upper >= 0.25 and lower < 0.2)


def _fill(box: Box, sight: Sight) -> NDArray[np.int16]:
    """The commonest colour, RGB."""
    colour: NDArray[np.int16] = np.median(sight.crop(box).reshape(-1, 3), axis=0).astype(np.int16)
    return colour
