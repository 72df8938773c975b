"""What may be suggested, and how likely each of it is right: a small network over what is known of
it, which training/suggestions.py taught with recorded, made and written decisions."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.actions import Action

Features = Mapping[str, float]
"""What is known of a suggestion, by name; what is not named is 0."""
Numbers = NDArray[np.float32]
RANKING = Path(__file__).with_name("ranking.npz")
# What the decisions to learn from hardly show, and what it counts besides: a sum for a keypad,
# a text of the model's own on an empty sheet.
_KNOWN = {"sum": 6.0, "own sum": 4.0, "own on a sheet": 4.0}
# What is known is told in standard deviations from the mean, so many at most.
MOST = 6.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that may be suggested, with what is known of it. `open_text`: which text is typed
    or told is asked of the model when it takes this."""

    action: Action
    features: Features = field(default_factory=dict)
    open_text: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """The network: each feature counts by itself (`alone`), and all together through two layers.
    `places` are the features' places among the D inputs, `mean` and `spread` what is usual."""

    places: Mapping[str, int]
    mean: Numbers
    spread: Numbers
    alone: Numbers
    layers: tuple[tuple[Numbers, Numbers], ...]
    out: Numbers

    @classmethod
    def load(cls, path: Path = RANKING) -> Ranking:
        """Raises OSError or ValueError where the file cannot be read."""
        with np.load(path) as file:
            known = {name: file[name] for name in file.files}
        numbers = {n: v.astype(np.float32) for n, v in known.items() if n != "names"}
        layers = ((numbers["in"], numbers["in_start"]), (numbers["mid"], numbers["mid_start"]))
        places = {str(name): place for place, name in enumerate(known["names"])}
        usual = numbers["mean"], numbers["spread"]
        return cls(places, *usual, numbers["alone"], layers, numbers["out"])

    def scores(self, features: Sequence[Features]) -> Numbers:
        """The scores of n suggestions."""
        rows = np.zeros((len(features), len(self.places)), np.float32)
        for row, each in zip(rows, features, strict=True):
            for name, value in each.items():
                if name in self.places:
                    row[self.places[name]] = value
        rows = np.clip((rows - self.mean) / self.spread, -MOST, MOST)
        told = rows
        # Not by BLAS: its threads wait for one another, seconds where all cores are at work.
        for matrix, start in self.layers:
            told = np.maximum(np.einsum("ij,jk->ik", told, matrix) + start, 0.0)
        alone = np.einsum("ij,j->i", rows, self.alone)
        found: Numbers = alone + np.einsum("ij,j->i", told, self.out)
        return found


@functools.cache
def ranking() -> Ranking:
    """What was learnt."""
    return Ranking.load()


def weigh(features: Sequence[Features]) -> list[float]:
    """The scores of suggestions: the higher, the likelier it is right. Those of one situation are
    logarithms of probabilities, but for a constant."""
    if not features:
        return []
    known = [sum(_KNOWN.get(name, 0.0) * told[name] for name in told) for told in features]
    return [
        float(score) + more for score, more in zip(ranking().scores(features), known, strict=True)
    ]
