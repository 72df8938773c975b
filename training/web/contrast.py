"""Leaves out what is on a page and cannot be seen on its picture: grey on grey, white on white."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image

from training.labels import Sample
from vision.core.geometry import Box

_LEAST_CONTROL = 14
_LEAST_WORD = 26
"""The largest difference of a colour channel within the box, of 255: below it nobody would see a
control, or read a word."""


def seen(sample: Sample, picture: Image.Image) -> Sample:
    """The sample without labels and words that do not stand out from their ground.

    Words that are left out make it incomplete: some people and engines do read them.
    """
    pixels = np.asarray(picture.convert("RGB")).astype(np.int16)
    kept = [spread(pixels, label.box) >= _LEAST_CONTROL for label in sample.labels]
    place = dict(zip((i for i, there in enumerate(kept) if there), range(len(kept)), strict=False))
    labels = tuple(
        replace(label, parent=None if label.parent is None else place.get(label.parent))
        for label, there in zip(sample.labels, kept, strict=True)
        if there
    )
    words = tuple(word for word in sample.words if spread(pixels, word.box) >= _LEAST_WORD)
    complete = sample.complete and len(words) == len(sample.words)
    return replace(sample, labels=labels, words=words, complete=complete)


def spread(pixels: np.ndarray[Any, np.dtype[np.int16]], box: Box) -> int:
    """How far apart the colours of a box and the pixels round it are, 0 to 255; `pixels` are
    height × width × 3."""
    high, wide = pixels.shape[:2]
    part = pixels[
        max(0, box.top - 1) : min(high, box.bottom + 1),
        max(0, box.left - 1) : min(wide, box.right + 1),
    ]
    return int((part.max(axis=(0, 1)) - part.min(axis=(0, 1))).max())
