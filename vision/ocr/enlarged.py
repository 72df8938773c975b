"""A part of a line of text, as a reader reads it best when it is alone."""

from __future__ import annotations

import cv2
import numpy as np

from vision.capture.screen import Pixels
from vision.core.geometry import Box

_MARGIN = 3  # pixels above and below
# The height in pixels that recognisers work at.
_READABLE = 48


def enlarged(pixels: Pixels, box: Box) -> Pixels:
    """The crop of a box with paper at its sides, at least about 48 pixels high."""
    crop = pixels[max(0, box.top - _MARGIN) : box.bottom + _MARGIN, box.left : box.right]
    paper = np.empty((crop.shape[0], max(4, box.height // 2), 3), np.uint8)
    paper[:] = np.median(crop.reshape(-1, 3), axis=0).astype(np.uint8)
    crop = np.concatenate([paper, crop, paper], axis=1)
    times = max(1, round(_READABLE / crop.shape[0]))
    large = cv2.resize(crop, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    result: Pixels = large.astype(np.uint8)
    return result
