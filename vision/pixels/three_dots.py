"""Three equal dots in a row or column: the sign behind which programs hide what else they offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.views import Sight
from vision.pixels.parts import parts_of

# Pixels: the side of a dot, the window over which the ground is the commonest shade.
_LEAST, _MOST, _GROUND = 2, 8, 21
_CONTRAST = 40
# Steps from dot to dot, in sides of a dot.
_NEAR, _FAR = 1.3, 4.5
# In lengths of the sign: how far it stands from other ink; in pixels, what is clicked round it.
_ALONE, _ROUND = 0.5, 8
_COVERED = 0.6


def with_dots(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces, with the signs of three dots that none of them stands for as icons."""
    found = [
        Piece("icon", "", box.grown(_ROUND), source="shape", score=0.6)
        for box in three_dots(sight.pixels)
        if not any(_is_it(piece, box) for piece in pieces)
    ]
    return [*pieces, *found]


def _is_it(piece: Piece, dots: Box) -> bool:
    """Whether a piece is the sign itself, or a small control with it."""
    own = piece.box.intersection(dots)
    small = piece.box.area <= 4 * dots.grown(_ROUND).area
    return own is not None and small and own.area > _COVERED * dots.area


def three_dots(pixels: Pixels) -> list[Box]:
    """Where three dots of one size stand at even steps with nothing near them."""
    ink = _small_ink(pixels)
    dots = [box for box in parts_of(ink) if _is_dot(box, ink)]
    return [box for box in _triples(dots) if _stands_alone(box, ink)]


def _small_ink(pixels: Pixels) -> NDArray[np.bool_]:
    import cv2

    grey = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY)
    ground = cv2.medianBlur(grey, _GROUND)
    return np.asarray(cv2.absdiff(grey, ground) > _CONTRAST, bool)


def _is_dot(box: Box, ink: NDArray[np.bool_]) -> bool:
    if not (_LEAST <= box.width <= _MOST and _LEAST <= box.height <= _MOST):
        return False
    round_ = abs(box.width - box.height) <= 1
    return round_ and bool(ink[box.top : box.bottom, box.left : box.right].mean() >= _COVERED)


def _triples(dots: Sequence[Box]) -> Iterator[Box]:
    """Each two dots that have a third one between them."""
    middles = {(box.left + box.right, box.top + box.bottom): box for box in dots}
    for x, y in middles:
        one = middles[x, y]
        for dx, dy in ((1, 0), (0, 1)):
            for step in range(round(_NEAR * one.width), round(_FAR * one.width) + 1):
                middle, last = (
                    _near(middles, x + 2 * n * step * dx, y + 2 * n * step * dy) for n in (1, 2)
                )
                if middle is not None and last is not None and _alike(one, middle, last):
                    yield Box(one.left, one.top, last.right, last.bottom)
                    break


def _near(middles: dict[tuple[int, int], Box], x: int, y: int) -> Box | None:
    places = ((x + a, y + b) for a in (0, -1, 1) for b in (0, -1, 1))
    return next((middles[place] for place in places if place in middles), None)


def _alike(*dots: Box) -> bool:
    return max(d.width for d in dots) - min(d.width for d in dots) <= 1


def _stands_alone(box: Box, ink: NDArray[np.bool_]) -> bool:
    far = round(_ALONE * max(box.width, box.height))
    around = box.grown(far)
    there = ink[max(0, around.top) : around.bottom, max(0, around.left) : around.right]
    return int(there.sum()) <= int(ink[box.top : box.bottom, box.left : box.right].sum())
