"""Parts of the screen that must be read again after a change."""

from __future__ import annotations

from collections.abc import Sequence

from vision.capture.pixel_diff import steps
from vision.capture.screen import Pixels
from vision.core.geometry import Box, bounding_box, coverage, overlap_area

_MARGIN = 12
# Regions nearer than this to each other are read as one: every reading has a fixed cost.
_NEAR = 24
_STRIDE = 32
# Pixels of the largest region that is read at once: the networks need 1 kB of memory for each.
_LARGEST = 2_600_000
# A step that counts as ink, 0 to 255.
_INK = 12


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


def slices(region: Box, pixels: Pixels) -> list[Box]:
    """The region, from the top, in slices that the networks have memory for, cut between lines of
    text."""
    if region.area <= _LARGEST or region.height < 3 * _STRIDE:
        return [region]
    third = region.height // 3
    top = region.top + third
    across, down = steps(pixels[top : top + third + 1, region.left : region.right])
    inked = (across[:-1] > _INK).sum(axis=1) + (down > _INK).sum(axis=1)
    cut = top + int(inked.argmin()) + 1
    upper = Box(region.left, region.top, region.right, cut)
    lower = Box(region.left, cut, region.right, region.bottom)
    return slices(upper, pixels) + slices(lower, pixels)
