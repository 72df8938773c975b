"""Shades of an element: the colour of its ground and of its ink, and how far apart they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.views import View

# Frames of controls belong to neither ground nor ink: this share of the height is left out.
_FRAME = 0.12
_INKED = 20
_FEWEST = 6
# Texts that are asked for the usual ink, at about.
_SOME = 60
SAME_INK = 40.0
"""Of a channel, 0 to 255: words of a link differ by more from those around them."""
Colour = NDArray[np.float32]
"""RGB, each 0 to 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Shades:
    """What a box shows inside of its frame. `step` is the largest difference of a channel between
    ink and ground, 0 to 255; `ratio` is the contrast of their luminances, 1 to 21. Without ink they
    are 0."""

    ground: Colour
    ink: Colour
    step: float = 0.0
    ratio: float = 0.0


def shades_of(box: Box, pixels: Pixels) -> Shades | None:
    """The shades of a box; None for a box outside of the pixels."""
    rim = max(2, min(6, round(_FRAME * box.height)))
    if min(box.width, box.height) <= 2 * rim + 4:
        rim = 0
    crop = pixels[max(0, box.top + rim) : max(0, box.bottom - rim),
                  max(0, box.left + rim) : max(0, box.right - rim)]  # fmt: skip
    if not crop.size:
        return None
    flat = crop.reshape(-1, 3).astype(np.float32)
    ground = commonest(crop)
    away = np.abs(flat - ground).max(axis=1)
    inked = away[away > _INKED]
    if len(inked) < _FEWEST:
        return Shades(ground, ground)
    step = float(np.percentile(inked, 92))
    ink = np.median(flat[away >= step], axis=0).astype(np.float32)
    return Shades(ground, ink, step, contrast(ground, ink))


def shades_seen(box: Box, view: View) -> Shades | None:
    """The shades of the part of a box that lies in the picture, told once; None without any."""
    height, width = view.pixels.shape[:2]
    inner = box.intersection(Box(0, 0, width, height))
    return view.ask(_of_crop, inner) if inner else None


def inks_of(texts: Sequence[Box], view: View) -> list[Colour]:
    """The inks of some of the texts, of all where they are few."""
    seen = (shades_seen(box, view) for box in texts[:: 1 + len(texts) // _SOME])
    return [shades.ink for shades in seen if shades is not None]


def written_alike(one: Box, other: Box, view: View) -> bool:
    """Whether two texts have one ink on one ground."""
    a, b = shades_seen(one, view), shades_seen(other, view)
    if a is None or b is None:
        return False
    return max(distance(a.ink, b.ink), distance(a.ground, b.ground)) <= SAME_INK


def _of_crop(crop: Pixels) -> Shades | None:
    return shades_of(Box(0, 0, crop.shape[1], crop.shape[0]), crop)


def commonest(crop: Pixels) -> Colour:
    """The commonest colour of a picture (uint8 H x W x 3), as float32: in boxes that hug dense
    letters it is not the one in the middle."""
    coarse = (crop // 8).astype(np.int32).reshape(-1, 3)
    packed = (coarse[:, 0] << 10) | (coarse[:, 1] << 5) | coarse[:, 2]
    best = packed == np.bincount(packed).argmax()
    colour: Colour = crop.reshape(-1, 3)[best].mean(axis=0).astype(np.float32)
    return colour


def contrast(a: Colour, b: Colour) -> float:
    """The contrast of two colours as it is defined for the web, 1 to 21."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def distance(a: Colour, b: Colour) -> float:
    """The largest difference of a channel, 0 to 255."""
    return float(np.abs(a - b).max())


def _luminance(colour: Colour) -> float:
    red, green, blue = (math.pow(float(channel) / 255, 2.2) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
