"""What is compared: boxes with a kind, the true ones and the seen ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.core.geometry import Box, overlap_area

INSIDE = 0.5
"""A seen thing of which at least this share lies in an ignore region is neither right nor wrong."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A box in pixels with its kind. `score` is how sure the observer is, 0 to 1; 1 for truth."""

    box: Box
    kind: str
    score: float = 1.0


def is_ignored(thing: Thing, regions: Sequence[Box]) -> bool:
    """Whether one ignore region holds enough of it."""
    return any(overlap_area(thing.box, region) >= INSIDE * thing.box.area for region in regions)
