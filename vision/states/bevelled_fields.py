"""Fields of classic looks that cannot be written in: they lie as deep as the others, with a dark
line above and at the left and a light one below and at the right, but hold no paper of their own,
only the grey of the window (Motif, Windows, Tk)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.elements import WRITTEN, Element
from vision.core.views import View

# Pixels by which a line of the frame may lie off the element's box.
_REACH = 14
# Of a side of the box, what is looked at in its midst; and of that, what must be of one colour.
_MIDST, _EVEN = 0.4, 0.9
# Of 255: paper is lighter than a window's grey; how much darker and lighter the lines of the frame
# are; and how little the inside and the outside may differ.
_PAPER, _DARKER, _LIGHTER, _SAME = 240, 30, 10, 3
# Pixels beyond a line at which the outside begins.
_BEYOND = 4
_SOME = 4  # Every so many pixels tell of what colour the inside is.


def is_sunken(element: Element, view: View) -> bool:
    """Whether an element is such a field; its box is relative to the pixels of the view."""
    box = element.box
    if element.kind not in WRITTEN or min(box.width, box.height) <= _REACH:
        return False
    return view.ask(_is_without_paper, box.grown(_REACH))


def _is_without_paper(crop: Pixels) -> bool:
    """Whether it is so of a field in the midst of a crop, with `_REACH` pixels around it."""
    if min(crop.shape[:2]) <= 2 * _REACH:
        return False  # as large as the picture
    inner = crop[_REACH:-_REACH, _REACH:-_REACH]
    # Most fields are paper, and some are as large as a screen.
    ground = int(np.median(inner[::_SOME, ::_SOME].mean(axis=2)))
    if ground >= _PAPER:
        return False
    grey = np.asarray(crop.mean(axis=2), np.int16)
    rows, columns = _lines(grey), _lines(grey.T)
    return all(
        _has_edge(side, ground, far=far) for side in (rows, columns) for far in (False, True)
    )


def _lines(grey: NDArray[np.int16]) -> NDArray[np.int16]:
    """The lightness of each row in its midst; -1 where that is not of one colour."""
    aside = _REACH + int((grey.shape[1] - 2 * _REACH) * (1 - _MIDST) / 2)
    midst = grey[:, aside : grey.shape[1] - aside]
    usual = np.median(midst, axis=1)
    even = (abs(midst - usual[:, None]) <= _SAME).mean(axis=1) >= _EVEN
    return np.where(even, usual, -1).astype(np.int16)


def _has_edge(lines: NDArray[np.int16], ground: int, *, far: bool) -> bool:
    """Whether a dark line begins it, or a light one ends it (`far`), with the ground outside. A
    groove has both at once."""
    side = (lines[::-1] if far else lines)[: min(2 * _REACH + 1, len(lines) // 2)]
    dark = (side >= 0) & (side <= ground - _DARKER)
    light = side >= ground + _LIGHTER
    edges, others = (light, dark) if far else (dark, light)
    return any(
        not others[max(0, place - 1) : place + 2].any()
        and (place < _BEYOND or abs(int(side[place - _BEYOND]) - ground) <= _SAME)
        for place in np.flatnonzero(edges)
    )
