"""How a wizard looks and where it stands, from its seed alone."""

from __future__ import annotations

import random
from dataclasses import dataclass

_THEMES = ("clam", "alt", "default")
_FAMILIES = ("DejaVu Sans", "Liberation Sans", "Noto Sans")
_SIZES = range(10, 15)


@dataclass(frozen=True, slots=True)
class Look:
    """A ttk theme, a font (`size` in points) and the place of the window's frame in pixels."""

    theme: str
    family: str
    size: int
    x: int
    y: int
    width: int
    height: int


def look(seed: int, screen: tuple[int, int] = (1280, 800)) -> Look:
    """The look of a seed: the window is always whole on a screen of this size."""
    chance = random.Random(f"wizard {seed}")
    # Neighbouring seeds differ, and every theme and size comes once in a few of them.
    theme = _THEMES[seed % len(_THEMES)]
    size = _SIZES[seed * 3 % len(_SIZES)]
    width, height = 480 + 24 * size, 400 + 22 * size
    x = chance.randrange(8, screen[0] - width - 16)
    y = chance.randrange(4, screen[1] - height - 40)
    return Look(theme, chance.choice(_FAMILIES), size, x, y, width, height)
