"""Boxes of the detector are judged by all that was seen around them: a faint one counts where text,
shapes and its peers speak for it, and a surer one does not where all that speaks against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.controls.kinds_and_names import settled
from vision.core.gbdt import Numbers, Trees
from vision.core.geometry import ious
from vision.core.trace import note
from vision.core.views import View
from vision.detection.box_features import evidence
from vision.detection.detector import BELIEVED, Detection
from vision.detection.roi_classifier import SEEN, CloseUp
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

FAINTEST = 0.06
"""The least score of a box that can be judged; below it few are of a control."""
WEIGHTS = Path(__file__).parents[1] / "weights" / "judge.json"
# How likely a control must be there, 0 to 1, for a box that is believed, and for a faint one.
_KEPT, _ADDED = 0.13, 0.35
# A closer look decides the kind of what is less sure than this when it is so sure itself of another
# one and hardly sees this one: of 1,267 such boxes it was right about 76 %, the detector about 22.
_OF_ITS_KIND, _SURELY_OTHER, _HARDLY = 0.8, 0.7, 0.2
# How sure a closer look must be of a kind, and the least score of a box then.
_CERTAIN, _SURELY = 0.95, 0.6
# Of IoU: boxes of one place.
_SAME = 0.55


def judged(
    detections: Sequence[Detection],
    spans: Sequence[TextSpan],
    shapes: Sequence[Shape],
    view: View,
    trees: Trees,
) -> list[Detection]:
    """The detections that count, by `trees` (see own_trees). What is of no kind that one clicks is
    left as it is, where it is no faint one."""
    detections = looked_at(detections, view)
    others = [d for d in detections if d.kind not in SEEN and d.score >= BELIEVED]
    boxes = able(detections)
    if not boxes:
        return others
    likely = trees.likely(evidence(boxes, detections, spans, shapes, view))
    places = _Places.of(boxes)
    there = places.likely(likely)
    outdone = places.outdone(likely, np.array([d.score >= BELIEVED for d in boxes]))
    sure, faint = [], []
    for one, place, is_outdone in zip(boxes, there, outdone, strict=True):
        why = f"a {one.kind} of score {one.score:.2f} was left out"
        if one.score < BELIEVED:
            if place >= _ADDED:
                faint.append(one)
        elif is_outdone:
            note("judged", one.box, f"{why}: another kind at its place is likelier")
        elif place >= _KEPT:
            sure.append(one)
        else:
            note("judged", one.box, f"{why}: what is around it speaks against it")
    added = [one for one in settled([*sure, *faint]) if one.score < BELIEVED]
    for one in added:
        note("judged", one.box, f"what is around a {one.kind} of score {one.score:.2f} is for it")
    return [*others, *(_surer(one, view) for one in (*sure, *added))]


def _surer(one: Detection, view: View) -> Detection:
    """One that counts, with the least score of those. Neighbours do not decide its kind where a
    closer look is sure."""
    least = BELIEVED
    if view.look(one.box).of(one.kind) >= _CERTAIN:
        least = _SURELY
        if one.score < least:
            note("judged", one.box, f"a closer look is sure that it is a {one.kind}")
    return replace(one, score=max(one.score, least))


def looked_at(detections: Sequence[Detection], view: View) -> list[Detection]:
    """The detections, each of the kind that the detector and a closer look agree on best."""
    return [
        _of_better_kind(one, view.look(one.box)) if _is_able(one) else one for one in detections
    ]


def _of_better_kind(one: Detection, seen: CloseUp) -> Detection:
    """The detection, of another kind where a closer look is sure of that and the detector of its
    own is not. Icons in a frame are called buttons in some styles and icons in others."""
    if one.score >= _OF_ITS_KIND:
        return one
    likely, kind = max(zip(seen.kinds, SEEN, strict=True))
    if kind == one.kind or likely < _SURELY_OTHER or seen.of(one.kind) > _HARDLY:
        return one
    if {kind, one.kind} == {"button", "icon"}:
        return one
    note("judged", one.box, f"a closer look takes the {one.kind} for a {kind}")
    return replace(one, kind=kind)


def able(detections: Sequence[Detection]) -> list[Detection]:
    """The boxes that are judged."""
    return [one for one in detections if _is_able(one)]


def _is_able(one: Detection) -> bool:
    return one.kind in SEEN and one.score >= FAINTEST


@dataclass(frozen=True, slots=True)
class _Places:
    """Which boxes stand at one place (N x N), and the kind of each (N)."""

    same: NDArray[np.bool_]
    kinds: NDArray[np.str_]

    @classmethod
    def of(cls, detections: Sequence[Detection]) -> _Places:
        boxes = [d.box for d in detections]
        return cls(ious(boxes, boxes) > _SAME, np.array([str(d.kind) for d in detections]))

    def likely(self, likely: Numbers) -> Numbers:
        """How likely it is that there is a control of any kind at the place of each box."""
        there: NDArray[np.float64] = np.zeros(len(likely))
        for kind in sorted(set(self.kinds)):
            there += np.where(self.same & (self.kinds == kind), likely, 0.0).max(axis=1)
        return there

    def outdone(self, likely: Numbers, believed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which believed boxes share their place with one of another kind that is likelier. With a
        detector and a judge of a GPU, of 185 such pairs on pages and programs that they had not
        learnt from, the likelier one was right in 169, the one of the higher score in 139."""
        rivals = self.same & (self.kinds[:, None] != self.kinds) & believed
        outdone = (rivals & (likely[:, None] < likely)).any(axis=1)
        return np.asarray(believed & outdone, bool)


@cache
def own_trees() -> Trees:
    """The trees that judge the boxes of our own detector."""
    return Trees.load(WEIGHTS)
