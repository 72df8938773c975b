"""Crops that show no concept: what a detector also hands over as an "icon"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from training.icons.grounds import any_colour, ground, ground_colour, ink_for
from training.icons.masters import Master
from training.icons.render import painted
from vision.capture.screen import Pixels
from vision.icons.classifier import as_input

# Single letters and signs that are icons of their own (bold: B, close: x, ...) are left out.
_SIGNS = "CDEFGJKLMNPRVWYZbcdefghjkmnpqrtuvwyz23456789&"
_PARTS = "File Edit View Window Name Size Date Total 12:45 100 % OK Cancel 3.14 2024 px Arial Home"


def made(chance: Generator, masters: Sequence[Master]) -> Pixels:
    """One crop without a meaning, uint8 48 x 48 x 3: a letter, a piece of text, a photo's part,
    random shapes, bare ground, or icons cut so that no one could name them."""
    ways = (_letter, _words, _photo, _shapes, _bare)
    draw = chance.random()
    if masters and draw < 0.3:
        image = _cut(chance, masters)
    else:
        image = ways[int(chance.integers(len(ways)))](chance)
    return as_input(np.array(image))


def _side(chance: Generator) -> int:
    return int(chance.integers(14, 56))


def _letter(chance: Generator) -> Image.Image:
    image, under = ground(_side(chance), chance)
    size = image.width * chance.uniform(0.5, 0.95)
    sign = _SIGNS[int(chance.integers(len(_SIGNS)))]
    middle = (image.width / 2, image.width / 2)
    font = ImageFont.load_default(size)
    ImageDraw.Draw(image).text(middle, sign, fill=ink_for(under, chance), font=font, anchor="mm")
    return image


def _words(chance: Generator) -> Image.Image:
    side = _side(chance)
    image, under = ground(side, chance)
    pen, ink = ImageDraw.Draw(image), ink_for(under, chance)
    words = _PARTS.split(" ")
    font = ImageFont.load_default(chance.uniform(9, 16))
    y = chance.uniform(-6, 4)
    while y < side:
        text = " ".join(words[int(i)] for i in chance.integers(0, len(words), 3))
        pen.text((chance.uniform(-14, 3), y), text, fill=ink, font=font)
        y += chance.uniform(11, 20) if chance.random() < 0.6 else side
    return image


def _photo(chance: Generator) -> Image.Image:
    """Soft patches of colour with grain, as in a part of a photo."""
    cells = int(chance.integers(2, 7))
    levels = chance.integers(0, 256, (cells, cells, 3)).astype(np.float32)
    mean = levels.mean(axis=(0, 1))
    levels = mean + (levels - mean) * chance.uniform(0.2, 1)
    side = _side(chance)
    image = Image.fromarray(levels.astype(np.uint8)).resize((side, side), Image.Resampling.BICUBIC)
    grain = np.asarray(image, dtype=np.float32) + chance.normal(0, 7, (side, side, 3))
    return Image.fromarray(np.clip(grain, 0, 255).astype(np.uint8))


def _shapes(chance: Generator) -> Image.Image:
    side = _side(chance)
    image, under = ground(side, chance)
    pen = ImageDraw.Draw(image)
    for _ in range(int(chance.integers(3, 8))):
        ink = ink_for(under, chance) if chance.random() < 0.5 else any_colour(chance, (0.2, 1))
        points = [(float(x), float(y)) for x, y in chance.uniform(0, side, (4, 2))]
        if chance.random() < 0.5:
            pen.line(points, fill=ink, width=int(chance.integers(1, 4)))
        else:
            pen.polygon(points[:3], fill=ink)
    return image


def _bare(chance: Generator) -> Image.Image:
    """Ground alone, or with an edge of something across it."""
    side = _side(chance)
    image, _ = ground(side, chance)
    if chance.random() < 0.5:
        pen = ImageDraw.Draw(image)
        at = chance.uniform(0.1, 0.9) * side
        box = (at, 0, side, side) if chance.random() < 0.5 else (0, at, side, side)
        pen.rectangle(box, fill=ground_colour(chance))
    return image.filter(ImageFilter.GaussianBlur(0.4)) if chance.random() < 0.2 else image


def _cut(chance: Generator, masters: Sequence[Master]) -> Image.Image:
    """Less than half of an icon, or two halves of neighbours with the gap in the middle."""
    side = _side(chance)
    image, under = ground(side, chance)
    one, two = (masters[int(i)] for i in chance.integers(0, len(masters), 2))
    size = round(side * chance.uniform(0.9, 1.5))
    seen = round(size * chance.uniform(0.2, 0.36))
    icon = painted(one, size, under, chance)
    off = (side - size) // 2
    image.paste(icon, (seen - size, off), icon)
    if chance.random() < 0.7:
        other = painted(two, size, under, chance)
        image.paste(other, (side - seen, off), other)
    return image if chance.random() < 0.5 else image.rotate(90)
