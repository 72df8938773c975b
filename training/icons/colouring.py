"""Drawings of one ink coloured in, as desktop themes draw them: for training only.

Most icon sets are drawn in one ink; most desktop themes are not. An outline whose inside is
painted, with light from above, teaches what the few coloured sets are too few for.
"""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.capture.screen import Pixels

_INK = 100
# The least by which the ink and what it closes in differ, in levels of a channel.
_APART = 50
_Levels = NDArray[np.float32]


def coloured_in(rgba: Pixels, chance: Generator) -> Pixels:
    """The drawing (height x width x 4, of which only alpha counts) with a coloured ink and its
    closed parts filled; transparent where it was and no part of it is closed."""
    alpha = rgba[..., 3]
    parts = _closed(alpha > _INK)
    hue = float(chance.random())
    body = _colour(chance, hue)
    ink = body * chance.uniform(0.25, 0.7) if chance.random() < 0.6 else _colour(chance, hue)
    if not parts.any():
        ink = body  # one coloured shape
    elif np.abs(ink - body).max() < _APART:
        ink = body * 0.4 if body.mean() > 90 else 255 - body * 0.5  # or its lines are lost
    levels = np.empty((*alpha.shape, 3), dtype=np.float32)
    levels[:] = ink
    filled = np.zeros(alpha.shape, dtype=bool)
    for number in range(1, int(parts.max()) + 1):
        if chance.random() < 0.15:
            continue  # a hole
        part = parts == number
        own = _colour(chance, hue) if chance.random() < 0.35 else body
        levels[part] = own if np.abs(ink - own).max() >= _APART else body
        filled |= part
    cover = np.where(filled, 255, alpha).astype(np.float32)
    # Paint goes under the ink's soft edge too.
    edge = cv2.dilate(filled.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & ~filled
    share = (alpha[edge] / 255).astype(np.float32)[:, None]
    levels[edge] = share * levels[edge] + (1 - share) * body
    cover[edge & (alpha > 0)] = 255
    levels = _lit(levels, chance)
    drawn = np.dstack([np.clip(levels, 0, 255), cover]).astype(np.uint8)
    return _rimmed(drawn, chance) if chance.random() < 0.3 else drawn


def _closed(ink: NDArray[np.bool_]) -> NDArray[np.int32]:
    """A number for each part that the ink closes in; 0 elsewhere."""
    free = np.pad(~ink, 1, constant_values=True).astype(np.uint8)
    _, numbers = cv2.connectedComponents(free, connectivity=4)
    numbers = np.where(numbers == numbers[0, 0], 0, numbers)[1:-1, 1:-1]
    _, packed = np.unique(numbers, return_inverse=True)
    return packed.reshape(ink.shape).astype(np.int32)


def _colour(chance: Generator, hue: float) -> _Levels:
    """Mostly near `hue`; at times white, grey or of another hue. Three levels of 0..255."""
    kind = chance.random()
    if kind < 0.2:
        return np.full(3, chance.uniform(215, 255), dtype=np.float32)
    if kind < 0.35:
        return np.full(3, chance.uniform(50, 200), dtype=np.float32)
    turned = chance.random() if kind < 0.5 else hue + chance.normal(0, 0.03)
    colour = colorsys.hsv_to_rgb(turned % 1, chance.uniform(0.3, 0.95), chance.uniform(0.5, 1))
    return np.array(colour, dtype=np.float32) * 255


def _lit(levels: _Levels, chance: Generator) -> _Levels:
    """Lighter above than below, at times with a sharp reflection across the upper half."""
    height, width = levels.shape[:2]
    rows = np.linspace(0.5, -0.5, height, dtype=np.float32)[:, None, None]
    lit = levels * (1 + chance.uniform(0, 0.7) * rows)
    if chance.random() < 0.25:
        down, across = np.mgrid[0:height, 0:width]
        gloss = down < height * (0.5 + 0.1 * np.sin(across / width * np.pi))
        lit[gloss] += (255 - lit[gloss]) * chance.uniform(0.1, 0.4)
    return np.asarray(lit, dtype=np.float32)


def _rimmed(drawn: Pixels, chance: Generator) -> Pixels:
    """With a dark rim, or a light one, around all of it."""
    wide = cv2.dilate(drawn[..., 3], np.ones((3, 3), np.uint8))
    share = (drawn[..., 3:] / 255).astype(np.float32)
    rim = chance.uniform(0, 90) if chance.random() < 0.7 else chance.uniform(200, 255)
    mixed = drawn[..., :3] * share + rim * (1 - share)
    return np.dstack([mixed, wide]).astype(np.uint8)
