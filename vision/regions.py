"""Parts of the screen that must be read again after a change."""

from __future__ import annotations

from collections.abc import Sequence

from vision.geometry import Box, bounding_box, coverage, overlap_area

_MARGIN = 12
# Regions nearer than this to each other are read as one: every reading has a fixed cost.
_NEAR = 24
_STRIDE = 32


def whole_regions(changed: Sequence[Box], known: Sequence[Box], frame: Box) -> list[Box]:
    """Regions that hold the changed boxes and cut none of the known lines and controls.

    All boxes are relative to `frame`; the regions lie in it and do not overlap.
    """
    regions = [_whole(box.grown(_MARGIN), known, frame) for box in changed]
    joined = True
    while joined:
        joined = False
        for number, region in enumerate(regions):
            near = next((r for r in regions[number + 1 :] if _are_near(region, r)), None)
            if near is not None:
                regions.remove(near)
                regions[number] = _whole(region.union(near), known, frame)
                joined = True
                break
    return regions


def _are_near(a: Box, b: Box) -> bool:
    return overlap_area(a.grown(_NEAR), b) > 0


def _whole(region: Box, known: Sequence[Box], frame: Box) -> Box:
    region = aligned(region, frame)
    for _ in range(8):
        cut = [b for b in known if overlap_area(b, region) > 0 and coverage(b, region) < 1]
        if not cut:
            break
        region = aligned(bounding_box([region, *[box.grown(3) for box in cut]]), frame)
    return region


def aligned(region: Box, frame: Box) -> Box:
    """The region grown to whole strides of the networks, cut to the frame: they say the same of a
    part as of the whole when their grids coincide."""
    grid = Box(
        region.left // _STRIDE * _STRIDE,
        region.top // _STRIDE * _STRIDE,
        -(-region.right // _STRIDE) * _STRIDE,
        -(-region.bottom // _STRIDE) * _STRIDE,
    )
    return grid.intersection(frame) or frame
