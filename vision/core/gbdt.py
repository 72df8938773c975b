"""Boosted decision trees, small and of one depth, as JSON: they say how likely something is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Complete trees, a row each: `features` and `limits` of their forks (2^depth - 1, level by
    level), `values` of their leaves (2^depth). A number above a limit goes right. `start` is what
    is said before any tree. All values are logarithms of odds."""

    start: float
    features: NDArray[np.int64]
    limits: Numbers
    values: Numbers

    def likely(self, rows: Numbers) -> Numbers:
        """How likely it is for each row of numbers, 0 to 1."""
        forks = self.features.shape[1]
        trees, every = np.arange(len(self.features))[None, :], np.arange(len(rows))[:, None]
        place = np.zeros((len(rows), len(self.features)), np.int64)
        for _ in range(forks.bit_length()):
            above = rows[every, self.features[trees, place]] > self.limits[trees, place]
            place = 2 * place + 1 + above
        odds = self.start + self.values[trees, place - forks].sum(axis=1)
        result: Numbers = 1 / (1 + np.exp(-odds))
        return result

    def save(self, path: Path, about: Mapping[str, object]) -> None:
        """Write them, with what `about` says of them."""
        plain = {
            "about": dict(about),
            "start": round(self.start, 4),
            "features": self.features.tolist(),
            "limits": [[float(f"{one:.4g}") for one in row] for row in self.limits],
            "values": np.round(self.values, 4).tolist(),
        }
        path.write_text(json.dumps(plain, separators=(",", ":")) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Trees:
        """Raises OSError for what cannot be read, ValueError for what holds no trees."""
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            features = np.array(plain["features"], np.int64)
            limits, values = np.array(plain["limits"], float), np.array(plain["values"], float)
            start = float(plain["start"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path} holds no trees: {error}") from error
        if features.shape != limits.shape or values.shape != (len(features), len(features[0]) + 1):
            raise ValueError(f"{path} holds no trees: their forks and leaves do not fit")
        return cls(start, features, limits, values)
