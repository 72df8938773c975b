"""Which controls are disabled: those that look so closely, and beside their like. Small trees weigh
the numbers of `paleness`; what they say holds better for a style that nobody looked at than limits
set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.core.elements import Element
from vision.core.gbdt import Numbers, Trees
from vision.core.views import View
from vision.states.disabled_features import FADED, paleness

WEIGHTS = Path(__file__).parents[1] / "weights" / "disabled.json"
# How likely it must be, 0 to 1: few controls are disabled, and most numbers are against it.
_LIKELY = 0.35
# Of so many of a kind, or more, such a part is most of them; how likely it is then for them.
_GROUP, _MOST, _VERY_LIKELY = 4, 0.6, 0.85
# How likely it is for an entry of a menu, and beside the others.
_PERHAPS, _TIMES = 0.12, 15.0
# Where so much is left of a colour, all of 53 controls were disabled.
_FADED = 0.7


def disabled(view: View, elements: Sequence[Element], trees: Trees) -> dict[int, bool]:
    """By id, whether an element is disabled, for those that can be. Boxes are relative to the
    pixels of the view; `trees` weigh the numbers of `paleness` (see own_trees)."""
    able, rows = paleness(elements, view)
    if not able:
        return {}
    pale = _are_pale(able, trees.likely(rows))
    faded = rows[:, FADED] < _FADED
    return {one.id: bool(grey) for one, grey in zip(able, pale | faded, strict=True)}


def _are_pale(able: Sequence[Element], likely: Numbers) -> NDArray[np.bool_]:
    """Whether each is likely disabled. The entries of a menu are drawn alike: of these, one that is
    so much more likely to be than the others is. Where most of a kind are taken to be, that is how
    the style draws them, unless it is very likely."""
    pale = likely >= _LIKELY
    kinds = np.array([element.kind for element in able])
    for kind in set(kinds.tolist()):
        own = kinds == kind
        if own.sum() < _GROUP:
            continue
        if kind == "menu":
            usual = float(np.median(likely[own]))
            pale |= own & (likely >= _PERHAPS) & (likely >= _TIMES * usual)
        if pale[own].mean() >= _MOST:
            pale &= ~own | (likely >= _VERY_LIKELY)
    return pale


@cache
def own_trees() -> Trees:
    """The trees that tell who is disabled."""
    return Trees.load(WEIGHTS)
