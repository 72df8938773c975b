"""A closer look at a box of the detector: a small network is shown both of its ends, with what is
around them, and says which control is there, if any. The detector sees large pieces of the screen;
this one sees each box in the same size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.elements import CONTROL_KINDS, PASSIVE, Kind
from vision.geometry import Box
from vision.glances import Glances
from vision.screen import Pixels

SEEN = tuple(kind for kind in CONTROL_KINDS if kind not in PASSIVE)
"""The kinds that it tells apart; its last answer is that none of them is there."""
State = Literal["disabled", "selected", "focused", "checked"]
STATES: tuple[State, ...] = get_args(State)
"""The states that it tells of a control."""
SIDE = 64
"""Pixels of a side of what is shown of an end; its box is half as high."""
WEIGHTS = Path(__file__).parent / "weights" / "closeup.onnx"
# A box that is so much higher than wide has its ends above and below.
_TALL = 2


Beyond = tuple[int, int, int, int]
"""By how much something reaches beyond the picture, in pixels: left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class CloseUp:
    """What a closer look says, all 0 to 1: how likely each kind of SEEN is, and that there is no
    control (together 1); and how likely each state is if there is one."""

    kinds: tuple[float, ...]
    none: float
    states: tuple[float, ...]

    def of(self, kind: Kind) -> float:
        """How likely it is a control of this kind; 0 for what is none."""
        return self.kinds[SEEN.index(kind)] if kind in SEEN else 0.0

    def is_in(self, state: State) -> float:
        return self.states[STATES.index(state)]


class Looker:
    """Takes closer looks with the weights of an ONNX file that training.closeup wrote.

    Raises:
        FileNotFoundError: there are no weights at `path`.
        ValueError: they tell other things apart than this one.
    """

    def __init__(self, path: Path = WEIGHTS) -> None:
        import onnxruntime

        if not path.is_file():
            raise FileNotFoundError(f"no weights of the closer look at {path}")
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = 1
        providers = ["CPUExecutionProvider"]
        self._session: Any = onnxruntime.InferenceSession(str(path), settings, providers=providers)
        answers = self._session.get_outputs()[0].shape[-1]
        if answers != len(SEEN) + 1 + len(STATES):
            raise ValueError(f"{path} gives {answers} answers: train it anew (training/README.md)")

    def look(self, box: Box, pixels: Pixels, glances: Glances) -> CloseUp:
        """What a closer look at a box in the picture says. `glances` holds what is known of these
        pixels; what is around the box belongs to the answer."""
        around, beyond = surroundings(box, pixels)
        return glances.ask(pixels, self._answer, around, beyond)

    def _answer(self, crop: Pixels, beyond: Beyond) -> CloseUp:
        shown = both_ends(crop, beyond)
        batch = np.ascontiguousarray(shown.transpose(2, 0, 1)[np.newaxis], np.float32) / 255
        size = np.array([sizes(crop, beyond)], np.float32)
        logits: NDArray[np.float32] = self._session.run(None, {"pixels": batch, "sizes": size})[0]
        kinds = np.exp(logits[0, : -len(STATES)] - logits.max())
        *known, none = (float(one) for one in kinds / kinds.sum())
        states = 1 / (1 + np.exp(-logits[0, -len(STATES) :]))
        return CloseUp(tuple(known), none, tuple(float(one) for one in states))


@cache
def own_looker() -> Looker:
    """With our own weights, loaded once for the whole process."""
    return Looker()


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


def both_ends(crop: Pixels, beyond: Beyond) -> Pixels:
    """Both ends of a box beside each other (uint8 SIDE x 2 SIDE x 3): left and right, or top and
    bottom of a tall one. What is beyond the picture is filled with its edge."""
    left, top, right, bottom = beyond
    if any(beyond):
        crop = cv2.copyMakeBorder(crop, top, bottom, left, right, cv2.BORDER_REPLICATE)
    high, wide = crop.shape[:2]
    side = min(high, wide)
    first = crop[:side, :side]
    last = crop[high - side :, wide - side :]
    # Averaging many pixels takes milliseconds: of large boxes only some are looked at.
    some = max(1, side // (2 * SIDE))
    first, last = first[::some, ::some], last[::some, ::some]
    method = cv2.INTER_AREA if side > SIDE else cv2.INTER_LINEAR
    shown = [cv2.resize(end, (SIDE, SIDE), interpolation=method) for end in (first, last)]
    return np.concatenate(shown, axis=1).astype(np.uint8)


def sizes(crop: Pixels, beyond: Beyond) -> tuple[float, float]:
    """The logarithms of height (in 20 pixels) and of width by height of what is looked at."""
    high = crop.shape[0] + beyond[1] + beyond[3]
    wide = crop.shape[1] + beyond[0] + beyond[2]
    return float(np.log(high / 40)), float(np.log(wide / high))
