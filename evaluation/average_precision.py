"""Average precision by kind: how well scores put right boxes before wrong ones.

A picture gives counts by kind and score, in steps of 0.01, so that counts of pictures can be added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from evaluation.matching import IOU
from evaluation.things import Thing, is_ignored
from vision.core.geometry import Box, iou

Scored = Counter[tuple[str, int, bool]]
"""How often something was seen: its kind, its score in hundredths, and whether it is right."""


def scored(true: Sequence[Thing], seen: Sequence[Thing], ignored: Sequence[Box] = ()) -> Scored:
    """The counts of one picture. The surest takes the free true thing of its kind that it overlaps
    best, with an IoU of at least 0.5; what takes none is wrong, unless it is in an ignore region.
    """
    free = set(range(len(true)))
    counts: Scored = Counter()
    for one in sorted(seen, key=lambda thing: -thing.score):
        near = [n for n in free if true[n].kind == one.kind and iou(true[n].box, one.box) >= IOU]
        if near:
            free.remove(max(near, key=lambda n: iou(true[n].box, one.box)))
        elif is_ignored(one, ignored):
            continue
        counts[one.kind, round(100 * min(1.0, max(0.0, one.score))), bool(near)] += 1
    return counts


def average_precision(
    counts: Mapping[tuple[str, int, bool], float], kind: str, there: int
) -> float:
    """The area under precision over recall of one kind, of which `there` are truly there. At each
    recall the best precision counts that is reached there or later.

    Raises:
        ValueError: there are none of that kind, so that it has no recall.
    """
    if there <= 0:
        raise ValueError(f"there is no {kind}, so it has no average precision")
    curve: list[tuple[float, float]] = []
    right = wrong = 0.0
    for step in range(100, -1, -1):
        right += counts.get((kind, step, True), 0)
        wrong += counts.get((kind, step, False), 0)
        if right + wrong:
            curve.append((right / there, right / (right + wrong)))
    area = best = 0.0
    for place in range(len(curve) - 1, -1, -1):
        recall, precision = curve[place]
        before = curve[place - 1][0] if place else 0.0
        best = max(best, precision)
        area += (recall - before) * best
    return area
