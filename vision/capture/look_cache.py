"""Looks that are remembered: a menu that closes, a window that goes away, a page that is scrolled
back show what was there before, and it is taken from the look that saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.capture.change_detection import changed_boxes, same_place
from vision.capture.screen import Pixels, Screenshot
from vision.core.answers import Glances
from vision.core.elements import ElementMap
from vision.core.geometry import Box, coverage
from vision.detection.detector import BELIEVED, Detection
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

# Looks that are kept, and bytes of pixels in them: 16 at 1920x1080, 4 at 3840x2160.
_MOST_LOOKS, _MOST_BYTES = 16, 100_000_000
# Looks are compared by one pixel of so many on each side before all pixels are.
_SAMPLED = 8
# More of these than a caret covers.
_CLEARLY = 0.02
# A look that differs by less than this share from a new one is forgotten: what is written letter by
# letter, and quickly read, drives out nothing else.
_SLIGHT = 0.002
# Larger detections are pictures or panes: what changes in them does not concern the whole.
_TALLEST_KNOWN = 120


@dataclass(frozen=True, slots=True)
class Look:
    """A map, and what it was made of, in the screenshot's own coordinates; `text` is all that was
    read, the `spans` and labels of keys. `named_at`: the namer's revision when its icons were
    named."""

    map: ElementMap
    spans: tuple[TextSpan, ...]
    detections: tuple[Detection, ...]
    shapes: tuple[Shape, ...]
    text: tuple[TextSpan, ...]
    glances: Glances
    named_at: int | None = None

    @property
    def screenshot(self) -> Screenshot:
        return self.map.screenshot

    def whole(self) -> list[Box]:
        """Lines and controls that are read as a whole, or not at all."""
        # Faint ones are often of nothing: they overlap, and one would draw in the next.
        sure = [d.box for d in self.detections if d.score >= BELIEVED]
        low = [box for box in sure if box.height < _TALLEST_KNOWN]
        return [span.box for span in self.spans] + low

    def detections_beside(self, regions: Sequence[Box]) -> list[Detection]:
        """Detections that hold when the regions are looked at anew: those in whose middle nothing
        is looked at. A dialog stays one whatever changes in it: large ones go only when they were
        changed for the greater part."""
        return [d for d in self.detections if _is_beside(d.box, regions) or _stays(d.box, regions)]


def _is_beside(box: Box, regions: Sequence[Box]) -> bool:
    return not any(region.contains(box.center) for region in regions)


def _stays(box: Box, regions: Sequence[Box]) -> bool:
    changed = sum(coverage(box, region) for region in regions)
    return box.height >= _TALLEST_KNOWN and changed < 0.5


class Looks:
    """The last looks, the newest first. Bounded: see _MOST_LOOKS and _MOST_BYTES."""

    def __init__(self) -> None:
        self._looks: list[tuple[Look, Pixels]] = []  # each with a sample of its pixels

    def add(self, look: Look) -> None:
        """Remember a look, in the place of those that hardly differ from it."""
        sample = _sample(look.screenshot)
        others = [
            (known, seen)
            for known, seen in self._looks
            if not same_place(known.screenshot, look.screenshot)
            or _differing(seen, sample) >= _SLIGHT
        ]
        self._looks = [(look, sample), *others]
        size = look.screenshot.pixels.nbytes
        del self._looks[max(1, min(_MOST_LOOKS, _MOST_BYTES // max(1, size))) :]

    def nearest(self, screenshot: Screenshot) -> Look | None:
        """The look at this place that differs least, of equals the newest; None without any."""
        sample = _sample(screenshot)
        here = [pair for pair in self._looks if same_place(pair[0].screenshot, screenshot)]
        nearest = min(here, key=lambda pair: _differing(pair[1], sample), default=None)
        return nearest[0] if nearest else None

    def holding(self, region: Box, screenshot: Screenshot) -> Look | None:
        """A look that saw the same in a region, and no line or control across its edge."""
        now = _part(screenshot, region)
        for look, _ in self._looks:
            if not same_place(look.screenshot, screenshot):
                continue
            before = _part(look.screenshot, region)
            if _differing(_sample(before), _sample(now)) > _CLEARLY or changed_boxes(before, now):
                continue
            if all(coverage(box, region) in (0, 1) for box in look.whole()):
                return look
        return None


def _sample(screenshot: Screenshot) -> Pixels:
    return np.ascontiguousarray(screenshot.pixels[::_SAMPLED, ::_SAMPLED])


def _differing(a: Pixels, b: Pixels) -> float:
    """The share of pixels that differ between two pictures of one size, 0 to 1."""
    return float((a != b).any(axis=2).mean())


def _part(screenshot: Screenshot, region: Box) -> Screenshot:
    pixels = screenshot.pixels[region.top : region.bottom, region.left : region.right]
    return replace(screenshot, pixels=pixels)
