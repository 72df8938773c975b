"""The one figure of seeing: found and of the right kind, as counts that can be added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluation.matching import matched, same_kind
from evaluation.things import Thing, is_ignored
from vision.core.geometry import Box


def found_counts(
    true: Sequence[Thing], seen: Sequence[Thing], ignored: Sequence[Box] = ()
) -> Counter[str]:
    """Of one picture: things that are `there`, that were `seen`, and of those the pairs with an IoU
    of 0.5 that are `right` (of the same kind) and that are `placed` (of any kind).

    Seen things without a partner in an ignore region are not counted as seen.
    """
    right, placed = matched(true, seen, same_kind), matched(true, seen)
    partners = {*right.values(), *placed.values()}
    counted = [n for n, one in enumerate(seen) if n in partners or not is_ignored(one, ignored)]
    return Counter(there=len(true), seen=len(counted), right=len(right), placed=len(placed))


def f1(right: float, there: float, seen: float) -> float:
    """The harmonic mean of `right / there` and `right / seen`; 0 where nothing is and was seen."""
    return 2 * right / (there + seen) if there + seen else 0.0
