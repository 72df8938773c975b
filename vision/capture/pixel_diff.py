"""How much pixels differ: the largest difference of a channel, for whole frames at once."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels


def difference(a: Pixels, b: Pixels | tuple[int, int, int]) -> NDArray[np.uint8]:
    """Height x width, 0 to 255: the largest difference of a channel between two pictures of the
    same size (uint8 H x W x 3), or between a picture and one colour.

    OpenCV does in a hundredth of a second what arrays of numbers take half a second for (at 4K).
    """
    import cv2

    if a.size == 0:
        return np.zeros(a.shape[:2], np.uint8)
    other = np.array([*b, 0], np.float64) if isinstance(b, tuple) else b
    red, green, blue = cv2.split(cv2.absdiff(a, other))
    return cast(NDArray[np.uint8], cv2.max(cv2.max(red, green), blue))


def steps(pixels: Pixels) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The differences of pixels to those right of them (H x W-1) and to those below (H-1 x W)."""
    return difference(pixels[:, 1:], pixels[:, :-1]), difference(pixels[1:], pixels[:-1])
