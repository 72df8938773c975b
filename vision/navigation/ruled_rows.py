"""Rows of lists that are parted by lines: where a detector saw some of them, or parts of them, all
are rows, as wide as their lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box, coverage
from vision.core.trace import note
from vision.detection.detector import Detection

# Of a channel, 0 to 255: what a line differs from the ground by.
_STEP = 8
# In heights of a line of text: the shortest line, and how far apart two lines are.
_SHORTEST, _LOWEST, _TALLEST = 15.0, 1.5, 6.0
_FEWEST, _OFF, _UNEVEN = 3, 3, 0.12
# Part of the rows in which the detector must have seen one; that of a box which lies in its row.
_SEEN, _INSIDE = 0.3, 0.7
# Of the rows that must begin alike; how many boxes' widths behind a box its picture begins.
_NEARLY_ALL, _BEHIND = 0.8, 3


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal line of a picture, in its pixels."""

    top: int
    left: int
    right: int


def whole_rows(detections: Sequence[Detection], pixels: Pixels, line: float) -> list[Detection]:
    """The detections, with the whole rows of ruled lists in the place of parts of rows.
    `line` is the usual height of a line of text in pixels."""
    kept = list(detections)
    some = any(d.kind in ("list item", "checkbox") for d in detections)
    for rows in _lists(pixels, line) if some else ():
        parts = [[d for d in kept if _is_part(d, row)] for row in rows]
        seen = sum(map(bool, parts))
        if seen < max(2, _SEEN * len(rows)) and not _begin_alike(rows, detections, bool(seen)):
            continue
        for row, inside in zip(rows, parts, strict=True):
            score = max((d.score for d in inside), default=0.0)
            note("rows", row, f"{len(inside)} parts of a row between two lines became one")
            kept = [d for d in kept if d not in inside]
            kept.append(Detection(row, "list item", max(score, 0.5), "list item"))
    return kept


def _is_part(one: Detection, row: Box) -> bool:
    return one.kind == "list item" and coverage(one.box, row) > _INSIDE


def _begin_alike(rows: Sequence[Box], detections: Sequence[Detection], is_seen: bool) -> bool:
    """Whether nearly each row holds a box to tick, one below the other: then one row that was seen
    speaks for all. With a picture behind each box none needs to be seen: of 116 such columns on
    pages of the training all rows were entries in 85, some in 23."""
    pictures = [d.box for d in detections if d.kind in ("icon", "image")]
    lefts = []
    for mark in (d.box for d in detections if d.kind == "checkbox"):
        row = next((row for row in rows if row.contains(mark.center)), None)
        if row is None:
            continue
        behind = range(mark.right - _OFF, mark.right + _BEHIND * mark.width)
        if is_seen or any(row.contains(p.center) and p.left in behind for p in pictures):
            lefts.append(mark.left)
    if not lefts:
        return False
    usual = sorted(lefts)[len(lefts) // 2]
    return sum(abs(left - usual) <= _OFF for left in lefts) >= _NEARLY_ALL * len(rows)


def _lists(pixels: Pixels, line: float) -> list[list[Box]]:
    """Runs of rows between lines of one length, one below the other, of about one height."""
    found: list[list[Box]] = []
    for group in ruled(pixels, round(_SHORTEST * line)):
        rows: list[Box] = []
        for above, below in pairwise(group):
            row = Box(above.left, above.top + 1, above.right, below.top)
            fits = _LOWEST * line <= row.height <= _TALLEST * line
            if rows and fits and abs(row.height - rows[-1].height) <= max(2, _UNEVEN * row.height):
                rows.append(row)
                continue
            found.append(rows)
            rows = [row] if fits else []
        found.append(rows)
    return [rows for rows in found if len(rows) >= _FEWEST]


def ruled(pixels: Pixels, shortest: int) -> list[list[Line]]:
    """Horizontal lines of at least `shortest` pixels that begin and end below one another, each
    group from the top."""
    groups: list[list[Line]] = []
    for one in _lines(pixels, shortest):
        group = next((g for g in groups if _in_line(g[-1], one)), None)
        if group is None:
            groups.append([one])
        elif one.top - group[-1].top > 2:
            group.append(one)
    return groups


def _in_line(one: Line, other: Line) -> bool:
    return abs(one.left - other.left) <= _OFF and abs(one.right - other.right) <= _OFF


def _lines(pixels: Pixels, shortest: int) -> list[Line]:
    """The horizontal lines and edges of at least `shortest` pixels, from the top."""
    # In bytes: the usual way, with wider numbers, takes eight times as long.
    grey = np.maximum(np.maximum(pixels[..., 0], pixels[..., 1]), pixels[..., 2])
    lower, upper = grey[1:], grey[:-1]
    steps = np.maximum(lower, upper) - np.minimum(lower, upper) >= _STEP
    lines = []
    for top in np.flatnonzero(steps.sum(axis=1) >= shortest):
        left, right = _longest(steps[top])
        if right - left >= shortest:
            lines.append(Line(int(top) + 1, left, right))
    return lines


def _longest(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """The ends of the longest run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], mask.view(np.int8), [0]))))
    starts, ends = edges[::2], edges[1::2]
    if len(starts) == 0:
        return 0, 0
    best = int(np.argmax(ends - starts))
    return int(starts[best]), int(ends[best])
