"""Screenshots: where pixels come from. The only module that imports mss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box, Point

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Monitor:
    """A monitor. `box` in physical pixels; `scale` is physical pixels per pointer unit."""

    index: int
    box: Box
    scale: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Screenshot:
    """Pixels of a part of the screen.

    `pixels` is uint8, height x width x 3, RGB. `origin` is the place of pixel (0, 0) in physical
    pixels of the virtual screen. `scale` is physical pixels per pointer unit (2.0 on a Retina
    display). `taken_at` is seconds since the epoch.
    """

    pixels: Pixels
    origin: Point = Point(0, 0)
    scale: float = 1.0
    monitor: int = 0
    taken_at: float = 0.0

    @property
    def box(self) -> Box:
        height, width = self.pixels.shape[:2]
        return Box(self.origin.x, self.origin.y, self.origin.x + width, self.origin.y + height)

    def crop(self, box: Box) -> Pixels:
        """The pixels of `box` (virtual-screen coordinates), cut to the screenshot. No copy."""
        common = box.intersection(self.box)
        if common is None:
            raise ValueError(f"{box} lies outside of the screenshot {self.box}")
        dx, dy = -self.origin.x, -self.origin.y
        return self.pixels[
            common.top + dy : common.bottom + dy, common.left + dx : common.right + dx
        ]


class Screen(Protocol):
    """Where screenshots come from."""

    def monitors(self) -> list[Monitor]: ...

    def grab(self, region: Box | None = None) -> Screenshot:
        """Grab a region in physical pixels (default: the first monitor)."""
        ...
