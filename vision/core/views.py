"""What a pass may ask of one frame: its pixels, what a closer look says, its text and shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from vision.capture.screen import Pixels
from vision.core.answers import Glances
from vision.core.geometry import Box, holds
from vision.detection.roi_classifier import CloseUp, Looker
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import Shape

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class View:
    """A picture (uint8 H x W x 3 RGB), what is known of it, and what takes closer looks at it."""

    pixels: Pixels
    glances: Glances = field(default_factory=Glances)
    looker: Looker | None = None

    def ask(self, question: Callable[..., T], box: Box, *more: object) -> T:
        """What `question(crop, *more)` says of the pixels of a box; asked once, see Glances."""
        return self.glances.ask(self.pixels, question, box, *more)

    def look(self, box: Box) -> CloseUp:
        """What a closer look at a box says.

        Raises:
            ValueError: nothing was handed in that takes closer looks.
        """
        if self.looker is None:
            raise ValueError("This view has nothing that takes closer looks: hand in a Looker.")
        return self.looker.look(box, self)

    def crop(self, box: Box) -> Pixels:
        return self.pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight(View):
    """A picture with its text and shapes; `line` is the usual height of a line of text in pixels,
    `windows` are the boxes of the windows, front to back (the whole frame when none is known)."""

    spans: tuple[TextSpan, ...]
    shapes: tuple[Shape, ...] = ()
    line: float
    windows: tuple[Box, ...] = ()

    def window_of(self, box: Box) -> Box:
        """The front-most window that holds a box, else the whole frame."""
        whole = Box(0, 0, self.pixels.shape[1], self.pixels.shape[0])
        return next((w for w in self.windows if holds(w, box)), whole)
