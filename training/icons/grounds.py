"""What icons stand on: plain, shaded and button-like grounds, light and dark."""

from __future__ import annotations

import colorsys

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Levels = NDArray[np.float32]


def luminance(colour: Colour) -> float:
    """Brightness to the eye, 0..255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def any_colour(chance: Generator, saturation: tuple[float, float]) -> Colour:
    """A colour of any hue and value, with a saturation (0..1) between the two."""
    red, green, blue = colorsys.hsv_to_rgb(
        chance.random(), chance.uniform(*saturation), chance.uniform(0.25, 1)
    )
    return int(red * 255), int(green * 255), int(blue * 255)


def ground_colour(chance: Generator) -> Colour:
    """The colour of a tool bar, a button or a page: mostly light or dark grey."""
    draw = chance.random()
    if draw < 0.22:
        return 255, 255, 255
    if draw < 0.55:
        level = int(chance.integers(205, 256))
    elif draw < 0.82:
        level = int(chance.integers(12, 75))
    elif draw < 0.88:
        level = int(chance.integers(75, 205))
    else:
        return any_colour(chance, (0.25, 0.95))
    tint = chance.integers(-7, 8, 3)
    red, green, blue = (int(np.clip(level + t, 0, 255)) for t in tint)
    return red, green, blue


def ink_for(ground: Colour, chance: Generator, least: float = 70) -> Colour:
    """A colour that stands out from the ground by at least `least` of brightness (0..255)."""
    light = luminance(ground)
    for _ in range(12):
        if chance.random() < 0.3:
            colour = any_colour(chance, (0.4, 1))
        else:
            dark = light > 128
            level = int(chance.integers(0, 110) if dark else chance.integers(165, 256))
            colour = (level, level, level)
        if abs(luminance(colour) - light) >= least:
            return colour
    return (0, 0, 0) if light > 128 else (255, 255, 255)


def ground(side: int, chance: Generator) -> tuple[Image.Image, Colour]:
    """A square of ground, and the colour in its middle, where the icon will stand."""
    base = ground_colour(chance)
    image = Image.new("RGB", (side, side), base)
    draw = chance.random()
    if draw < 0.12:
        return _shaded(image, base, chance), base
    if draw < 0.45:
        return _button(image, base, chance)
    return image, base


def _shifted(colour: Colour, by: float) -> Colour:
    red, green, blue = (int(np.clip(c + by, 0, 255)) for c in colour)
    return red, green, blue


def _shaded(image: Image.Image, base: Colour, chance: Generator) -> Image.Image:
    span = chance.uniform(-35, 35)
    ramp = np.linspace(-span / 2, span / 2, image.height)[:, None, None]
    levels = np.clip(np.asarray(image, dtype=np.float32) + ramp, 0, 255)
    return Image.fromarray(levels.astype(np.uint8))


def _button(image: Image.Image, base: Colour, chance: Generator) -> tuple[Image.Image, Colour]:
    """A button's face and frame; hovered and pressed ones differ little or much from the bar."""
    side = image.width
    by = chance.uniform(8, 60) * (1 if chance.random() < 0.5 else -1)
    face = ground_colour(chance) if chance.random() < 0.25 else _shifted(base, by)
    frame = _shifted(face, chance.uniform(-70, 40))
    edge = [round(float(each)) for each in chance.uniform(-0.08, 0.16, 4) * side]
    box = (edge[0], edge[1], side - 1 - edge[2], side - 1 - edge[3])
    pen = ImageDraw.Draw(image)
    width = int(chance.integers(0, 3))
    most = min(box[2] - box[0], box[3] - box[1]) // 2 - 2  # Pillow fails on rounder ones
    radius = min(int(chance.choice([0, 2, 4, 6, side])), max(0, most))
    pen.rounded_rectangle(box, radius, fill=face, outline=frame if width else None, width=width)
    return image, face
