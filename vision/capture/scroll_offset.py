"""How far a part of the screen was scrolled between two pictures of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels

# Of the height: what is looked for in the other picture, and how far.
_STRIP = 0.3
# The mean difference of grey, 0 to 255, of what is still the same; and what a blank strip has.
_SAME, _BLANK = 6.0, 4.0


def shift(before: Pixels, after: Pixels) -> int | None:
    """By how many pixels the content went up (down: less than 0) between two pictures of one area;
    None when it cannot be told: nothing of it is seen in both, or it is blank or repeats itself.
    """
    if before.shape != after.shape or before.shape[0] < 8:
        return None
    old, new = _grey(before), _grey(after)
    height = old.shape[0]
    size = max(4, round(_STRIP * height))
    found: dict[int, float] = {}
    # What went up is seen again in the strip at the top, what went down in the one at the bottom.
    for top in (0, height - size):
        strip = new[top : top + size]
        if float(strip.std()) < _BLANK:
            continue
        for start in range(height - size + 1):
            moved = start - top
            off = float(np.abs(old[start : start + size] - strip).mean())
            found[moved] = min(off, found.get(moved, off))
    if not found:
        return None
    best = min(found, key=lambda moved: (found[moved], abs(moved)))
    return best if found[best] <= _SAME else None


def _grey(pixels: Pixels) -> NDArray[np.float32]:
    # Every fourth column tells enough.
    grey: NDArray[np.float32] = pixels[:, ::4].astype(np.float32).mean(axis=2)
    return grey
