"""Cutting large pictures into tiles, so that controls are learnt at their own size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from training.labels import Label, LabelKind
from vision.core.geometry import Box, coverage
from vision.detection.tiling import SIDE, places

# Of a control that a tile cuts off, less than this share is no sight to learn from, and nothing to
# be punished for either: small rests at an edge are rare enough.
_LEAST = 0.6
# A window's title or a dialog is told by its edge; half of one is still one.
_LEAST_LARGE = 0.4


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture: its place in the picture, and what it shows, relative to itself."""

    box: Box
    targets: tuple[tuple[LabelKind, Box], ...]


def tiles(width: int, height: int, labels: Sequence[Label], side: int = SIDE) -> list[Tile]:
    """The tiles of a picture of this size; one where it fits as a whole."""
    return [_tile(place, labels) for place in places(width, height, side)]


def _tile(place: Box, labels: Sequence[Label]) -> Tile:
    targets = []
    for label in labels:
        least = _LEAST_LARGE if label.kind in ("dialog", "image") else _LEAST
        if coverage(label.box, place) >= least:
            shown = label.box.intersection(place)
            assert shown is not None
            targets.append((label.kind, shown.moved(-place.left, -place.top)))
    return Tile(place, tuple(targets))
