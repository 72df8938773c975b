"""Small signs that a detector passes over: three dots in a column or a row, behind which a menu is,
and the arrows by which the columns of a table are sorted. They are told by their form."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box, overlap_area
from vision.core.pieces import same_row
from vision.core.views import View
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.blobs import squares, standing_out

_MORE = 40  # pixels: no sign is larger
# What stands out: from the mean of the pixels around, by so much of 255.
_AROUND, _CONTRAST = 15, 14
# Sides of a dot in pixels, how much of its box it fills; from dot to dot, in dots.
_DOT, _ROUND, _APART = (2, 9), 0.5, (1.3, 4.0)
# Sides of an arrow in pixels; of its width, the tip and the foot; in its heights, to the other.
_ARROW_WIDE, _ARROW_HIGH, _TIP, _FOOT, _BETWEEN = (4, 20), (2, 12), 0.5, 0.8, 1.6
# In heights of a label, up to where a sign is its picture.
_BESIDE = 1.5
# How many columns a table has that can be sorted, at least; where their arrows stand, in pixels.
_COLUMNS, _SAME_ROW = 2, 2
# The sides of what is clicked, at least: a button around three dots, the arrows themselves; the
# score of what is told by its form. A button with a sign is so much wider than high at most.
_BUTTON, _ARROWS, _SCORE, _WIDEST = 22, 12, 0.9, 3
# In lengths of three dots, the side of their button; pixels by which a text that they were read as,
# or that arrows were read with, ends elsewhere.
_ROOM, _READ = 2, 3

_Blob = tuple[int, int, int, int]


def with_small_signs(
    detections: Sequence[Detection],
    spans: Sequence[TextSpan],
    view: View,
    more: Sequence[Detection] = (),
) -> list[Detection]:
    """The detections, with three dots, sort arrows and `more` signs added as icons, where none of
    them shows these."""
    known = [
        one.box
        for one in detections
        if one.kind in ("icon", "button") and one.box.width <= _WIDEST * one.box.height
    ]
    signs = [one for one in (*more, *small_signs(view, spans)) if not _are_shown(one.box, known)]
    return [*detections, *signs]


def small_signs(view: View, spans: Sequence[TextSpan]) -> list[Detection]:
    """The signs of a picture as icons, none of them within a text, or before a label."""
    menus: set[Box] = set()
    arrows: set[Box] = set()
    for square in squares(view.pixels, _MORE):
        dots, sorting = view.ask(_signs, square)
        menus |= {box.moved(square.left, square.top) for box in dots}
        arrows |= {box.moved(square.left, square.top) for box in sorting}
    texts = [span.box for span in spans]
    free = [
        (box, max(_BUTTON, _ROOM * max(box.width, box.height)))
        for box in menus
        if not any(_belongs(box, text) and not _is_read_as(box, text) for text in texts)
    ]
    free += [
        (box, _ARROWS)
        for box in arrows
        if _in_row(box, arrows) >= _COLUMNS and not any(_is_amid(box, text) for text in texts)
    ]
    boxes = sorted((_clicked(box, side) for box, side in free), key=lambda b: (b.top, b.left))
    return [Detection(box, "icon", _SCORE, "icon") for box in boxes]


def _are_shown(sign: Box, known: Sequence[Box]) -> bool:
    return any(box.contains(sign.center) for box in known)


def _belongs(box: Box, text: Box) -> bool:
    """Whether a sign is a part of a text, or the picture before a label."""
    before = 0 <= text.left - box.right < _BESIDE * text.height and same_row(box, text)
    return bool(overlap_area(box, text)) or before


def _is_read_as(dots: Box, text: Box) -> bool:
    """Whether a text is nothing but the dots, which were read as letters."""
    off = max(abs(a - b) for a, b in zip(dots.as_list(), text.as_list(), strict=True))
    return dots.width > dots.height and off <= _READ


def _is_amid(arrows: Box, text: Box) -> bool:
    """Whether a sign stands in a text, and not at its end, or before it as its picture."""
    before = 0 <= text.left - arrows.right < _BESIDE * text.height and same_row(arrows, text)
    inner = bool(overlap_area(arrows, text)) and text.right - arrows.right > _READ
    return before or inner


def _in_row(box: Box, arrows: set[Box]) -> int:
    """How many of the arrows, of which this is one, stand in its row."""
    return sum(abs(other.top - box.top) <= _SAME_ROW for other in arrows)


def _clicked(box: Box, side: int) -> Box:
    """The sign with what is around it, where it is smaller than `side`."""
    across = max(0, (side - box.width + 1) // 2)
    down = max(0, (side - box.height + 1) // 2)
    return Box(box.left - across, box.top - down, box.right + across, box.bottom + down)


def _signs(crop: Pixels) -> tuple[list[Box], list[Box]]:
    """Three dots, and pairs of arrows, in a part of a picture."""
    dots: list[Box] = []
    arrows: list[Box] = []
    for mask, parts in standing_out(crop, _AROUND, _CONTRAST):
        dots += _dots(parts, mask)
        arrows += _pairs(parts, mask)
    return dots, arrows


def _dots(stats: NDArray[np.int32], mask: NDArray[np.uint8]) -> list[Box]:
    """Three dots in a column, or in a row."""
    turned = _three_dots(stats[:, [1, 0, 3, 2, 4]], mask.T)
    lying = [Box(box.top, box.left, box.bottom, box.right) for box in turned]
    return _three_dots(stats, mask) + lying


def _three_dots(stats: NDArray[np.int32], mask: NDArray[np.uint8]) -> list[Box]:
    wide, high = stats[:, 2], stats[:, 3]
    small = (wide >= _DOT[0]) & (wide <= _DOT[1]) & (high >= _DOT[0]) & (high <= _DOT[1])
    even = (np.abs(wide - high) <= 1) & (stats[:, 4] >= _ROUND * wide * high)
    columns: dict[int, list[_Blob]] = {}
    for x, y, w, h, _ in stats[small & even].tolist():
        columns.setdefault(x + w // 2, []).append((y, x, w, h))
    return [box for blobs in columns.values() for box in _triples(sorted(blobs), mask)]


def _triples(blobs: Sequence[_Blob], mask: NDArray[np.uint8]) -> list[Box]:
    found = []
    for one, two, three in zip(blobs, blobs[1:], blobs[2:], strict=False):
        sizes = [side for blob in (one, two, three) for side in blob[2:]]
        step, wide = two[0] - one[0], max(sizes)
        if wide - min(sizes) > 1 or abs(three[0] - two[0] - step) > 1:
            continue
        if not _APART[0] * wide <= step <= _APART[1] * wide:
            continue
        left = min(blob[1] for blob in (one, two, three))
        box = Box(left, one[0], left + wide, three[0] + three[3])
        near = mask[max(0, box.top - step) : box.bottom + step, max(0, left - 2 * step) :]
        if int(near[:, : wide + 4 * step].sum()) == int(
            mask[box.top : box.bottom, left : box.right].sum()
        ):
            found.append(box)
    return found


def _pairs(stats: NDArray[np.int32], mask: NDArray[np.uint8]) -> list[Box]:
    wide, high = stats[:, 2], stats[:, 3]
    small = (wide >= _ARROW_WIDE[0]) & (wide <= _ARROW_WIDE[1]) & (wide >= high)
    small &= (high >= _ARROW_HIGH[0]) & (high <= _ARROW_HIGH[1])
    columns: dict[int, list[_Blob]] = {}
    for x, y, w, h, _ in stats[small].tolist():
        columns.setdefault(x + w // 2, []).append((y, x, w, h))
    found = []
    for blobs in columns.values():
        for (y, x, w, h), (below, left, wider, lower) in pairwise(sorted(blobs)):
            if abs(w - wider) > 1 or not 0 < below - y - h <= _BETWEEN * h:
                continue
            first = mask[y : y + h, x : x + w]
            second = mask[below : below + lower, left : left + wider]
            if _points_up(first) and _points_up(second[::-1]):
                found.append(Box(min(x, left), y, max(x + w, left + wider), below + lower))
    return found


def _points_up(arrow: NDArray[np.uint8]) -> bool:
    """Whether each row is as wide as the one above it, or wider, without a hole."""
    rows = [np.flatnonzero(row) for row in arrow]
    if any(not len(row) or row[-1] - row[0] + 1 != len(row) for row in rows):
        return False
    lengths = [len(row) for row in rows]
    wide = arrow.shape[1]
    grows = all(a <= b for a, b in pairwise(lengths))
    return grows and lengths[0] <= max(2, _TIP * wide) and lengths[-1] >= _FOOT * wide
