"""Pairs of true and seen boxes, one to one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from evaluation.things import Thing
from vision.core.geometry import iou

IOU = 0.5
"""Boxes that overlap less than this are of different things."""

_PAIR = 10.0  # a pair more is worth any number of better overlaps, which are 1 each at most


def matched(
    true: Sequence[Thing],
    seen: Sequence[Thing],
    alike: Callable[[Thing, Thing], bool] = lambda true, seen: True,
    least: float = IOU,
) -> dict[int, int]:
    """The largest set of pairs that overlap with an IoU of at least `least` and are `alike`; of
    equally large ones, the one that overlaps best. Places in `true` to places in `seen`."""
    from scipy.optimize import linear_sum_assignment

    if not true or not seen:
        return {}
    worth = np.zeros((len(true), len(seen)))
    for i, thing in enumerate(true):
        for j, other in enumerate(seen):
            overlap = iou(thing.box, other.box)
            if overlap >= least and alike(thing, other):
                worth[i, j] = _PAIR * min(len(true), len(seen)) + overlap
    rows, columns = linear_sum_assignment(worth, maximize=True)
    return {int(i): int(j) for i, j in zip(rows, columns, strict=True) if worth[i, j] > 0}


def same_kind(true: Thing, seen: Thing) -> bool:
    return true.kind == seen.kind
