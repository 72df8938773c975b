"""What speaks for and against a box of the detector, in numbers: its score, what else was seen at
its place, the text in it and around it, shapes, its peers in a row or column, its colours, and what
a closer look at it says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.gbdt import Numbers
from vision.core.geometry import Box, ious
from vision.core.pieces import line_height
from vision.core.views import View
from vision.detection.detector import Detection
from vision.detection.roi_classifier import SEEN
from vision.ocr.engine import TextSpan
from vision.pixels.colors import inks_of, shades_seen
from vision.pixels.flat_regions import Shape

# A box whose score is at least this is a witness for others.
_SURE = 0.5
# Of IoU: one place; of a part: within.
_SAME, _HOLDS, _TOUCHES = 0.5, 0.6, 0.1
# Pixels by which sides that are in line differ.
_IN_LINE = 5
# In heights of a line: farther is as far as this.
_FAR = 20.0
# Pixels of a box whose colours are looked at.
_MANY = 40_000
# Pixels on both sides of an outline; points on each side; what channels differ by there.
_RIM, _POINTS, _FAINT, _CLEAR = 4, 16, 6, 14


def evidence(
    chosen: Sequence[Detection],
    all_: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
) -> Numbers:
    """A row of numbers for each of the `chosen` detections; `all_` is all that was detected, also
    what is doubtful or told twice."""
    line = line_height(spans)
    boxes = _sides([d.box for d in chosen])
    parts = [
        _itself(chosen, boxes, line, view.pixels),
        _agreement(chosen, all_),
        _text(boxes, spans, line),
        _surroundings(boxes, spans, line),
        _shaped(chosen, shapes),
        _nesting(chosen, boxes),
        _peers(chosen, boxes),
        _colours(chosen, spans, view),
        _looked(chosen, view),
    ]
    return np.concatenate(parts, axis=1)


def _sides(boxes: Sequence[Box]) -> Numbers:
    return np.array([box.as_list() for box in boxes], np.float64).reshape(-1, 4)


def _itself(chosen: Sequence[Detection], boxes: Numbers, line: float, pixels: Pixels) -> Numbers:
    """Score, size, kind, how far from the edge, and how sure the detector is of this frame."""
    scores = np.array([d.score for d in chosen])
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    edge = np.minimum(
        np.minimum(boxes[:, 0], boxes[:, 1]),
        np.minimum(pixels.shape[1] - boxes[:, 2], pixels.shape[0] - boxes[:, 3]),
    )
    sure = np.full(len(chosen), float((scores >= _SURE).sum()))
    share = sure / max(1, int((scores >= _SURE / 2).sum()))
    kinds = np.array([[d.kind == kind for kind in SEEN] for d in chosen], np.float64)
    told = (scores, np.log(wide / line), np.log(high / line), np.log(wide / high))
    far = np.minimum(edge / line, _FAR)
    return np.column_stack([*told, far, sure, share, kinds.reshape(-1, len(SEEN))])


def _agreement(chosen: Sequence[Detection], all_: Sequence[Detection]) -> Numbers:
    """The scores of other boxes at the same place: of its kind, of others, and all together."""
    same = ious([d.box for d in chosen], [d.box for d in all_])
    there = np.where(same > _SAME, np.array([d.score for d in all_]), 0.0)
    numbers = {id(d): n for n, d in enumerate(all_)}
    for row, one in enumerate(chosen):
        there[row, numbers[id(one)]] = 0.0
    kinds = np.array([str(d.kind) for d in all_])
    alike = kinds[None, :] == np.array([str(d.kind) for d in chosen])[:, None]
    of_kind, other = np.where(alike, there, 0.0), np.where(alike, 0.0, there)
    return np.column_stack([of_kind.max(axis=1), other.max(axis=1), there.sum(axis=1)])


def _parts_in(inner: Numbers, outer: Numbers) -> Numbers:
    """What part of each inner box lies in each outer one: len(outer) x len(inner)."""
    wide = np.minimum(inner[None, :, 2], outer[:, None, 2]) - np.maximum(
        inner[None, :, 0], outer[:, None, 0]
    )
    high = np.minimum(inner[None, :, 3], outer[:, None, 3]) - np.maximum(
        inner[None, :, 1], outer[:, None, 1]
    )
    areas = (inner[:, 2] - inner[:, 0]) * (inner[:, 3] - inner[:, 1])
    result: Numbers = np.maximum(wide, 0) * np.maximum(high, 0) / areas[None, :]
    return result


def _text(boxes: Numbers, spans: Sequence[TextSpan], line: float) -> Numbers:
    """How many lines lie in it and how many in part, how they fill it, and what they are."""
    rows = np.zeros((len(boxes), 11))
    lines = _sides([span.box for span in spans])
    parts = _parts_in(lines, boxes)
    letters = np.array([len(span.text) for span in spans], np.float64)
    digits = np.array([sum(c.isdigit() for c in span.text) for span in spans], np.float64)
    read = np.array([span.score for span in spans])
    for row, (box, part) in enumerate(zip(boxes, parts, strict=True)):
        within = part > _HOLDS
        cut = (part > _TOUCHES) & ~within
        rows[row, 0], rows[row, 1] = within.sum(), cut.sum()
        if not within.any():
            continue
        inner = lines[within]
        left, top = inner[:, 0].min(), inner[:, 1].min()
        right, bottom = inner[:, 2].max(), inner[:, 3].max()
        wide, high = box[2] - box[0], box[3] - box[1]
        before, behind = left - box[0], box[2] - right
        rows[row, 2:] = (
            (right - left) / wide,
            (bottom - top) / high,
            (before - behind) / wide,
            before / line,
            abs(top + bottom - box[1] - box[3]) / high,
            letters[within].sum(),
            digits[within].sum() / max(1.0, letters[within].sum()),
            read[within].min(),
            (inner[:, 3] - inner[:, 1]).max() / line,
        )
    return rows


def _surroundings(boxes: Numbers, spans: Sequence[TextSpan], line: float) -> Numbers:
    """How near text stands on all four sides, and how many lines are in its row and column."""
    lines = _sides([span.box for span in spans])
    rows = np.full((len(boxes), 6), _FAR)
    if not len(lines):
        rows[:, 4:] = 0
        return rows
    outside = _parts_in(lines, boxes) <= _HOLDS
    middle = (lines[:, 1] + lines[:, 3]) / 2
    level = (middle[None] > boxes[:, 1, None]) & (middle[None] < boxes[:, 3, None]) & outside
    over = (lines[None, :, 0] < boxes[:, 2, None]) & (lines[None, :, 2] > boxes[:, 0, None])
    over &= outside & ~level
    gaps = (
        np.where(level, boxes[:, 0, None] - lines[None, :, 2], np.inf),
        np.where(level, lines[None, :, 0] - boxes[:, 2, None], np.inf),
        np.where(over, boxes[:, 1, None] - lines[None, :, 3], np.inf),
        np.where(over, lines[None, :, 1] - boxes[:, 3, None], np.inf),
    )
    for side, gap in enumerate(gaps):
        near = np.where(gap < -line / 2, np.inf, gap).min(axis=1)
        rows[:, side] = np.minimum(near / line, _FAR)
    rows[:, 4] = level.sum(axis=1)
    aligned = np.abs(lines[None, :, 0] - boxes[:, 0, None]) <= line
    rows[:, 5] = (aligned & outside).sum(axis=1)
    return rows


def _shaped(chosen: Sequence[Detection], shapes: Sequence[Shape]) -> Numbers:
    """How well the best shape fits, and how many fit."""
    if not shapes:
        return np.zeros((len(chosen), 2))
    same = ious([d.box for d in chosen], [s.box for s in shapes])
    return np.column_stack([same.max(axis=1), (same > _SAME).sum(axis=1)])


def _nesting(chosen: Sequence[Detection], boxes: Numbers) -> Numbers:
    """The surest box that it lies in, with the part that does, and what lies in it itself."""
    scores = np.array([d.score for d in chosen])
    part = _parts_in(boxes, boxes)  # [outer, inner]
    np.fill_diagonal(part, 0)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    larger = areas[:, None] > areas[None, :]
    around = np.where((part > _HOLDS) & larger, scores[:, None], 0.0).max(axis=0)
    inside = np.where((part > 1 - _TOUCHES) & larger, scores[None, :], 0.0)
    filled = np.where((part > 1 - _TOUCHES) & larger & (scores[None, :] >= _SURE), areas[None], 0.0)
    overlap = np.where((part > _TOUCHES) & (part <= _HOLDS), scores[:, None], 0.0).max(axis=0)
    parts = (around, inside.max(axis=1), inside.sum(axis=1), filled.sum(axis=1) / areas, overlap)
    return np.column_stack(parts)


def _peers(chosen: Sequence[Detection], boxes: Numbers) -> Numbers:
    """The sure boxes in one row or column with it and as large: of its kind, and of any."""
    scores = np.array([d.score for d in chosen])
    kinds = np.array([str(d.kind) for d in chosen])
    alike = kinds[:, None] == kinds[None, :]
    apart = np.abs(boxes[:, None] - boxes[None]) <= _IN_LINE
    high = boxes[:, 3] - boxes[:, 1]
    level = apart[..., 1] & apart[..., 3]
    even = np.abs(high[:, None] - high[None]) <= _IN_LINE
    below = even & (apart[..., 0] | apart[..., 2])
    for mask in (level, below):
        np.fill_diagonal(mask, False)
    told = []
    for mask in (level & alike, below & alike, level, below):
        told.append(np.where(mask, scores[None], 0.0).max(axis=1))
        told.append((mask & (scores[None] >= _SURE)).sum(axis=1).astype(np.float64))
    unsure = scores[None] < _SURE
    told.append(((level | below) & alike & unsure).sum(axis=1).astype(np.float64))
    return np.column_stack(told)


def _colours(chosen: Sequence[Detection], spans: Sequence[TextSpan], view: View) -> Numbers:
    """How its ground and ink differ from each other, from what is around, from the usual text and
    from the links that are sure; and how much of its outline can be seen."""
    inks = inks_of([span.box for span in spans], view)
    usual = np.median(inks, axis=0) if inks else np.zeros(3)
    rows = np.full((len(chosen), 8), -1.0)
    inked: list[tuple[int, NDArray[np.float32]]] = []
    for row, one in enumerate(chosen):
        rows[row, :2], around = _outline_seen(one.box, view)
        own = shades_seen(one.box, view) if one.box.area <= _MANY else None
        if own is None:
            continue
        rows[row, 2:7] = (
            own.step,
            np.ptp(own.ink),
            np.ptp(own.ground),
            np.abs(own.ink - usual).max(),
            np.abs(own.ground - around).max(),
        )
        inked.append((row, own.ink))
    sure = [ink for row, ink in inked if chosen[row].kind == "link" and chosen[row].score > _SURE]
    for row, ink in inked:
        rows[row, 7] = min((float(np.abs(ink - one).max()) for one in sure), default=255.0)
    return rows


def _looked(chosen: Sequence[Detection], view: View) -> Numbers:
    """How likely a closer look says that it is of its kind, and nothing; and by how much another
    kind is likelier."""
    rows = np.zeros((len(chosen), 3))
    for row, one in enumerate(chosen):
        seen = view.look(one.box)
        own = seen.of(one.kind)
        rows[row] = own, max(seen.kinds) - own, seen.none
    return rows


_Outline = tuple[tuple[float, float], NDArray[np.float32]]


def _outline_seen(box: Box, view: View) -> _Outline:
    """The outline of a box, told once."""
    around = box.grown(_RIM)
    left, top = max(0, around.left), max(0, around.top)
    return view.ask(_outline, around, box.moved(-left, -top))


def _outline(pixels: Pixels, box: Box) -> _Outline:
    """The part of the outline where the inside is of another colour than the outside, the part
    where a line is, and the usual colour outside."""
    profile = _across_sides(box, pixels)
    outside = profile[:, :1]
    away = np.abs(profile - outside).max(axis=2)
    parted = float((away[:, -1] > _FAINT).mean())
    lined = float((away.max(axis=1) > _CLEAR).mean())
    return (parted, lined), np.median(outside[:, 0], axis=0).astype(np.float32)


def _across_sides(box: Box, pixels: Pixels) -> NDArray[np.int16]:
    """Colours across the sides of a box, from outside to inside: points x steps x 3."""
    high, wide = pixels.shape[:2]
    deep = np.arange(-_RIM, _RIM + 1)
    xs = np.linspace(box.left + _RIM, box.right - 1 - _RIM, _POINTS)
    ys = np.linspace(box.top + _RIM, box.bottom - 1 - _RIM, _POINTS)
    even = np.ones_like(deep)
    columns = [np.outer(xs, even), np.outer(xs, even)]
    columns += [np.outer(np.ones(_POINTS), x) for x in (box.left + deep, box.right - 1 - deep)]
    rows = [np.outer(np.ones(_POINTS), y) for y in (box.top + deep, box.bottom - 1 - deep)]
    rows += [np.outer(ys, even), np.outer(ys, even)]
    x = np.clip(np.concatenate(columns).astype(int), 0, wide - 1)
    y = np.clip(np.concatenate(rows).astype(int), 0, high - 1)
    found: NDArray[np.int16] = pixels[y, x].astype(np.int16)
    return found
