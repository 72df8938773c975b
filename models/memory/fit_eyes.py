"""The memory that seeing takes: detectors and text recognisers.

They are not written in a format that tells it. So it is a straight line through what was measured
on a CPU: a fixed part with the libraries, and a part for each million pixels of the screen. The
check against real peaks: `deskhand models fit --measure`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.memory.fit_language import Need

Recogniser = Literal["rapid", "easy"]
SCREEN = (1920, 1080)
"""The size of the screen in pixels that is reckoned with."""

_MILLION = 1_000_000
# A detector on the GPU: what torch takes there. Not measured here.
_TORCH_GPU = 900 * _MILLION


@dataclass(frozen=True, slots=True)
class _Line:
    """Bytes: those that are always there, and those for each million pixels."""

    fixed: int
    each: int

    def at(self, screen: tuple[int, int]) -> int:
        return self.fixed + int(self.each * screen[0] * screen[1] / _MILLION)


# Measured at 1280×800 and 1920×1080; without the 41 MB of weights of the detector.
_DETECTOR = _Line(880 * _MILLION, 243 * _MILLION)
# Our own by onnxruntime: it looks at tiles, so screens of any size take the same.
OWN_DETECTOR = Need(ram=95 * _MILLION, peak=135 * _MILLION)
_RECOGNISERS: dict[Recogniser, _Line] = {
    "rapid": _Line(234 * _MILLION, 190 * _MILLION),
    "easy": _Line(900 * _MILLION, 660 * _MILLION),
}


def detector_need(
    weights_bytes: int, screen: tuple[int, int] = SCREEN, *, on_gpu: bool = False
) -> Need:
    """What a detector run by torch needs for a screen of this size, as large as 1920 pixels a
    side: a larger one is shrunk to that."""
    seen = (min(screen[0], 1920), min(screen[1], 1920))
    if on_gpu:
        return Need(_TORCH_GPU + weights_bytes, _DETECTOR.fixed, _DETECTOR.fixed)
    total = _DETECTOR.at(seen) + weights_bytes
    return Need(ram=total, peak=total)


def recogniser_need(name: Recogniser = "rapid", screen: tuple[int, int] = SCREEN) -> Need:
    """What reading the text of a screen of this size needs."""
    total = _RECOGNISERS[name].at(screen)
    return Need(ram=total, peak=total)
