"""A fixed piece of work, timed beside every result: seconds on one machine say nothing on another
until both have done the same.

python -m benchmarks.reports.calibration
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.core.onnx_session import open_session

# Never change what is timed: figures of before could no longer be compared.
ROUNDS = 5
_LOOPS = 1_600_000
_PRODUCTS, _SIDE = 8, 1024
_TILES, _TILE = 5, 640
_WEIGHTS = Path(__file__).parents[2] / "vision" / "weights" / "controls.onnx"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Medians in seconds of three fixed pieces of work, and what else the machine was doing."""

    python: float
    """A loop in pure Python: one core."""
    matrices: float
    """Products of matrices in numpy: as many cores as its library takes."""
    detector: float
    """The shipped detector on tiles of noise: as many cores as onnxruntime takes."""
    weights: str
    """The first eight signs of the detector's SHA-256. Only equal ones can be compared."""
    load: float
    """The load of the last minute before the work began: 0 on an idle machine."""

    def words(self) -> str:
        """The figures in one line, as they stand beside the name of the machine."""
        return (
            f"calibration: Python {self.python:.2f} s, matrices {self.matrices:.2f} s, "
            f"detector {self.detector:.2f} s (weights {self.weights}), load {self.load:.1f}"
        )


def calibrate(weights: Path = _WEIGHTS) -> Calibration:
    """Do the fixed work, which takes some five seconds on two quiet cores of 2026.

    Raises:
        FileNotFoundError: there is no detector at `weights`.
        ValueError: the file is no detector.
    """
    import psutil

    load = psutil.getloadavg()[0]
    seconds = medians(
        {
            "python": python_work,
            "matrices": _matrix_work(),
            "detector": detector_work(weights),
        }
    )
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()[:8]
    return Calibration(**seconds, weights=digest, load=load)


def medians(
    pieces: Mapping[str, Callable[[], object]],
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """The median seconds of each piece. The pieces take turns, so that what disturbs the machine
    for a moment does not fall on one of them; one more round at the start is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in pieces}
    for _ in range(rounds + 1):
        for name, work in pieces.items():
            began = clock()
            work()
            taken[name].append(clock() - began)
    return {name: median(seconds[1:]) for name, seconds in taken.items()}


def python_work(loops: int = _LOOPS) -> int:
    """Numbers of a congruential generator, counted in a dictionary. Returns their checksum."""
    state, seen = 1, dict.fromkeys(range(1009), 0)
    for _ in range(loops):
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        seen[state % 1009] += 1
    return sum(number * count for number, count in seen.items())


def noise(*shape: int) -> NDArray[np.float32]:
    """Numbers from 0 to 1, the same ones each time."""
    return np.random.default_rng(0).random(shape, np.float32)


def _matrix_work() -> Callable[[], object]:
    square = noise(_SIDE, _SIDE)
    return lambda: [square @ square for _ in range(_PRODUCTS)]


def detector_work(weights: Path = _WEIGHTS) -> Callable[[], object]:
    """The shipped detector on five tiles of noise, to be called as often as wanted."""
    session = open_session(weights, 0, "Get Deskhand anew.")
    tile = {session.get_inputs()[0].name: noise(1, 3, _TILE, _TILE)}
    return lambda: [session.run(None, tile) for _ in range(_TILES)]


if __name__ == "__main__":
    from agent.diagnostics import offline

    offline.apply()
    print(calibrate().words())
