"""Tiles of large frames: where they lie, and joining what neighbours both saw."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vision.core.geometry import Box, coverage, iou, overlap_area
from vision.detection.detector import Detection

SIDE = 1280
"""The longest side of a tile, in pixels."""
_OVERLAP = 160
# What two tiles show of one thing, each in what both of them see, overlaps by more than this.
_SAME = 0.5
# Pixels from the end of a tile within which a box ends with it; how much of a rest another covers.
_EDGE, _COVERED = 2, 0.9


def places(width: int, height: int, side: int = SIDE) -> list[Box]:
    """The tiles of a frame of this size, in reading order; one where it fits as a whole.
    Neighbours overlap, so that each small control is whole in one of them."""
    return [
        Box(x, y, min(x + side, width), min(y + side, height))
        for y in _starts(height, side)
        for x in _starts(width, side)
    ]


def _starts(length: int, side: int) -> list[int]:
    """Where tiles begin, evenly spread; neighbours overlap by an eighth of a tile or more."""
    if length <= side:
        return [0]
    overlap = _OVERLAP * side // SIDE
    number = math.ceil((length - overlap) / (side - overlap))
    return [round(n * (length - side) / (number - 1)) for n in range(number)]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A detection and the tiles that it was seen in."""

    detection: Detection
    tiles: tuple[Box, ...]


def joined(found: Iterable[tuple[Box, Sequence[Detection]]]) -> list[Detection]:
    """The detections of all tiles as those of one frame, best first.

    `found` holds a tile and what it shows, in the frame's coordinates. What two tiles show of one
    thing becomes one detection: its box is all that was seen of it, its class the surer one.
    """
    kept: list[_Seen] = []
    for tile, detections in found:
        before = [one for one in kept if overlap_area(one.detection.box, tile)]
        for detection in detections:
            same = next((one for one in before if _is_same(one, detection, tile)), None)
            if same is None:
                kept.append(_Seen(detection, (tile,)))
                continue
            before.remove(same)
            kept[kept.index(same)] = _Seen(_both(same.detection, detection), (*same.tiles, tile))
    whole = [one.detection for one in kept if not _is_rest(one, kept)]
    return sorted(whole, key=lambda d: -d.score)


def _is_rest(one: _Seen, seen: Sequence[_Seen]) -> bool:
    """Whether a box ends where its only tile does, and another of its kind goes on there: tiles
    above each other may tell a wide thing by two boxes, one of them cut off."""
    if len(one.tiles) > 1:
        return False
    box, (tile,) = one.detection.box, one.tiles
    left, right = box.left <= tile.left + _EDGE, box.right >= tile.right - _EDGE
    if not left and not right:
        return False
    return any(
        other is not one
        and other.detection.kind == one.detection.kind
        and coverage(box, other.detection.box) >= _COVERED
        and (
            (left and other.detection.box.left < tile.left - _EDGE)
            or (right and other.detection.box.right > tile.right + _EDGE)
        )
        for other in seen
    )


def _is_same(one: _Seen, other: Detection, tile: Box) -> bool:
    if not overlap_area(one.detection.box, other.box):
        return False
    for known in one.tiles:
        shared = known.intersection(tile)
        a = shared.intersection(one.detection.box) if shared else None
        b = shared.intersection(other.box) if shared else None
        if a is not None and b is not None and iou(a, b) > _SAME:
            return True
    return False


def _both(a: Detection, b: Detection) -> Detection:
    surer = max(a, b, key=lambda d: d.score)
    return replace(surer, box=a.box.union(b.box))
