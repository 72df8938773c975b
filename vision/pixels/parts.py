"""Parts of what is drawn: what hangs together in a mask."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.core.geometry import Box


def parts_of(ink: NDArray[np.bool_]) -> list[Box]:
    """The boxes of the parts of some ink (H x W), in its coordinates; corners join parts, too."""
    import cv2

    count, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    return [Box(x, y, x + w, y + h) for x, y, w, h, _ in stats[1:count].tolist()]
