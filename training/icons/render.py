"""Crops of icons as a screen shows them: any size, ground, state and damage, 48 x 48 RGB."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from training.icons.grounds import Colour, ground, ink_for, luminance
from training.icons.masters import Master
from vision.capture.screen import Pixels
from vision.icons.classifier import as_input

SIZES = (12, 14, 16, 16, 16, 18, 20, 22, 22, 24, 24, 24, 28, 32, 32, 36, 40, 48)
_R = Image.Resampling
_WAYS = (_R.BILINEAR, _R.BILINEAR, _R.LANCZOS, _R.BOX, _R.BICUBIC, _R.NEAREST)


def render(
    master: Master, chance: Generator, neighbours: Sequence[Master] = (), *, harm: float = 1.0
) -> Pixels:
    """One crop of an icon, uint8 48 x 48 x 3.

    `neighbours` may peep in at the edges. `harm` 0..1 is how often blur, noise and the like
    happen; 0 leaves size, ground, place and colour to chance only.
    """
    size = int(chance.choice(SIZES))
    side = max(size, round(size * chance.uniform(0.92, 1.75)))
    image, under = ground(side, chance)
    if neighbours and chance.random() < 0.15 * harm:
        _peep(image, under, neighbours, chance)
    faded = chance.random() < 0.1 * harm
    icon = painted(master, size, under, chance, faded=faded)
    slack = (side - size) / 2
    shift = chance.uniform(-0.75, 0.75, 2) * (slack + 0.06 * size)
    at = (round(slack + shift[0]), round(slack + shift[1]))
    image.paste(icon, at, icon)
    if chance.random() < 0.05 * harm:
        _drop_mark(image, under, chance)
    return as_input(np.array(_damaged(image, chance, harm)))


def painted(
    master: Master, size: int, under: Colour, chance: Generator, *, faded: bool = False
) -> Image.Image:
    """The icon as RGBA, `size` x `size`, in a colour that shows on `under`."""
    rgba = master.rgba.copy()
    if master.mono:
        rgba[..., :3] = ink_for(under, chance, 40 if faded else 70)
    image = Image.fromarray(rgba)
    shrinks = size < image.width
    way = _WAYS[int(chance.integers(len(_WAYS) - 1 if shrinks else len(_WAYS)))]
    image = image.resize((size, size), way)
    if not master.mono:
        image = _tinted(image, under, chance, faded)
    if faded:
        alpha = image.getchannel("A").point(_lookup(chance.uniform(0.35, 0.65)))
        image.putalpha(alpha)
    return image


def _lookup(factor: float) -> list[int]:
    return [int(level * factor) for level in range(256)]


def _tinted(image: Image.Image, under: Colour, chance: Generator, faded: bool) -> Image.Image:
    """Colours a little off; a disabled icon has none. An icon that its ground would swallow gets
    the ground's opposite."""
    alpha = image.getchannel("A")
    colours = image.convert("RGB")
    if faded or chance.random() < 0.06:
        colours = colours.convert("L").convert("RGB")
    elif chance.random() < 0.4:
        colours = ImageEnhance.Color(colours).enhance(chance.uniform(0.5, 1.4))
        colours = ImageEnhance.Brightness(colours).enhance(chance.uniform(0.8, 1.2))
    levels = np.asarray(colours, dtype=np.float32)
    ink = np.asarray(alpha) > 90
    if ink.any():
        apart = np.abs(levels[ink] - np.array(under)).max(axis=1)
        if np.percentile(apart, 75) < 45:
            colours = Image.fromarray((255 - levels).astype(np.uint8))
    colours.putalpha(alpha)
    return colours


def _peep(
    image: Image.Image, under: Colour, neighbours: Sequence[Master], chance: Generator
) -> None:
    """A piece of another icon, or a separating line, at an edge of the crop."""
    side = image.width
    if chance.random() < 0.4:
        place = int(chance.choice([0, 1, side - 2, side - 1]))
        shade = -60 if luminance(under) > 128 else 60
        red, green, blue = (int(np.clip(level + shade, 0, 255)) for level in under)
        ends = [(place, 0), (place, side)] if chance.random() < 0.7 else [(0, place), (side, place)]
        ImageDraw.Draw(image).line(ends, fill=(red, green, blue))
        return
    other = neighbours[int(chance.integers(len(neighbours)))]
    size = max(8, round(side * 0.6))
    icon = painted(other, size, under, chance)
    seen = max(1, round(side * chance.uniform(0.03, 0.12)))
    along = int(chance.integers(-size // 3, side - size // 2))
    places = [
        (seen - size, along),
        (side - seen, along),
        (along, seen - size),
        (along, side - seen),
    ]
    image.paste(icon, places[int(chance.integers(4))], icon)


def _drop_mark(image: Image.Image, under: Colour, chance: Generator) -> None:
    """The small triangle of a button with a menu, at the right edge."""
    side = image.width
    middle, half = side * chance.uniform(0.45, 0.9), max(1.5, side * 0.06)
    right = side - 1 - chance.uniform(0, 0.05) * side
    corners = [(right - 2 * half, middle), (right, middle), (right - half, middle + half)]
    ImageDraw.Draw(image).polygon(corners, fill=ink_for(under, chance))


def _damaged(image: Image.Image, chance: Generator, harm: float) -> Image.Image:
    """What lies between a program's picture and ours: scaling, blur, compression, noise."""
    if chance.random() < 0.15 * harm:
        side = max(10, round(image.width * chance.uniform(0.7, 1.6)))
        way = _R.NEAREST if chance.random() < 0.3 and side > image.width else _R.BILINEAR
        image = image.resize((side, side), way)
    if chance.random() < 0.12 * harm:
        image = image.filter(ImageFilter.GaussianBlur(chance.uniform(0.3, 0.8)))
    if chance.random() < 0.12 * harm:
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=int(chance.integers(45, 95)))
        image = Image.open(buffer).convert("RGB")
    if chance.random() < 0.15 * harm:
        levels = np.asarray(image, dtype=np.float32)
        noisy = levels + chance.normal(0, chance.uniform(1, 6), levels.shape)
        image = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
    return image
