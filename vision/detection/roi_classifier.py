"""A closer look at a box of the detector: a small network is shown both of its ends, with what is
around them, and says which control is there, if any. The detector sees large pieces of the screen;
this one sees each box in the same size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.answers import Asked
from vision.core.elements import CONTROL_KINDS, MARKS, PASSIVE, Kind
from vision.core.geometry import Box
from vision.core.onnx_session import open_session

SEEN = tuple(kind for kind in CONTROL_KINDS if kind not in PASSIVE)
"""The kinds that it tells apart; its last answer is that none of them is there."""
STATES = ("disabled", "selected", "focused", "checked")
"""Of a control, as labels name them. Of "selected" it knows little: no label of a link denies
it."""
SIDE = 64
"""Pixels of a side of what is shown of an end; its box is half as high."""
WEIGHTS = Path(__file__).parents[1] / "weights" / "closeup.onnx"
_AGAIN = "Write it anew with: python -m training.closeup train."
# A box that is so much higher than wide has its ends above and below.
_TALL = 2


Beyond = tuple[int, int, int, int]
"""By how much something reaches beyond the picture, in pixels: left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class CloseUp:
    """What a closer look says, all 0 to 1: how likely each kind of SEEN is, and that there is no
    control; together 1. And how likely a control there is in each of STATES."""

    kinds: tuple[float, ...]
    none: float
    states: tuple[float, ...] = (0.0,) * len(STATES)

    def of(self, kind: Kind | None) -> float:
        """How likely it is a control of this kind; 0 for what is none."""
        return self.kinds[SEEN.index(kind)] if kind in SEEN else 0.0

    @property
    def mark(self) -> float:
        """How likely it is a box to tick or a radio button."""
        return sum(self.of(kind) for kind in MARKS)

    def shows(self, state: str) -> float:
        """How likely it is in one of STATES."""
        return self.states[STATES.index(state)]


class Looker:
    """Takes closer looks with the weights of an ONNX file that training.closeup wrote.

    Raises:
        FileNotFoundError: there are no weights at `path`.
        ValueError: they cannot be read, or tell other things apart than this one.
    """

    def __init__(self, path: Path) -> None:
        self._session = open_session(path, 1, _AGAIN)
        answers = self._session.get_outputs()[0].shape[-1]
        if answers != len(SEEN) + 1 + len(STATES):
            raise ValueError(f"{path} gives {answers} answers. {_AGAIN}")

    def look(self, box: Box, view: Asked) -> CloseUp:
        """What a closer look at a box of the picture says; it belongs to what is around, too."""
        around, beyond = surroundings(box, view.pixels)
        return view.ask(self._answer, around, beyond)

    def _answer(self, crop: Pixels, beyond: Beyond) -> CloseUp:
        ends, size = shown(crop, beyond)
        batch = np.ascontiguousarray(ends.transpose(2, 0, 1)[np.newaxis], np.float32) / 255
        asked = {"pixels": batch, "sizes": np.array([size], np.float32)}
        logits: NDArray[np.float32] = self._session.run(None, asked)[0][0]
        of_kind = logits[: len(SEEN) + 1]
        likely = np.exp(of_kind - of_kind.max())
        *kinds, none = (float(one) for one in likely / likely.sum())
        states = 1 / (1 + np.exp(-logits[len(SEEN) + 1 :]))
        return CloseUp(tuple(kinds), none, tuple(float(one) for one in states))


@cache
def own_looker() -> Looker:
    """With our own weights, loaded once for the whole process. Raises as Looker does."""
    return Looker(WEIGHTS)


def surroundings(box: Box, pixels: Pixels) -> tuple[Box, Beyond]:
    """What is looked at of the picture, and by how much that reaches beyond it."""
    height, width = pixels.shape[:2]
    wide, high = box.width, box.height
    tall = high > _TALL * wide
    down = max(1, (wide if tall else high) // 2)
    across = down if tall else max(down, high - wide // 2)
    around = Box(box.left - across, box.top - down, box.right + across, box.bottom + down)
    beyond = (
        max(0, -around.left),
        max(0, -around.top),
        max(0, around.right - width),
        max(0, around.bottom - height),
    )
    return around, beyond


def shown(crop: Pixels, beyond: Beyond) -> tuple[Pixels, tuple[float, float]]:
    """What the network is shown of the surroundings of a box: both ends beside each other (uint8
    SIDE x 2 SIDE x 3), left and right, or top and bottom of a tall box; and the logarithms of
    their height in 40 pixels and of their width by their height. What is beyond the picture is
    filled with its edge."""
    left, top, right, bottom = beyond
    high, wide = crop.shape[0] + top + bottom, crop.shape[1] + left + right
    size = float(np.log(high / 40)), float(np.log(wide / high))
    side = min(high, wide)
    # Averaging many pixels takes milliseconds: of large boxes only some are looked at.
    some = max(1, side // (2 * SIDE))
    steps = np.arange(0, side, some)
    ends = []
    for down, across in ((0, 0), (high - side, wide - side)):
        if any(beyond):
            rows = np.clip(steps + down - top, 0, crop.shape[0] - 1)
            columns = np.clip(steps + across - left, 0, crop.shape[1] - 1)
            ends.append(crop[np.ix_(rows, columns)])
        else:  # the same, in half of the time
            ends.append(crop[down : down + side : some, across : across + side : some])
    method = cv2.INTER_AREA if side > SIDE else cv2.INTER_LINEAR
    scaled = [cv2.resize(end, (SIDE, SIDE), interpolation=method) for end in ends]
    return np.concatenate(scaled, axis=1).astype(np.uint8), size
