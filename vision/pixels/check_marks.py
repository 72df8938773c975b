"""Checkboxes and radio buttons: small squares and circles with a text on their right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import difference
from vision.capture.screen import Pixels
from vision.core.elements import Kind, State
from vision.core.geometry import Box, coverage
from vision.core.pieces import Piece
from vision.core.views import Sight
from vision.ocr.engine import TextSpan, Word
from vision.pixels.ink import ink_mask

# In heights of a line of text.
_SMALLEST, _LARGEST, _REACH = 0.75, 2.3, 3.2
_LIKE_MARKS = frozenset("○□口OoQ0●■☑☐√✓ロ回")
_ROUND_LETTERS = frozenset("OoQ0©@")
_LIKE_CROSSES = frozenset("XxVv")
_FLAT = 10.0
_ALIKE = 0.93
_RING = 3
# The mean distance from the shade of all that is as far from the middle, in contrasts.
_OFF_CENTRE = 0.13


def marks_beside_text(sight: Sight) -> list[Piece]:
    """Checkboxes and radio buttons left of a text, ticked or not."""
    found: list[Piece] = []
    for span in sight.spans:
        for box in _blobs_left_of(span, sight):
            if any(coverage(box, p.box) > 0.3 or coverage(p.box, box) > 0.3 for p in found):
                continue
            form = _form(box, sight)
            if form is not None:
                kind, checked = form
                state = State(checked=checked)
                found.append(Piece(kind, "", box, state, "shape", 0.8, True))
    return found


def cut_off_marks(sight: Sight) -> list[TextSpan]:
    """The lines without a mark that the text finder took for their first letter."""
    return [_without_mark(span, sight) for span in sight.spans]


def _without_mark(span: TextSpan, sight: Sight) -> TextSpan:
    first, _, rest = span.text.partition(" ")
    lone = bool(rest) and (first in _LIKE_MARKS)
    # "Order" begins with a circle too.
    if len(span.text) < 2 or (not lone and span.text[0] in _ROUND_LETTERS):
        return span
    span = _without_picture(span, sight)
    for box in _blobs(span, sight, span.box.left - 3, span.box.left + 3):
        if box.right >= span.box.right - 2:
            continue
        left = box.right + _gap_after(box, span, sight)
        if left - box.right < 0.28 * span.box.height or left >= span.box.right - 2:
            continue
        if _form(box, sight) is None:
            continue
        tight = Box(left, span.box.top, span.box.right, span.box.bottom)
        words = tuple(word for word in span.words if word.box.right > left + 2)
        text = rest if lone else span.text
        return replace(span, text=text, box=tight, words=words[1:] if lone else words)
    return span


def _without_picture(span: TextSpan, sight: Sight) -> TextSpan:
    """The span cut off before its first word when its box began at a picture on the left."""
    if not span.words:
        return span
    if len(span.words) > 1 and len(span.words[0].text) == 1 and _is_coloured(span, sight):
        right = max(span.words[0].box.right, span.words[1].box.left - 2)
        if right < span.box.right - 2:
            box = Box(right, span.box.top, span.box.right, span.box.bottom)
            text = " ".join(word.text for word in span.words[1:])
            return replace(span, text=text, box=box, words=span.words[1:])
    first = span.words[0].box.left
    if first - span.box.left < 0.8 * span.box.height:
        return span
    rows = slice(max(0, span.box.top), span.box.bottom)
    inked = paper_mask(sight.pixels[rows, span.box.left : first + 4]).any(axis=0)
    clear = np.flatnonzero(~inked)
    # Paper must lie between the picture and the word.
    clear = clear[clear > 0.4 * (first - span.box.left)]
    if len(clear) < 2:
        return span
    left = span.box.left + int(clear[-1]) + 1
    if left >= span.box.right - 2:
        return span
    return replace(span, box=Box(left, span.box.top, span.box.right, span.box.bottom))


def _is_coloured(span: TextSpan, sight: Sight) -> bool:
    """Whether the first "letter" is a coloured picture before a text in black or white."""

    def colour(words: tuple[Word, ...]) -> float:
        crops = [sight.crop(word.box) for word in words]
        inks = [crop[ink_mask(crop)].astype(np.float32) for crop in crops if crop.size]
        spreads = [np.ptp(ink, axis=1).mean() for ink in inks if len(ink)]
        return float(np.mean(spreads)) if spreads else 0.0

    return colour(span.words[:1]) > 60 and colour(span.words[1:]) < 40


def _gap_after(box: Box, span: TextSpan, sight: Sight) -> int:
    """Pixels without ink between a mark and the text on its right."""
    rows = slice(max(0, span.box.top), span.box.bottom)
    mask = paper_mask(sight.pixels[rows, box.right : span.box.right])
    inked: NDArray[np.bool_] = np.asarray(mask.any(axis=0))
    columns = np.flatnonzero(inked[1:])
    return int(columns[0]) + 1 if len(columns) else len(inked)


def _blobs_left_of(span: TextSpan, sight: Sight) -> list[Box]:
    """The square blob of ink that is the first thing left of the text."""
    if not any(c.isalnum() for c in span.text) or span.text in _LIKE_CROSSES:
        return []
    reach = round(_REACH * max(sight.line, span.box.height))
    boxes = _blobs(span, sight, span.box.left - reach, span.box.left - 1)
    return boxes[-1:]


def _blobs(span: TextSpan, sight: Sight, left: int, right: int) -> list[Box]:
    """Square blobs of ink, from the left, in the text's row whose right edge is at most at `right`,
    or that lie across the place when it is narrower than they are. Others end the row."""
    line = max(sight.line, span.box.height)
    middle = span.box.center.y
    across = right - left < 0.7 * line
    top, bottom = max(0, middle - round(1.5 * line)), middle + round(1.5 * line)
    margin = round(_LARGEST * line) if across else 0
    start, end = max(0, left - margin), right + margin
    if end - start < 6 or bottom > sight.pixels.shape[0]:
        return []
    near = sight.ask(_blobs_across, Box(start, top, end, bottom), middle - top)
    if across:
        near = [b for b in near if b[0] <= right - start and b[0] + b[2] >= left - start]
        near = sorted(near)[:1]
    elif near:
        near = [max(near, key=lambda b: b[4])]
    small, large = _SMALLEST * min(sight.line, span.box.height), _LARGEST * line
    found = []
    for x, y, w, h, _ in near:
        # A picture or a letter may touch the edge of the place that is looked at.
        whole = x > 0 and y > 0 and y + h < bottom - top and x + w < end - start + (not across)
        if whole and 0.85 <= w / h <= 1.18 and small <= w <= large:
            found.append(Box(start + x, top + y, start + x + w, top + y + h))
    return found


def _blobs_across(crop: Pixels, middle: int) -> list[tuple[int, ...]]:
    """Left, top, width and height of the blobs of ink that lie across a row of pixels, and where
    they end in that row: a frame around it all ends at its left side."""
    import cv2

    mask = paper_mask(crop)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.view(np.uint8), connectivity=8)
    tops, heights = stats[1:count, 1], stats[1:count, 3]
    across = (tops < middle) & (middle < tops + heights) & (heights >= 3) & (stats[1:count, 2] >= 3)
    ends = np.zeros(count, np.int32)
    ends[labels[middle]] = np.arange(1, crop.shape[1] + 1)
    return [(*stats[n, :4].tolist(), int(ends[n])) for n in 1 + np.flatnonzero(across)]


def paper_mask(crop: Pixels, *, narrow: bool = False) -> NDArray[np.bool_]:
    """Height x width; True where a pixel is not of the commonest colour.

    `narrow`: pale grey counts too."""
    coarse = crop >> 2
    packed = np.left_shift(coarse[..., 0], 12, dtype=np.int32)
    packed |= np.left_shift(coarse[..., 1], 6, dtype=np.int32) | coarse[..., 2]
    values, counts = np.unique(packed, return_counts=True)
    best = int(values[counts.argmax()])
    paper = (best >> 12) * 4 + 2, ((best >> 6) & 63) * 4 + 2, (best & 63) * 4 + 2
    result: NDArray[np.bool_] = difference(crop, paper) > (14 if narrow else 26)
    return result


def _form(box: Box, sight: Sight) -> tuple[Kind, bool] | None:
    """Kind and tick of a mark; None for a picture: its outline is no square and no circle, or it
    has neither an empty middle nor one of two plain colours."""
    grown = box.grown(_RING)
    frame = Box(0, 0, *sight.pixels.shape[1::-1])
    return sight.ask(_form_of, grown) if coverage(grown, frame) == 1 else None


def _form_of(grown: Pixels) -> tuple[Kind, bool] | None:
    crop = grown[_RING:-_RING, _RING:-_RING]
    outline = _filled(_off_ring(grown))
    kind: Kind | None = None
    if _likeness(outline, _disc(*outline.shape)) > _ALIKE:
        kind = "radio"
    elif outline.mean() > 0.95:
        kind = "checkbox"
    if kind is None:
        return None
    checked = tick_of(crop, kind)
    if checked is None or (checked and kind == "checkbox" and not _has_even_rim(crop)):
        return None
    return kind, checked


def _off_ring(grown: Pixels) -> NDArray[np.bool_]:
    """Height x width of the inner part; True where a pixel is not of the colour of the ring round
    it. (A ticked box fills most of its place: the commonest colour is not the paper's.)"""
    signed = grown.astype(np.int16)
    ring = np.concatenate([signed[0], signed[-1], signed[:, 0], signed[:, -1]])
    inner = signed[_RING:-_RING, _RING:-_RING]
    result: NDArray[np.bool_] = np.abs(inner - np.median(ring, axis=0)).max(axis=2) > 26
    return result


def _has_even_rim(crop: Pixels) -> bool:
    """Whether all four sides are of one colour: a folder's upper edge is darker than its lower."""
    height, width = crop.shape[:2]
    dy, dx = height // 4, width // 4
    depth = max(2, height // 8)
    # The outermost line may be half paper.
    rim = slice(1, 1 + depth)
    end = slice(-1 - depth, -1)
    sides = [
        crop[rim, dx:-dx].reshape(-1, 3),
        crop[end, dx:-dx].reshape(-1, 3),
        crop[dy:-dy, rim].reshape(-1, 3),
        crop[dy:-dy, end].reshape(-1, 3),
    ]
    # A tick may touch a side: its commonest colour counts.
    means = np.array([np.median(side, axis=0) for side in sides])
    return bool((means.max(axis=0) - means.min(axis=0)).max() < 34)


def tick_of(crop: Pixels, kind: Kind) -> bool | None:
    """False for an empty middle, True for a tick or dot of one colour on another, else None."""
    height, width = crop.shape[:2]
    dy, dx = max(2, round(0.24 * height)), max(2, round(0.24 * width))
    inner = crop[dy : height - dy, dx : width - dx].reshape(-1, 3).astype(np.float32)
    if len(inner) < 4:
        return None
    if inner.std(axis=0).max() < _FLAT:
        spread = inner.mean(axis=0)
        # Evenly coloured: the dot of a radio button that fills it, or a box without a tick.
        return bool(spread.max() - spread.min() > 60) if kind == "radio" else False
    if kind == "radio" and not _is_symmetric(crop):
        return None
    return True if _two_coloured(inner) else None


def _is_symmetric(crop: Pixels) -> bool:
    """Whether the shades go by the distance from the middle alone, as in rings and dots."""
    grey = crop.astype(np.float32).mean(axis=2)
    height, width = grey.shape
    dark = np.abs(grey - np.median(np.concatenate([grey[0], grey[-1]])))
    y, x = np.mgrid[:height, :width]
    total = max(1.0, float(dark.sum()))
    middle_y, middle_x = float((dark * y).sum()) / total, float((dark * x).sum()) / total
    away = np.hypot(y - middle_y, x - middle_x).round().astype(int)
    sums = np.bincount(away.ravel(), grey.ravel())
    means = sums / np.maximum(1, np.bincount(away.ravel()))
    off = float(np.abs(grey - means[away]).mean())
    return off < _OFF_CENTRE * float(np.ptp(grey))


def _two_coloured(inner: NDArray[np.float32]) -> bool:
    """Whether two colours and the mixtures between them are all there is, with a clear step."""
    grey = inner.sum(axis=1)
    low = inner[grey <= np.percentile(grey, 12)].mean(axis=0)
    high = inner[grey >= np.percentile(grey, 88)].mean(axis=0)
    axis = high - low
    length = float(np.linalg.norm(axis))
    if length < 70:
        return False
    share = (inner - low) @ axis / length**2
    away = np.linalg.norm(inner - low - share[:, None] * axis, axis=1)
    pure = ((share < 0.15) | (share > 0.85)).mean()
    return bool((away < 30).mean() > 0.85 and pure > 0.5)


def _filled(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    import cv2

    contours, _ = cv2.findContours(
        np.ascontiguousarray(mask, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    canvas = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(canvas, contours, -1, 1, thickness=cv2.FILLED)
    return canvas.astype(bool)


def _disc(height: int, width: int) -> NDArray[np.bool_]:
    y, x = np.mgrid[:height, :width]
    vertical = (y - (height - 1) / 2) / (height / 2)
    horizontal = (x - (width - 1) / 2) / (width / 2)
    result: NDArray[np.bool_] = vertical**2 + horizontal**2 <= 1.0
    return result


def _likeness(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> float:
    return float((a & b).sum() / max(1, (a | b).sum()))
