"""How an icon looks, apart from its ground and its exact place: to find the same one again.

A picture becomes its ink: how far each pixel is from the ground that it stands on. So a dark icon
on light and the light one on dark of the other theme are alike, and so are hovered ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.capture.screen import Pixels
from vision.core.geometry import Box

SIDE = 16
"""Rows and columns of a look."""
_LEVELS = 15
# Ink weaker than this share of the strongest is a shadow or a rim of smoothing.
_FAINT = 0.25
# Below this difference from the ground (0..255) there is nothing to see.
_LEAST = 24
_MOST_BITS = 14
# The mean difference of all fields, and of the four by four that differ most: one small sign more
# or less makes another icon.
_FARTHEST, _WORST = 0.07, 0.2
_PATCH = 4
# Fields with less ink than this show more ground than icon.
_INKED = 0.35
# Colours weaker than this count as grey: a disabled icon, or one in the colour of the text.
_GREY = 0.1
_SAME_HUE = 0.8
_ASPECT = 1.3

Ink = NDArray[np.float32]
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Look:
    """An icon in SIDE x SIDE fields, row by row: `levels` of ink, 0 (ground) to 15, and `shades`,
    0 (black) to 15. `aspect` is width by height; `colour` is what its ink has beside grey: red
    less green and blue less the mean of both, -1..1, the mean over the ink.

    Raises:
        ValueError: the levels or shades are not of this form.
    """

    levels: Rows
    shades: Rows
    aspect: float
    colour: tuple[float, float]

    def __post_init__(self) -> None:
        for rows in (self.levels, self.shades):
            good = len(rows) == SIDE and all(len(row) == SIDE for row in rows)
            if not good or not all(0 <= level <= _LEVELS for row in rows for level in row):
                raise ValueError(f"a look has {SIDE} rows of {SIDE} levels from 0 to {_LEVELS}")

    @cached_property
    def ink(self) -> Ink:
        """The levels as 0..1."""
        return np.array(self.levels, dtype=np.float32) / np.float32(_LEVELS)

    @cached_property
    def light(self) -> Ink:
        """The shades as 0..1."""
        return np.array(self.shades, dtype=np.float32) / np.float32(_LEVELS)

    @cached_property
    def bits(self) -> NDArray[np.bool_]:
        """A perceptual hash of 64 bits: which of 8 x 8 fields hold more ink than the average."""
        half = SIDE // 2
        fields = self.ink.reshape(half, 2, half, 2).mean(axis=(1, 3)).ravel()
        return np.asarray(fields > fields.mean())


def ink_of(pixels: Pixels) -> Ink:
    """Height x width, 0..1: the largest difference of a channel from the ground, which is the
    commonest colour of the picture's edge."""
    ground = _ground(pixels).astype(np.int16)
    apart = np.abs(pixels.astype(np.int16) - ground).max(axis=2)
    return np.asarray(apart / np.float32(255), dtype=np.float32)


def ink_box(pixels: Pixels) -> Box | None:
    """The smallest box that holds the ink, in the picture's coordinates; None without any."""
    ink = ink_of(pixels)
    strongest = float(ink.max(initial=0))
    if strongest * 255 < _LEAST:
        return None
    strong = ink > _FAINT * strongest
    rows, columns = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0))
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def look_of(pixels: Pixels) -> Look | None:
    """How the icon on a picture looks; None when nothing stands out from the ground."""
    box = ink_box(pixels)
    if box is None:
        return None
    ink = ink_of(pixels)[box.top : box.bottom, box.left : box.right]
    own = pixels[box.top : box.bottom, box.left : box.right].astype(np.float32) / 255
    red, green, blue = (float((own[..., c] * ink).sum() / ink.sum()) for c in range(3))
    levels = _fields(ink / np.percentile(ink, 98), 0)
    shades = _fields(own.mean(axis=2), float(own.mean()))
    colour = (round(red - green, 3), round(blue - (red + green) / 2, 3))
    return Look(levels, shades, round(box.width / box.height, 3), colour)


def distance(one: Look, other: Look) -> float | None:
    """How far two looks are apart, from 0 (equal); None for different icons."""
    wide, narrow = max(one.aspect, other.aspect), min(one.aspect, other.aspect)
    if wide > _ASPECT * narrow or int((one.bits != other.bits).sum()) > _MOST_BITS:
        return None
    if not _alike(one.colour, other.colour):
        return None
    return _nearest(one, other)


def _fields(values: Ink, around: float) -> Rows:
    """Values of 0..1 as SIDE x SIDE levels, in a square with `around` beside them."""
    height, width = values.shape
    side = max(height, width)
    square = np.full((side, side), around, dtype=np.float32)
    top, left = (side - height) // 2, (side - width) // 2
    square[top : top + height, left : left + width] = values
    image = Image.fromarray(square).resize((SIDE, SIDE), Image.Resampling.BOX)
    levels = np.rint(np.clip(np.asarray(image), 0, 1) * _LEVELS).astype(int)
    return tuple(tuple(int(level) for level in row) for row in levels)


def _ground(pixels: Pixels) -> NDArray[np.uint8]:
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    shades = (edge // 16).astype(np.int32) @ np.array([256, 16, 1])
    values, counts = np.unique(shades, return_counts=True)
    same = edge[shades == values[counts.argmax()]]
    return np.asarray(np.median(same, axis=0), dtype=np.uint8)


def _alike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two colours may be of the same icon: of about the same hue, or one of them grey."""
    first, second = np.hypot(*one), np.hypot(*other)
    if min(first, second) < _GREY:
        return True
    return bool(np.dot(one, other) >= _SAME_HUE * first * second)


def _nearest(one: Look, other: Look) -> float | None:
    """The smallest mean difference when one is moved by up to a field; None if all are large."""
    ink, light = np.pad(other.ink, 1), np.pad(other.light, 1, mode="edge")
    means = []
    for down in range(3):
        for right in range(3):
            part = np.s_[down : down + SIDE, right : right + SIDE]
            apart = np.abs(one.ink - ink[part])
            # The inside of a coloured icon keeps its colours on any ground.
            inside = np.minimum(one.ink, ink[part]) > _INKED
            shades = np.abs(one.light - light[part])
            apart[inside] = np.minimum(apart, shades)[inside]
            mean = float(apart.mean())
            if mean <= _FARTHEST and _worst(apart) <= _WORST:
                means.append(mean)
    return min(means, default=None)


def _worst(apart: Ink) -> float:
    """The mean of the patch that differs most."""
    sums = np.pad(apart.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    size = _PATCH
    patches = sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
    return float(patches.max()) / size**2
