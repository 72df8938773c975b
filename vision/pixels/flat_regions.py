"""Shapes of controls: flat areas with straight edges, found by plain geometry.

Buttons, fields and boxes are flat areas set off from what surrounds them. A flat area is a set of
neighbouring pixels without a sharp step between them, so gradients, rounded corners, light and dark
themes all count; text on it makes holes, which do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.capture.pixel_diff import steps
from vision.capture.screen import Pixels
from vision.core.geometry import Box, bounding_box, coverage, overlap_area
from vision.pixels.parts import parts_of

# Gradients need a wide step; a pale area with a smoothed edge runs out into its surroundings
# unless the step is narrow.
_STEPS = (10, 2)
_SMALLEST = 7
_UNDERLINED = 0.8  # tails of letters break it
LINK_SHARE = 0.6
# A rectangle fills its bounding box; a circle fills 0.785 of it.
_RECTANGLE_FILL = 0.90
# Letters that touch its side take a bite from it, its hull is whole.
_BITTEN_FILL, _HULL_FILL = 0.72, 0.92
_ROUND_FILL = (0.68, 0.88)
# After a change areas up to this share of the frame are found again, with all that is near them, as
# long as that is not too much of the frame itself. The margin is in pixels.
_LARGE, _MOST = 0.1, 0.3
_MARGIN = 16
# Pixels from a side at which a change is at it, and that it must go into the area.
_EDGE, _LEAST = 4, 8
# Of 255 shades: what strokes of pale letters differ from their ground by.
_FAINT = 20


@dataclass(frozen=True, slots=True)
class Shape:
    """A flat area: its bounding box, whether it is round, its colour (RGB), and the share of its
    bounding box that is not of the area (text, marks), 0 to 1."""

    box: Box
    round: bool
    colour: tuple[int, int, int]
    holes: float


def find_shapes(pixels: Pixels) -> list[Shape]:
    """Rectangular and round flat areas of uint8 H x W x 3 RGB pixels, in reading order."""
    return sorted(_found(pixels, _extent(pixels)), key=_place)


def shapes_after(pixels: Pixels, before: Sequence[Shape], changed: Sequence[Box]) -> list[Shape]:
    """The shapes of pixels that differ only in the `changed` boxes from those with the shapes
    `before`: the same as find_shapes, in the time that the change takes.

    But areas that reach far beyond the change (a page that a line was written on) are kept as they
    were; so after large changes, and where a side of one changed (a bar came below a page), all is
    looked at again.
    """
    frame = _extent(pixels)
    shapes = list(before)
    for region in changed:
        place = _surroundings(region, shapes, frame)
        if place.area > _MOST * frame.area or any(
            s.box.area >= _LARGE * frame.area and _cuts_a_side(region, s.box) for s in shapes
        ):
            return find_shapes(pixels)
        crop = pixels[place.top : place.bottom, place.left : place.right]
        found = [replace(s, box=s.box.moved(place.left, place.top)) for s in _found(crop, frame)]
        shapes = [shape for shape in shapes if not _is_whole(shape.box, place, frame)]
        known = {_rough(shape.box) for shape in shapes}
        shapes += [
            shape
            for shape in found
            if _is_whole(shape.box, place, frame) and not known & _around(shape.box)
        ]
    return sorted(shapes, key=_place)


def _place(shape: Shape) -> tuple[int, int]:
    return shape.box.top, shape.box.left


def _extent(pixels: Pixels) -> Box:
    return Box(0, 0, pixels.shape[1], pixels.shape[0])


def _surroundings(region: Box, shapes: Sequence[Shape], frame: Box) -> Box:
    """The region and the areas that the change may concern, with a margin."""
    near = region.grown(_MARGIN)
    boxes = [s.box for s in shapes if s.box.area < _LARGE * frame.area]
    near = bounding_box([near, *(b.grown(_MARGIN) for b in boxes if overlap_area(b, near) > 0)])
    return near.intersection(frame) or frame


def _cuts_a_side(region: Box, box: Box) -> bool:
    """Whether a change takes most of a side of an area that reaches beyond it."""
    cut = region.intersection(box)
    if cut is None or cut == box:
        return False
    level = cut.top <= box.top + _EDGE or cut.bottom >= box.bottom - _EDGE
    upright = cut.left <= box.left + _EDGE or cut.right >= box.right - _EDGE
    return (level and cut.width > box.width / 2 and cut.height > _LEAST) or (
        upright and cut.height > box.height / 2 and cut.width > _LEAST
    )


def _is_whole(box: Box, place: Box, frame: Box) -> bool:
    """Whether a box in a part of the frame does not touch where the part is cut from the rest."""
    return (
        (place.left == frame.left or box.left > place.left)
        and (place.top == frame.top or box.top > place.top)
        and (place.right == frame.right or box.right < place.right)
        and (place.bottom == frame.bottom or box.bottom < place.bottom)
        and coverage(box, place) == 1
    )


def _found(pixels: Pixels, frame: Box) -> list[Shape]:
    """Shapes in a part of the frame, in the part's coordinates."""
    across, down = steps(pixels)
    shapes = _areas(pixels, _flat(across, down, _STEPS[0]), frame, lambda box: True)
    known = {_rough(shape.box) for shape in shapes}

    def is_new(box: Box) -> bool:
        return box.width > 2 * box.height and not known & _around(box)

    return shapes + _areas(pixels, _flat(across, down, _STEPS[1]), frame, is_new)


def _rough(box: Box) -> tuple[int, ...]:
    return tuple(side // 6 for side in box.as_list())


def _around(box: Box) -> set[tuple[int, ...]]:
    """Rough places of boxes whose sides are at most a few pixels away."""
    sides = [{(side - 3) // 6, (side + 3) // 6} for side in box.as_list()]
    return set(product(*sides))


def _areas(
    pixels: Pixels, flat: NDArray[np.uint8], frame: Box, wanted: Callable[[Box], bool]
) -> list[Shape]:
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    # Text breaks into ten thousands of areas that are too small.
    small = (stats[:, 2] < _SMALLEST) | (stats[:, 3] < _SMALLEST)
    whole = (stats[:, 2] > 0.98 * frame.width) & (stats[:, 3] > 0.98 * frame.height)
    small[0] = True  # what is not flat
    shapes: list[Shape] = []
    for number in np.flatnonzero(~small & ~whole):
        left, top, w, h, area = (int(v) for v in stats[number])
        box = Box(left, top, left + w, top + h)
        if not wanted(box):
            continue
        region = (labels[top : top + h, left : left + w] == number).view(np.uint8)
        filled = _filled_share(region)
        is_round = _ROUND_FILL[0] <= filled <= _ROUND_FILL[1] and 0.8 <= w / h <= 1.25
        if filled < _RECTANGLE_FILL and not is_round and not _is_bitten(region, filled):
            continue
        rgb = _median_colour(pixels[top : top + h, left : left + w], region)
        shapes.append(Shape(box, is_round, rgb, 1 - area / (filled * w * h)))
    return shapes


def _median_colour(pixels: Pixels, region: NDArray[np.uint8]) -> tuple[int, int, int]:
    """RGB, each the median over the region, rounded down. Counted: that is quicker than sorting."""
    import cv2

    def median(channel: int) -> int:
        counts = cv2.calcHist([pixels], [channel], region, [256], [0, 256]).ravel()
        below = np.cumsum(counts.astype(np.int64))
        # Of an even number the mean of the two in the middle.
        places = (below[-1] - 1) // 2, below[-1] // 2
        low, high = np.searchsorted(below, places, side="right")
        return int(low + high) // 2

    return median(0), median(1), median(2)


def _flat(across: NDArray[np.uint8], down: NDArray[np.uint8], step: int) -> NDArray[np.uint8]:
    """1 where a pixel hardly differs from its right and lower neighbours, else 0."""
    flat = np.ones((across.shape[0], down.shape[1]), np.uint8)
    flat[:, :-1] &= across <= step
    flat[:-1, :] &= down <= step
    return flat


def _filled_share(region: NDArray[np.uint8]) -> float:
    """The share of the bounding box inside of the outline, holes filled."""
    import cv2

    contours, _ = cv2.findContours(region, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    canvas = np.zeros_like(region)
    cv2.drawContours(canvas, contours, -1, 1, thickness=cv2.FILLED)
    return float(canvas.mean())


def _is_bitten(region: NDArray[np.uint8], filled: float) -> bool:
    """Whether a flat area is a rectangle but for what letters at its sides take."""
    import cv2

    height, width = region.shape
    if filled < _BITTEN_FILL or width < 2 * height:
        return False
    hull = cv2.convexHull(cv2.findNonZero(region))
    # Both are measured through the middles of pixels.
    return bool(cv2.contourArea(hull) >= _HULL_FILL * (width - 1) * (height - 1))


def arrow(pixels: Pixels) -> Box | None:
    """The small arrow that points down at the right end of a control, in its crop; None without."""
    height, width = pixels.shape[:2]
    if width < 1.5 * height or height < 10:
        return None
    from vision.pixels.ink import ink_mask

    start = width - round(1.5 * height)
    end = ink_mask(pixels)[2:-2, start : width - 2]
    for part in parts_of(end):
        w, h = part.width, part.height
        inside = part.left > 0 and part.top > 0 and part.bottom < end.shape[0]
        small = 4 <= w <= 0.7 * height and 3 <= h <= 0.5 * height and 1.15 <= w / h <= 2.6
        mark = end[part.top : part.bottom, part.left : part.right]
        if inside and small and _narrows_downwards(mark):
            return part.moved(start, 2)
    return None


def opens_list(pixels: Pixels) -> bool:
    """Whether the crop of a control ends with an arrow down, and none up: two are a stepper's."""
    return arrow(pixels) is not None and arrow(pixels[::-1]) is None


def _narrows_downwards(mark: NDArray[np.bool_]) -> bool:
    extents = [np.flatnonzero(row) for row in mark]
    spans = [int(e[-1] - e[0]) + 1 if len(e) else 0 for e in extents]
    half = len(spans) // 2
    return half > 0 and max(spans[:half]) > max(spans[half + 1 :] or [0]) + 1 and spans[-1] <= 4


def is_grey(pixels: Pixels) -> bool:
    """Whether the text of a crop is pale against its background, as disabled labels are."""
    contrast = text_contrast(pixels)
    return 0 < contrast < 110


def text_ink(pixels: Pixels) -> NDArray[np.bool_]:
    """Height x width; the ink of a line of text, of pale letters also the strokes that are hardly
    seen."""
    from vision.pixels.ink import ink_mask

    return ink_mask(pixels, _FAINT) if is_grey(pixels) else ink_mask(pixels)


def text_contrast(pixels: Pixels) -> float:
    """The difference between text and background of a crop, 0 to 255; 0 without text."""
    flat = pixels.astype(np.float32).reshape(-1, 3)
    difference = np.abs(flat - np.median(flat, axis=0)).max(axis=1)
    inked = difference[difference > 24]
    return float(np.percentile(inked, 90)) if len(inked) > 6 else 0.0


def link_coloured(pixels: Pixels) -> NDArray[np.bool_]:
    """Height x width, True where a pixel is blue or violet enough to belong to a link."""
    signed = pixels.astype(np.int16)
    red, green, blue = signed[..., 0], signed[..., 1], signed[..., 2]
    result: NDArray[np.bool_] = (blue - red > 45) & (blue - green > 40)
    return result


def teal_coloured(pixels: Pixels) -> NDArray[np.bool_]:
    """Height x width, True where a pixel is teal, as links are on some pages; frames of old windows
    are paler."""
    signed = pixels.astype(np.int16)
    red, green, blue = signed[..., 0], signed[..., 1], signed[..., 2]
    result: NDArray[np.bool_] = (blue - red > 90) & (abs(blue - green) < 45)
    return result


def is_underlined(pixels: Pixels) -> bool:
    """Whether a line runs through a crop of the lower half of a text and what is below."""
    from vision.pixels.ink import ink_mask

    return bool((ink_mask(pixels).mean(axis=1) >= _UNDERLINED).any())


def is_link(pixels: Pixels) -> bool:
    """Whether most of the ink of a crop is blue or violet: what a link looks like unless a page
    says otherwise. Coloured fringes of black letters are not most of it."""
    from vision.pixels.ink import ink_mask

    ink = ink_mask(pixels)
    linked = link_coloured(pixels) & ink
    return bool(linked.sum() > LINK_SHARE * max(6, ink.sum()))
