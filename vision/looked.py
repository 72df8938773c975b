"""What is remembered of the screen, so that nothing is looked at twice.

Looks are kept whole: a menu that closes, a window that goes away, a page that is scrolled back show
what was there before, and it is taken from the look that saw it. Glances are the many small answers
about boxes of one picture (is this text grey, what stands before it); they hold as long as the
pixels in their boxes do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import numpy as np

from vision.change import changed_boxes, same_place
from vision.detect import Detection
from vision.geometry import Box, coverage, overlap_area
from vision.recognise import TextSpan
from vision.screen import Pixels, Screenshot
from vision.shapes import Shape

T = TypeVar("T")
# Looks that are kept, and bytes of pixels in them: 16 at 1920x1080, 4 at 3840x2160.
_MOST_LOOKS, _MOST_BYTES = 16, 100_000_000
# Looks are compared by one pixel of so many on each side before all pixels are.
_SAMPLED = 8
# A look that differs by less than this share from the newest takes its place: writing a letter
# drives out nothing else, and is read quickly.
_SLIGHT = 0.01


class Glances:
    """Answers of questions about boxes of one picture; each is asked once.

    It keeps an answer for every question that was asked of this picture, at most some thousand
    small values.
    """

    def __init__(self, known: dict[tuple[Any, ...], Any] | None = None) -> None:
        self._known = known or {}
        self._asked: dict[tuple[Any, ...], Any] = {}

    def ask(self, pixels: Pixels, question: Callable[..., T], box: Box, *more: object) -> T:
        """What `question(crop, *more)` says of the crop of the box, which is cut to the picture.

        `more` must be hashable; the answer depends on nothing else and is never changed.
        """
        key = (question, box, *more)
        if key not in self._asked:
            if key in self._known:
                self._asked[key] = self._known[key]
            else:
                crop = pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right]
                self._asked[key] = question(crop, *more)
        return cast(T, self._asked[key])

    def after(self, changed: Sequence[Box]) -> Glances:
        """The answers that hold for a picture which differs in the `changed` boxes only."""
        return Glances({k: v for k, v in self._asked.items() if not touches(k[1], changed)})


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in a screenshot, in its own coordinates."""

    screenshot: Screenshot
    spans: tuple[TextSpan, ...]
    detections: tuple[Detection, ...]
    shapes: tuple[Shape, ...]
    glances: Glances


class Looks:
    """The last looks, the newest first. Bounded: see _MOST_LOOKS and _MOST_BYTES."""

    def __init__(self) -> None:
        self._looks: list[Look] = []

    def add(self, look: Look) -> None:
        """Remember a look. One that hardly differs from the newest takes its place."""
        if self._looks and _differing(self._looks[0].screenshot, look.screenshot) < _SLIGHT:
            self._looks.pop(0)
        self._looks.insert(0, look)
        size = look.screenshot.pixels.nbytes
        del self._looks[max(1, min(_MOST_LOOKS, _MOST_BYTES // max(1, size))) :]

    def nearest(self, screenshot: Screenshot) -> Look | None:
        """The look at this place that differs least, of equals the newest; None without any."""
        here = [look for look in self._looks if same_place(look.screenshot, screenshot)]
        return min(here, key=lambda look: _differing(look.screenshot, screenshot), default=None)

    def holding(self, region: Box, screenshot: Screenshot) -> Look | None:
        """A look that saw the same in a region, and no line or control across its edge."""
        for look in self._looks:
            if not same_place(look.screenshot, screenshot):
                continue
            before, now = _part(look.screenshot, region), _part(screenshot, region)
            if _differing(before, now) == 0 and not changed_boxes(before, now):
                known = [item.box for item in (*look.spans, *look.detections)]
                if all(coverage(box, region) in (0, 1) for box in known):
                    return look
        return None


def touches(box: Box, regions: Iterable[Box]) -> bool:
    """Whether a box has a pixel in common with a region."""
    return any(overlap_area(box, region) > 0 for region in regions)


def _differing(a: Screenshot, b: Screenshot) -> float:
    """The share of sampled pixels that differ, 0 to 1; 1 for different places."""
    if not same_place(a, b):
        return 1.0
    sampled = slice(None, None, _SAMPLED)
    return float((a.pixels[sampled, sampled] != b.pixels[sampled, sampled]).any(axis=2).mean())


def _part(screenshot: Screenshot, region: Box) -> Screenshot:
    pixels = screenshot.pixels[region.top : region.bottom, region.left : region.right]
    return replace(screenshot, pixels=np.ascontiguousarray(pixels))
