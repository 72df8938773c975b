"""Heads of tables that sort when they are clicked and show no sign of it: pixels do not tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from training.labels import Label, Sample
from vision.capture.screen import Pixels
from vision.core.geometry import Box, overlap_area

# In pixels: how far cells of one row may be off, what the smoothing of letters adds to their boxes,
# and the frame of a cell, which is not looked at when looking for a sign in it.
_OFF, _SMOOTH, _FRAME = 2, 3, 4
_SAME = 24  # levels of grey by which a ground may vary


def unsigned_heads(sample: Sample, pixels: Pixels) -> set[int]:
    """The places of labels that are buttons on the page and heads of a table to the eye: two and
    more that stand next to each other in a row with nothing drawn between them, and that show
    nothing but their words."""
    grey = np.asarray(pixels).astype(np.int32).mean(axis=2)
    found: set[int] = set()
    for row in _rows(sample.labels):
        for left, right in pairwise(row):
            pair = sample.labels[left].box, sample.labels[right].box
            if abs(pair[1].left - pair[0].right) <= _OFF and _is_open(*pair, grey):
                found |= {left, right}
    return {n for n in found if not _has_sign(sample.labels[n].box, sample, grey)}


def _rows(labels: Sequence[Label]) -> Iterator[list[int]]:
    """The buttons of each row, from left to right."""
    rows: dict[tuple[int, int], list[int]] = defaultdict(list)
    for n, label in enumerate(labels):
        if label.kind == "button" and label.text:
            rows[label.box.top, label.box.bottom].append(n)
    for row in rows.values():
        yield sorted(row, key=lambda n: labels[n].box.left)


def _is_open(left: Box, right: Box, grey: np.ndarray) -> bool:
    """Whether no line stands between two neighbours: where they meet all is as to both sides."""
    edge, reach = (left.right + right.left) // 2, _OFF + 2
    rows = slice(left.top + _FRAME, left.bottom - _FRAME)
    part = grey[rows, max(0, edge - reach) : edge + reach + 1]
    return part.size > 0 and bool(np.all(np.ptp(part, axis=1) <= _SAME))


def _has_sign(box: Box, sample: Sample, grey: np.ndarray) -> bool:
    """Whether something is drawn in a head beside its words, such as an arrow."""
    inner = grey[box.top : box.bottom, box.left : box.right].copy()
    ground = float(np.median(inner))
    for word in sample.words:
        if overlap_area(word.box, box):
            top, left = word.box.top - box.top - _SMOOTH, word.box.left - box.left - _SMOOTH
            bottom, right = word.box.bottom - box.top + _SMOOTH, word.box.right - box.left + _SMOOTH
            inner[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = ground
    inner = inner[_FRAME:-_FRAME, _FRAME:-_FRAME]
    return bool(np.any(np.abs(inner - ground) > _SAME))
