"""Heads of the columns of a table, which one clicks to sort: where most of them were seen as
buttons, all are some."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from vision.core.elements import Kind
from vision.core.geometry import Box, coverage
from vision.core.pieces import same_row
from vision.core.trace import note
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan

# Heads that were seen, at least and of all; and how sure the others are.
_FEWEST, _MOST_OF, _SCORE = 2, 0.5, 0.5
# Pixels by which a cell begins or ends elsewhere than its head, and by which heads differ in their
# sides above and below. In heights of the head: how far below the first cell is, how far two heads
# are apart at least, and what is before the text of a head.
_IN_LINE, _EVEN = 5, 8
_BELOW, _APART, _BEFORE = 4.0, 1.0, 0.6
_HOLDS = 0.8
# What a head is taken for.
_LIKE: tuple[Kind, ...] = ("field", "dropdown", "list item", "tab", "menu")


def with_heads(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[Detection]:
    """The detections, with the column headers that were passed over, and those of two columns
    parted."""
    found = _parted(detections, spans)
    for row in _rows(found, spans):
        boxes = [_holding(span, found) for span in row]
        seen = [box for box in boxes if box is not None and box.kind == "button"]
        if len(seen) < max(_FEWEST, _MOST_OF * len(row)) or not _are_even(seen):
            continue
        top, bottom = seen[0].box.top, seen[0].box.bottom
        usual = round(statistics.median(box.box.width for box in seen))
        for place, (span, box) in enumerate(zip(row, boxes, strict=True)):
            if box is None:
                left = span.box.left - round(_BEFORE * span.box.height)
                right = row[place + 1].box.left if place + 1 < len(row) else left + usual
                cell = Box(left, top, max(span.box.right, right), bottom)
                note("heads", cell, f'"{span.text}" is the head of a column as those beside it')
                found.append(Detection(cell, "button", _SCORE, "button"))
            elif box.kind in (*_LIKE, "button") and _are_even([seen[0], box]):
                note("heads", box.box, f"a {box.kind} is a head of a column as those beside it")
                score = max(box.score, _SCORE)
                found[found.index(box)] = replace(box, kind="button", label="button", score=score)
    return found


def _parted(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[Detection]:
    """The detections, a button over the heads of several columns as one for each."""
    found = []
    for one in detections:
        inner = [s for s in spans if coverage(s.box, one.box) > _HOLDS] if _may_head(one) else []
        inner.sort(key=lambda span: span.box.left)
        if len(inner) < _FEWEST or not _are_heads(inner, spans):
            found.append(one)
            continue
        before = round(_BEFORE * inner[0].box.height)
        ends = [span.box.left - before for span in inner[1:]]
        sides = zip([one.box.left, *ends], [*ends, one.box.right], strict=True)
        boxes = [replace(one.box, left=left, right=right) for left, right in sides]
        note("heads", one.box, f"a {one.kind} over the heads of {len(inner)} columns was parted")
        found += [replace(one, box=box) for box in boxes]
    return found


def _may_head(one: Detection) -> bool:
    return one.kind == "button"


def _are_heads(row: Sequence[TextSpan], spans: Sequence[TextSpan]) -> bool:
    apart = all(
        same_row(a.box, b.box) and b.box.left - a.box.right >= _APART * a.box.height
        for a, b in pairwise(row)
    )
    return apart and all(_has_column(span, spans) for span in row)


def _rows(detections: Sequence[Detection], spans: Sequence[TextSpan]) -> list[list[TextSpan]]:
    """The texts that head columns, row by row, of rows in which a button was seen."""
    rows: list[list[TextSpan]] = []
    for one in detections:
        if not _may_head(one) or any(one.box.contains(s.box.center) for row in rows for s in row):
            continue
        near = [s for s in spans if same_row(s.box, one.box)]
        own = [s for s in near if coverage(s.box, one.box) > _HOLDS]
        if len(own) != 1 or len(near) <= _FEWEST or not _has_column(own[0], spans):
            continue
        row = [s for s in near if _is_as_high(s.box, own[0].box) and _has_column(s, spans)]
        if len(row) > _FEWEST:
            rows.append(sorted(row, key=lambda span: span.box.left))
    return rows


def _is_as_high(one: Box, other: Box) -> bool:
    return abs(one.center.y - other.center.y) <= _IN_LINE and same_row(one, other)


def _has_column(head: TextSpan, spans: Sequence[TextSpan]) -> bool:
    """Whether a cell stands below that begins or ends where the head does, and none above."""
    box = head.box
    reach = _BELOW * box.height
    # Most texts are far above or below: this is asked of every head and every text.
    near = [o.box for o in spans if box.top - reach < o.box.top < box.bottom + reach]
    lines = [
        other.center.y - box.center.y
        for other in near
        if min(abs(other.left - box.left), abs(other.right - box.right)) <= _IN_LINE
        and other != box
        and abs(other.center.y - box.center.y) <= reach
    ]
    return any(line > 0 for line in lines) and not any(line < 0 for line in lines)


def _holding(span: TextSpan, detections: Sequence[Detection]) -> Detection | None:
    """The smallest box that holds a text."""
    around = [d for d in detections if d.kind is not None and coverage(span.box, d.box) > _HOLDS]
    around = [d for d in around if d.kind != "dialog"]
    return min(around, key=lambda d: d.box.area, default=None)


def _are_even(heads: Sequence[Detection]) -> bool:
    tops = [one.box.top for one in heads]
    bottoms = [one.box.bottom for one in heads]
    return max(max(tops) - min(tops), max(bottoms) - min(bottoms)) <= _EVEN
