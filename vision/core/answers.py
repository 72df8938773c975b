"""Glances: small answers about boxes of a picture (is this text grey, what stands before it), which
hold as long as the pixels in their boxes do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar, cast

from vision.capture.screen import Pixels
from vision.core.geometry import Box, overlap_area

T = TypeVar("T")


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


class Asked(Protocol):
    """Whatever answers questions about its pixels, such as a View."""

    @property
    def pixels(self) -> Pixels: ...

    def ask(self, question: Callable[..., T], box: Box, *more: object) -> T: ...


def touches(box: Box, regions: Iterable[Box]) -> bool:
    """Whether a box has a pixel in common with a region."""
    return any(overlap_area(box, region) > 0 for region in regions)
