"""The two small buttons of a field for numbers, which no program tells."""

from __future__ import annotations

from training.apps import ink
from vision.capture.screen import Pixels
from vision.core.geometry import Box

_BORDER = 3


def spin_buttons(pixels: Pixels, box: Box, scale: float) -> list[tuple[str, Box]]:
    """Pairs of what a button does and its box; none unless they stand side by
    side, as those of GTK 3 do."""
    signs = _signs(pixels, box, scale)
    if len(signs) < 2:
        return []
    minus, plus = signs[-2:]
    apart, beside = plus - minus, box.right - plus
    if not (0.5 * box.height <= apart <= 1.6 * box.height and 0.3 * apart <= beside <= apart):
        return []
    edge = round((minus + plus) / 2)
    start = max(box.left, 2 * edge - box.right)
    return [
        ("decrease", Box(start, box.top, edge, box.bottom)),
        ("increase", Box(edge, box.top, box.right, box.bottom)),
    ]


def _signs(pixels: Pixels, box: Box, scale: float) -> list[float]:
    """Where the middles of signs are that could be "-" and "+", from the left."""
    import cv2
    import numpy as np

    if min(box.width, box.height) <= 2 * _BORDER + 2:
        return []
    inner = box.grown(-_BORDER)
    mask = ink.ink(ink.cut(pixels, inner)).astype(np.uint8)
    _, _, figures, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for left, top, width, height, _ in figures[1:].tolist():
        level = abs(top + height / 2 - inner.height / 2) <= 0.12 * box.height
        if level and 5 * scale <= width <= 20 * scale and height <= 20 * scale:
            found.append(inner.left + left + width / 2)
    return sorted(found)
