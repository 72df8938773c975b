"""From scores to a decision: the temperature and the threshold, chosen on the validation side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.icons.classifier import probabilities

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
KEPT_OUT = 0.87
"""Share of the unknown validation crops that must be called unknown. A little more than the goal
on held-out sets (0.8), since other sets look different again."""


def temperature(logits: Floats, truth: Numbers) -> float:
    """The temperature (0.3..3) that makes probabilities honest: least negative log-likelihood of
    the true answers."""
    rows = np.arange(len(truth))
    grid = [float(value) for value in np.geomspace(0.3, 3, 47)]
    losses = [
        -np.log(np.maximum(probabilities(logits, value)[rows, truth], 1e-9)).mean()
        for value in grid
    ]
    return grid[int(np.argmin(losses))]


def scores(logits: Floats, heat: float) -> tuple[Numbers, Floats]:
    """The best concept of each row and its probability; the last logit ("no concept") takes its
    share but is never the answer."""
    chances = probabilities(logits, heat)[:, :-1]
    best = chances.argmax(axis=1)
    return best.astype(np.int64), chances[np.arange(len(best)), best]


def threshold(unknown: Floats, share: float = KEPT_OUT) -> float:
    """The least score at which `share` (0..1) of the unknown crops fall below.

    Raises:
        ValueError: there are no unknown scores.
    """
    if not len(unknown):
        raise ValueError(
            "a threshold needs scores of unknown icons; are there any masters of them?"
        )
    ranked = np.sort(unknown)
    place = int(np.ceil(share * len(ranked)))
    if place >= len(ranked):
        return float(min(1.0, ranked[-1] + 1e-6))
    # Between the last score that must stay below and the next one.
    return float((ranked[max(place - 1, 0)] + ranked[place]) / 2)
