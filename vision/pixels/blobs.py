"""Small things of a picture, looked for in squares: what did not change is not looked at again."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box

_SIDE = 240


def squares(pixels: Pixels, more: int) -> Iterator[Box]:
    """Squares that cover a picture, each with `more` pixels of its neighbours to the right and
    below: what is no larger is whole in one of them."""
    height, width = pixels.shape[:2]
    for top in range(0, height, _SIDE):
        for left in range(0, width, _SIDE):
            right, bottom = left + _SIDE + more, top + _SIDE + more
            yield Box(left, top, min(width, right), min(height, bottom))


def standing_out(
    crop: Pixels, around: int, contrast: int
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int32]]]:
    """What is lighter, and then what is darker, than the mean of the pixels around it (`around` on
    a side, odd) by so much of 255: where that is (height x width, 0 or 1), and its parts, a row
    of left, top, width, height and area for each."""
    grey = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_RGB2GRAY)
    for image in (grey, 255 - grey):
        mask = cv2.adaptiveThreshold(
            image, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, around, -contrast
        )
        _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        yield mask.astype(np.uint8, copy=False), stats[1:]
