"""Lists without lines: texts one below another at one distance, of which a detector saw some as
rows. All of them are rows, and what it saw across two of them is none."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from vision.core.elements import ROWS, ControlKind, Kind
from vision.core.geometry import Box, coverage
from vision.core.pieces import in_groups
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

# What rows are taken for.
_LIKE: frozenset[Kind] = frozenset({"list item", "menu", "link", "button", "tab"})
# Rows of a list, the part of them that the detector must have seen, and how sure the others are.
_FEWEST, _SEEN, _SCORE = 6, 0.35, 0.55
# Pixels by which the texts begin further left or right; in heights of a text: the distances of two
# rows; by what part of it they are uneven.
_IN_LINE, _CLOSE, _FAR, _UNEVEN = 3, 1.25, 3.5, 0.12
# In distances of rows: how high the box of a row is, and how far it is off.
_HIGHEST, _LOWEST, _OFF = 1.35, 0.6, 0.25
_HOLDS, _SURE = 0.6, 0.8
# Of a text, the part of it that a box beside it reaches over.
_OVER = 0.2


@dataclass(frozen=True, slots=True)
class _Column:
    """Texts one below another, and how far apart they are."""

    texts: tuple[Box, ...]
    step: float

    def row_of(self, box: Box) -> int | None:
        """The number of the row that a box stands for; None for what stands for none."""
        if not _LOWEST * self.step <= box.height <= _HIGHEST * self.step:
            return None
        for number, text in enumerate(self.texts):
            near = abs(text.center.y - box.center.y) <= _OFF * self.step
            if near and coverage(text, box) > _HOLDS:
                return number
        return None


def even_rows(
    detections: Sequence[Detection], spans: Sequence[TextSpan], shapes: Sequence[Shape]
) -> list[Detection]:
    """The detections, with a row for each text of a list whose texts stand at even steps. A few
    texts are a list where they are all that a flat area holds."""
    kept = list(detections)
    if not any(one.kind in ROWS for one in detections):
        return kept
    for column in [*_columns(spans), *_short_columns(spans, shapes)]:
        numbers = {one: column.row_of(one.box) for one in kept if one.kind in ROWS}
        seen = {number: one for one, number in numbers.items() if number is not None}
        if len(seen) < _SEEN * len(column.texts):
            continue
        usual = round(statistics.median(one.box.left for one in seen.values()))
        left = min(usual, *(text.left for text in column.texts))
        right = round(statistics.median(one.box.right for one in seen.values()))
        kinds = [one.kind for one in seen.values()]
        kind: ControlKind = "list item" if 2 * kinds.count("list item") >= len(kinds) else "menu"
        kept = [one for one in kept if not _is_across(one, column)]
        kept = [_surer(one) if numbers.get(one) is not None else one for one in kept]
        for number, text in enumerate(column.texts):
            if number in seen or text.right > right:
                continue
            row = _row(text, left, right, column.step)
            if any(_stands_for(one, text, row) for one in kept):
                continue
            note("columns", row, f"a text in an even column of {kind}s is one")
            kept.append(Detection(row, kind, _SCORE, kind))
    return kept


def _surer(one: Detection) -> Detection:
    return replace(one, score=max(one.score, _SCORE))


def _row(text: Box, left: int, right: int, step: float) -> Box:
    top = round(text.center.y - step / 2)
    return Box(left, top, right, top + round(step))


def _stands_for(one: Detection, text: Box, row: Box) -> bool:
    """Whether something else than the place of a row was seen there."""
    return coverage(text, one.box) > _HOLDS and one.box.area < 4 * row.area


def _is_across(one: Detection, column: _Column) -> bool:
    """Whether it is no row, but lies over one or two of them."""
    if one.kind not in _LIKE or one.score >= _SURE or column.row_of(one.box) is not None:
        return False
    if not 0.5 * column.step <= one.box.height <= 2.5 * column.step:
        return False
    first, last = column.texts[0], column.texts[-1]
    inside = first.top - column.step <= one.box.top and one.box.bottom <= last.bottom + column.step
    return inside and any(coverage(text, one.box) > _OVER for text in column.texts)


def _columns(spans: Sequence[TextSpan]) -> list[_Column]:
    """Texts that begin in one line and are at even distances."""
    groups = in_groups((span.box for span in spans), _continues)
    return [_Column(tuple(group), _step(group)) for group in groups if len(group) >= _FEWEST]


def _short_columns(spans: Sequence[TextSpan], shapes: Sequence[Shape]) -> list[_Column]:
    """The few texts one below another that are all that a flat area holds."""
    found, taken = [], set[Box]()
    for shape in sorted(shapes, key=lambda shape: shape.box.area):
        texts = [span.box for span in spans if coverage(span.box, shape.box) > _HOLDS]
        # In an area around another one stand what is in that and its title.
        nested = 2 * len(taken.intersection(texts)) > len(texts)
        if len(texts) > 1:
            taken.update(texts)
        # Of two texts one that was seen as a row says too little: it may be a line that is written.
        if 2 < len(texts) < _FEWEST and not nested:
            texts.sort(key=lambda box: box.center.y)
            steps = [b.center.y - a.center.y for a, b in pairwise(texts)]
            in_line = max(t.left for t in texts) - min(t.left for t in texts) <= _IN_LINE
            even = max(steps) - min(steps) <= max(3.0, _UNEVEN * min(steps))
            high = statistics.median(box.height for box in texts)
            if in_line and even and high < min(steps) <= _FAR * high:
                found.append(_Column(tuple(texts), _step(texts)))
    return found


def _step(group: Sequence[Box]) -> float:
    return (group[-1].center.y - group[0].center.y) / (len(group) - 1)


def _continues(group: Sequence[Box], box: Box) -> bool:
    last = group[-1]
    if abs(box.left - last.left) > _IN_LINE:
        return False
    step = box.center.y - last.center.y
    height = max(last.height, box.height)
    if not _CLOSE * height <= step <= _FAR * height:
        return False
    if len(group) < 2:
        return True
    usual = _step(group)
    return abs(step - usual) <= max(3.0, _UNEVEN * usual)
