"""Which controls are disabled: those that look so closely, and beside their like. Small trees weigh
the numbers of `paleness`; what they say holds better for a style that nobody looked at than limits
set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from vision.closeup import Looker, own_looker
from vision.elements import Element
from vision.glances import View
from vision.paleness import FADED, paleness
from vision.trees import Trees

WEIGHTS = Path(__file__).parent / "weights" / "disabled.json"
# How likely it must be, 0 to 1: few controls are disabled, and most numbers are against it.
_LIKELY = 0.25
# Where so much is left of a colour, all of 53 controls were disabled.
_FADED = 0.7


def disabled(
    view: View, elements: Sequence[Element], looker: Looker | None = None
) -> dict[int, bool]:
    """By id, whether an element is disabled, for those that can be. Boxes are relative to the
    pixels of the view. The closer look is our own, if there is no other `looker`.

    Raises:
        OSError: our own weights cannot be read.
        ValueError: they hold no trees.
    """
    able, rows = paleness(elements, view, looker or own_looker())
    if not able:
        return {}
    told = (own_trees().likely(rows) >= _LIKELY) | (rows[:, FADED] < _FADED)
    return {element.id: bool(one) for element, one in zip(able, told, strict=True)}


@cache
def own_trees() -> Trees:
    """The trees that tell who is disabled."""
    return Trees.load(WEIGHTS)
