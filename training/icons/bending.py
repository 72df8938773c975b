"""Drawings changed a little, as another designer might have drawn them: for training only."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.random import Generator
from PIL import Image

from training.icons.colouring import coloured_in
from training.icons.masters import Master
from vision.capture.screen import Pixels

# How often a shape is bent, the colours of a coloured one are turned, and one ink is coloured in.
_BENT, _TURNED, _COLOURED = 0.5, 0.3, 0.4
# The most by which a side grows or shrinks, leans (in its own length), and turns (in radians).
_STRETCH, _LEAN, _ANGLE = 0.14, 0.1, 0.12


def bent(master: Master, chance: Generator) -> Master:
    """The drawing, at times stretched, leaning, turned by some degrees, coloured in, or with other
    colours."""
    rgba, mono = master.rgba, master.mono
    if chance.random() < _BENT:
        rgba = _shape(rgba, chance)
    if mono and chance.random() < _COLOURED:
        rgba, mono = coloured_in(rgba, chance), False
    elif not mono and chance.random() < _TURNED:
        rgba = _colours(rgba, chance)
    return master if rgba is master.rgba else replace(master, rgba=rgba, mono=mono)


def _shape(rgba: Pixels, chance: Generator) -> Pixels:
    height, width = rgba.shape[:2]
    angle = chance.uniform(-_ANGLE, _ANGLE)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    lean = np.array([[1, chance.uniform(-_LEAN, _LEAN)], [chance.uniform(-_LEAN, _LEAN), 1]])
    stretch = np.diag(1 + chance.uniform(-_STRETCH, _STRETCH, 2))
    way = turn @ lean @ stretch
    middle = np.array([width / 2, height / 2])
    shift = middle - way @ middle
    data = (way[0, 0], way[0, 1], shift[0], way[1, 0], way[1, 1], shift[1])
    picture = Image.fromarray(rgba).transform(
        (width, height), Image.Transform.AFFINE, data, Image.Resampling.BILINEAR
    )
    return np.array(picture)


def _colours(rgba: Pixels, chance: Generator) -> Pixels:
    """Hues turned by any angle; drawings in greys stay grey."""
    hsv = np.array(Image.fromarray(np.ascontiguousarray(rgba[..., :3])).convert("HSV"))
    hsv[..., 0] += np.uint8(chance.integers(256))
    turned = rgba.copy()
    turned[..., :3] = np.array(Image.fromarray(hsv, "HSV").convert("RGB"))
    return turned
