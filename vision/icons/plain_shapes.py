"""Plain figures: a square of one colour on a palette, a triangle, a cross. No theme draws them, so
geometry tells what they are, in the words a person would use: "red square", "close"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.icons.similarity import ink_of

CROSS = "close: cross"
# Of the ink, 0..1, from which on a pixel belongs to the figure; and in pixels its smallest side.
_INKED, _SMALLEST = 0.1, 10
# Of the strongest ink, from which on it is no smoothing.
_SOLID = 0.5
# Pixels from its edge, where a frame and smoothing are.
_RIM = 3
# The part of the inside that is of its colour, and how far each channel may be from it.
_UNIFORM, _SAME = 0.95, 16
# What a figure fills of its box: a circle 0.785, a triangle a half.
_RECTANGLE, _CIRCLE, _TRIANGLE = 0.95, (0.74, 0.83), (0.44, 0.58)
_SQUARE = 1.15
# Of a row from the pointed side: how far its width may be from that of a triangle.
_STRAIGHT = 0.12
_FIELDS = 9
Mask = NDArray[np.bool_]
_COLOURS: dict[str, tuple[int, int, int]] = {
    "black": (0, 0, 0),
    "dark grey": (80, 80, 80),
    "grey": (128, 128, 128),
    "silver grey": (192, 192, 192),
    "white": (255, 255, 255),
    "red": (255, 0, 0),
    "maroon": (128, 0, 0),
    "pink": (255, 192, 203),
    "brown": (150, 75, 20),
    "orange": (255, 165, 0),
    "yellow": (255, 255, 0),
    "olive green": (128, 128, 0),
    "lime green": (0, 255, 0),
    "green": (0, 128, 0),
    "light green": (144, 238, 144),
    "teal": (0, 128, 128),
    "cyan": (0, 255, 255),
    "light blue": (150, 200, 240),
    "blue": (0, 0, 255),
    "navy blue": (0, 0, 128),
    "purple": (128, 0, 128),
    "violet": (238, 130, 238),
    "magenta": (255, 0, 255),
}


def plain_name(picture: Pixels) -> str:
    """What a plain figure on a picture (height x width x 3, with a little ground around it) is:
    "red square", "white circle", "close: cross"; "" for any other picture."""
    mask = _figure(picture)
    if mask is None:
        return ""
    top, bottom, left, right = _bounds(mask)
    whole = _filled(mask)[top:bottom, left:right]
    ink = ink_of(picture)
    if _is_cross(_cut(ink > _SOLID * ink.max())):
        return CROSS
    form = _form(whole)
    colour = _colour(picture[top:bottom, left:right], whole) if form else None
    return f"{colour_name(colour)} {form}" if colour is not None else ""


def colour_name(colour: NDArray[np.float64]) -> str:
    """The name of the nearest colour that has one; RGB, 0 to 255."""
    apart = {name: _apart(colour, np.array(known)) for name, known in _COLOURS.items()}
    return min(apart, key=lambda name: apart[name])


def _apart(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How different two colours look: the eye tells greens best, and blues worst."""
    mean = (one[0] + other[0]) / 2 / 256
    weights = np.array([2 + mean, 4, 3 - mean])
    return float((weights * (one - other) ** 2).sum())


def _cut(mask: Mask) -> Mask:
    top, bottom, left, right = _bounds(mask)
    return mask[top:bottom, left:right]


def _is_cross(ink: Mask) -> bool:
    """Whether ink, cut to its bounds, lies on both diagonals and nowhere else."""
    height, width = ink.shape
    if not 0.8 <= width / height <= 1.25 or min(height, width) < _FIELDS - 2:
        return False
    rows = np.arange(_FIELDS * height) // height
    columns = np.arange(_FIELDS * width) // width
    # What each of 9 x 9 fields holds of ink.
    fields = np.zeros((_FIELDS, _FIELDS))
    wide = np.repeat(np.repeat(ink, _FIELDS, axis=0), _FIELDS, axis=1)
    np.add.at(fields, (rows[:, None], columns[None, :]), wide)
    fields /= height * width
    steps = np.arange(_FIELDS)
    on = np.minimum(fields[steps, steps], fields[steps, steps[::-1]])
    near = np.abs(steps[:, None] - steps[None, :]), np.abs(steps[:, None] + steps[None, :] - 8)
    away = np.minimum(*near) > 2
    return bool(on[1:-1].min() >= 0.5 and fields[away].max() <= 0.25)


def _figure(picture: Pixels) -> Mask | None:
    """Where the largest figure is; None where there is no figure of some size."""
    import cv2

    if min(picture.shape[:2]) < _SMALLEST:
        return None
    ink = ink_of(picture) > _INKED
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    mask: Mask = np.asarray(labels == largest)
    top, bottom, left, right = _bounds(mask)
    inner = top > 0 and bottom < len(mask) and left > 0 and right < mask.shape[1]
    alone = mask.sum() >= _UNIFORM * ink.sum()
    return mask if inner and alone and min(bottom - top, right - left) >= _SMALLEST else None


def _bounds(mask: Mask) -> tuple[int, int, int, int]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def _filled(mask: Mask) -> Mask:
    """The figure without holes: a frame becomes the area that it encloses."""
    import cv2

    outside = np.pad(mask.astype(np.uint8), 1)
    cv2.floodFill(outside, None, (0, 0), 1)
    return np.asarray(mask | (outside[1:-1, 1:-1] == 0))


def _form(whole: Mask) -> str:
    height, width = whole.shape
    fill = float(whole.mean())
    even = max(height, width) / min(height, width) <= _SQUARE
    if fill >= _RECTANGLE:
        return "square" if even else "rectangle"
    if even and _CIRCLE[0] <= fill <= _CIRCLE[1] and _is_round(whole):
        return "circle"
    if _TRIANGLE[0] <= fill <= _TRIANGLE[1] and any(_tapers(np.rot90(whole, n)) for n in range(4)):
        return "triangle"
    return ""


def _is_round(whole: Mask) -> bool:
    height, width = whole.shape
    down, right = (np.arange(n) - (n - 1) / 2 for n in (height, width))
    circle = (down[:, None] / (height / 2)) ** 2 + (right[None, :] / (width / 2)) ** 2 <= 1
    return float((circle == whole).mean()) >= _UNIFORM


def _tapers(whole: Mask) -> bool:
    """Whether the rows grow evenly wider from a point at the top."""
    widths = whole.sum(axis=1) / whole.shape[1]
    return bool(np.abs(widths - np.linspace(0, 1, len(widths))).max() <= _STRAIGHT)


def _colour(crop: Pixels, whole: Mask) -> NDArray[np.float64] | None:
    """The one colour inside of a figure; None for a picture."""
    import cv2

    size = 2 * _RIM + 1
    kernel = np.ones((size, size), np.uint8)
    inside = cv2.erode(np.pad(whole.astype(np.uint8), _RIM), kernel)[_RIM:-_RIM, _RIM:-_RIM] > 0
    pixels = crop[inside].astype(np.float64)
    if len(pixels) < size:
        return None
    colour = np.median(pixels, axis=0)
    same = np.abs(pixels - colour).max(axis=1) <= _SAME
    return np.asarray(colour) if float(same.mean()) >= _UNIFORM else None
