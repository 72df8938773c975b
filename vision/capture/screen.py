"""Screenshots: where pixels come from. The only module that imports mss."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.core.geometry import Box, Point, overlap_area

Pixels = NDArray[np.uint8]
_ORIGIN = Point(0, 0)


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
    origin: Point = _ORIGIN
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


class ScreenError(OSError):
    """The screen cannot be grabbed."""


class MssScreen:
    """The real screen. `display` names an X display (":7"; default: DISPLAY); Linux only.

    `monitor` is the number of the monitor that grab() takes when it is given no region, from 1.

    Raises:
        ScreenError: there is no screen, or the system does not let us see it.
    """

    def __init__(self, display: str | None = None, monitor: int = 1) -> None:
        import mss

        options: dict[str, Any] = {"display": display} if sys.platform == "linux" else {}
        try:
            self._mss = mss.MSS(**options)
            self._scales = {
                index: self._measure_scale(points)
                for index, points in enumerate(self._mss.monitors[1:], start=1)
            }
        except mss.ScreenShotError as problem:
            raise ScreenError(f"The screen cannot be grabbed: {problem}") from problem
        if monitor not in self._scales:
            known = ", ".join(map(str, self._scales))
            raise ScreenError(f"There is no monitor {monitor}. The monitors are: {known}")
        self._default = monitor

    def _measure_scale(self, points: dict[str, Any]) -> float:
        """Physical pixels per point, as a grab shows it: no setting tells it everywhere."""
        sample = {**points, "width": min(16, points["width"]), "height": min(16, points["height"])}
        return float(self._mss.grab(sample).width / sample["width"])

    def monitors(self) -> list[Monitor]:
        return [
            Monitor(index, _scaled(self._mss.monitors[index], scale), scale)
            for index, scale in self._scales.items()
        ]

    def grab(self, region: Box | None = None) -> Screenshot:
        """Grab a region in physical pixels, cut to the screen (default: the chosen monitor).

        Raises:
            ScreenError: the region lies outside of every monitor, or the screen is gone.
        """
        import mss

        monitor = self._monitor_of(region)
        region = region or monitor.box
        everything = _scaled(self._mss.monitors[0], monitor.scale)
        cut = region.intersection(everything)
        if cut is None:
            raise ScreenError(f"{region} lies outside of the screen {everything}")
        points = _points(cut, monitor.scale)
        try:
            image = self._mss.grab(points)
        except (mss.ScreenShotError, AssertionError) as problem:  # mss asserts that X answers
            raise ScreenError(f"The screen cannot be grabbed: {problem}") from problem
        taken_at = time.time()
        bgra: NDArray[np.uint8] = np.asarray(image)
        left = cut.left - round(points["left"] * monitor.scale)
        top = cut.top - round(points["top"] * monitor.scale)
        part = bgra[top : top + cut.height, left : left + cut.width, 2::-1]
        pixels = np.ascontiguousarray(part)
        return Screenshot(pixels, Point(cut.left, cut.top), monitor.scale, monitor.index, taken_at)

    def _monitor_of(self, region: Box | None) -> Monitor:
        """The chosen monitor, or the one that shows most of the region."""
        monitors = self.monitors()
        if region is None:
            return next(monitor for monitor in monitors if monitor.index == self._default)
        return max(monitors, key=lambda monitor: overlap_area(region, monitor.box))

    def close(self) -> None:
        """Let go of the screen, also of one that is gone."""
        import mss

        with suppress(mss.ScreenShotError):
            self._mss.close()


def _scaled(points: dict[str, Any], scale: float) -> Box:
    """A rectangle of mss, in points, as a box in physical pixels."""
    left, top = round(points["left"] * scale), round(points["top"] * scale)
    return Box(
        left, top, left + round(points["width"] * scale), top + round(points["height"] * scale)
    )


def _points(box: Box, scale: float) -> dict[str, int]:
    """The smallest rectangle in whole points that covers a box in physical pixels."""
    left, top = math.floor(box.left / scale), math.floor(box.top / scale)
    right, bottom = math.ceil(box.right / scale), math.ceil(box.bottom / scale)
    return {"left": left, "top": top, "width": right - left, "height": bottom - top}


class StillScreen:
    """Serves stored images in order, the last one again and again. For tests and replay.

    Each is the path of an image file, uint8 pixels (height, width, 3) in RGB, or a Screenshot.
    """

    def __init__(self, images: Sequence[Path | str | Pixels | Screenshot]) -> None:
        if not images:
            raise ValueError("StillScreen needs at least one image")
        self._images = list(images)
        self._next = 0

    def monitors(self) -> list[Monitor]:
        shot = self._shot(self._next)
        return [Monitor(1, shot.box, shot.scale)]

    def grab(self, region: Box | None = None) -> Screenshot:
        shot = self._shot(self._next)
        self._next = min(self._next + 1, len(self._images) - 1)
        if region is None:
            return shot
        cut = region.intersection(shot.box)
        if cut is None:
            raise ScreenError(f"{region} lies outside of the screen {shot.box}")
        return Screenshot(
            shot.crop(cut), Point(cut.left, cut.top), shot.scale, shot.monitor, shot.taken_at
        )

    def _shot(self, index: int) -> Screenshot:
        image = self._images[index]
        if isinstance(image, Screenshot):
            return image
        if isinstance(image, (str, Path)):
            return load_image(Path(image))
        return Screenshot(image)


def load_image(path: Path) -> Screenshot:
    """Read an image file as RGB; `taken_at` is when the file was written.

    Raises:
        ScreenError: the file is missing or is no image.
    """
    try:
        with Image.open(path) as image:
            pixels = np.array(image.convert("RGB"))
        return Screenshot(pixels, taken_at=path.stat().st_mtime)
    except FileNotFoundError as problem:
        raise ScreenError(f"There is no file {path}") from problem
    # ultralytics puts an opener of its own in the place of Pillow's; it wants another library for
    # what it does not know.
    except (OSError, ImportError, Image.DecompressionBombError) as problem:
        raise ScreenError(
            f"{path} cannot be read as an image: {problem}. Give a picture, such as a PNG or JPEG."
        ) from problem


def padded(pixels: Pixels, stride: int) -> Pixels:
    """The pixels with their last row and column repeated until both sides are whole strides."""
    height, width = pixels.shape[:2]
    below, right = -height % stride, -width % stride
    if not below and not right:
        return pixels
    return np.pad(pixels, ((0, below), (0, right), (0, 0)), mode="edge")


def save_png(pixels: Pixels, path: Path) -> None:
    """Write RGB pixels as a PNG file; its folder must exist."""
    # Level 1: a quarter faster than the default, a fifth larger on screenshots.
    Image.fromarray(pixels).save(path, format="PNG", compress_level=1)
