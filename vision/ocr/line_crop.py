"""How a line is cut out for the reader: close around its ink, with some room on all sides. Finders
of text put their boxes now closer and now wider, and what is cut off is read wrong: a “g” without
its foot as a “q”."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.pixels.ink import ink_box

# Pixels above and below the ink, which show what is there: of small print, up to which height of
# the ink it is that, and of larger.
_OVER, _SMALL, _OVER_LARGE = 2, 12, 3
# In heights of the ink, paper beside it: a frame would be read as a letter.
_BESIDE = 0.25


def line_crop(corners: NDArray[np.float32], box: Box, pixels: Pixels) -> tuple[Pixels, Box]:
    """The picture of the line with these `corners`, of shape (4, 2), around which `box` is, all in
    pixels of the screenshot; and the place that it stands for, which may reach beyond that."""
    ink = ink_box(box, pixels) or box
    if ink.width <= ink.height:
        from rapidocr.utils.process_img import get_rotate_crop_image

        # A sign by itself is read best as it was found, and a line that runs upwards turned.
        return get_rotate_crop_image(pixels, corners.copy()), box
    over = _OVER if ink.height <= _SMALL else _OVER_LARGE
    place = Box(ink.left, ink.top - over, ink.right, ink.bottom + over)
    rows = np.clip(np.arange(place.top, place.bottom), 0, pixels.shape[0] - 1)
    line = pixels[rows, max(0, ink.left) : ink.right]
    side = max(1, round(_BESIDE * ink.height))
    paper = np.empty((len(rows), side, 3), np.uint8)
    paper[:] = np.median(line.reshape(-1, 3), axis=0)
    crop: Pixels = np.concatenate([paper, line, paper], axis=1)
    return crop, Box(place.left - side, place.top, place.right + side, place.bottom)
