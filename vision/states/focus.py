"""Which control has the keyboard: a caret stands in it, or a closer look sees that it has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.core.views import View

# How likely it must be for a closer look that an element has the keyboard.
_LOOKS_SO = 0.6
_CARET_STEP = 60
# In heights of the letters beside it: a caret is 1.6 high, a stroke of a font 1.25.
_CARET_HEIGHT = 1.35
_LARGEST_FIELD = 60
"""Pixels of height above which a field is looked at as an area of many lines."""


def focused(view: View, elements: Sequence[Element]) -> int | None:
    """The id of the element that has the keyboard, None where the pixels do not tell. Boxes are
    relative to the pixels of the view. A closer look, if the view has a looker, tells of rings."""
    carets = [e for e in elements if e.kind == "field" and view.ask(_shows_caret, e.box)]
    if len(carets) == 1:
        return carets[0].id
    return _by_looks(view, elements) if view.looker is not None else None


def _by_looks(view: View, elements: Sequence[Element]) -> int | None:
    """The element that most looks like having the keyboard, if one surely does."""
    used = [(view.look(e.box).shows("focused"), e.id) for e in elements if e.interactive]
    likely, number = max(used, default=(0.0, 0))
    return number if likely >= _LOOKS_SO else None


def _shows_caret(crop: Pixels) -> bool:
    return has_caret(Box(0, 0, crop.shape[1], crop.shape[0]), crop)


def has_caret(box: Box, pixels: Pixels) -> bool:
    """Whether a bar that is thin, straight and higher than letters stands free in a field."""
    rim = max(3, round(0.12 * min(box.height, _LARGEST_FIELD)))
    crop = pixels[max(0, box.top + rim) : max(0, box.bottom - rim),
                  max(0, box.left + rim) : max(0, box.right - rim)]  # fmt: skip
    if crop.shape[0] < 8 or crop.shape[1] < 8:
        return False
    flat = crop.reshape(-1, 3)
    ground = np.median(flat[:: max(1, len(flat) // 4000)], axis=0).astype(np.int16)
    inked = np.abs(crop.astype(np.int16) - ground).max(axis=2) > _CARET_STEP
    return _has_thin_bar(inked, single=box.height < _LARGEST_FIELD)


def _has_thin_bar(inked: NDArray[np.bool_], *, single: bool) -> bool:
    """Whether exactly one bar is there. In a `single` line without letters it stands at the left:
    what stands at the right parts off a button."""
    import cv2

    count, _, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8), connectivity=8)
    parts = [tuple(int(v) for v in row) for row in stats[1:count]]
    letters = sorted(h for _, _, w, h, _ in parts if w > 3)
    tallest = letters[int(0.9 * (len(letters) - 1))] if letters else 0
    bars = [
        left
        for left, top, w, h, area in parts
        if w <= max(2, h // 9)
        and h >= max(10, _CARET_HEIGHT * tallest)
        and area >= 0.95 * w * h
        and top > 0
        and top + h < len(inked)
    ]
    if single and not letters:
        bars = [left for left in bars if left < 0.2 * inked.shape[1] + 20]
    return len(bars) == 1
