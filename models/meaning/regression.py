"""A logistic regression on vectors, whose weights lie in a JSON file: which of two sorts a text is
of."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Regression:
    """One weight for each number of a row, and the start."""

    weights: Numbers
    start: float

    @classmethod
    def read(cls, path: Path) -> Self:
        """What a training wrote. Raises OSError, ValueError and KeyError for a broken file."""
        known = json.loads(path.read_text("utf-8"))
        return cls(np.array(known["weights"], np.float64), float(known["start"]))

    def chances(self, rows: Numbers) -> list[float]:
        """How likely each of n rows is of the first sort, 0 to 1."""
        # Not by BLAS: its threads wait for one another, seconds where all cores are at work.
        odds = np.einsum("ij,j->i", rows, self.weights) + self.start
        return [float(chance) for chance in 1 / (1 + np.exp(-odds))]


@functools.cache
def regression(path: Path) -> Regression:
    """The regression of a file, read once."""
    return Regression.read(path)


def write(path: Path, what: str, weights: Numbers, **told: int) -> None:
    """Write weights, with the start behind them; `what` and what else is `told` are for people."""
    *own, start = (float(weight) for weight in weights)
    card = {"what": what, **told, "start": start, "weights": own}
    path.write_text(json.dumps(card, separators=(",", ":")) + "\n", "utf-8")
