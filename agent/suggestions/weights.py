"""What may be suggested, and how much each feature of it counts: weights that
training/suggestions.py learnt from recorded decisions."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from agent.actions import Action

Features = Mapping[str, float]
"""What is known of a suggestion, by name; what is not named is 0."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that may be suggested, with what is known of it. `open_text`: which text is typed
    or told is asked of the model when it takes this."""

    action: Action
    features: Features = field(default_factory=dict)
    open_text: bool = False


@functools.cache
def weights() -> Mapping[str, float]:
    """The learnt weights by the names of the features."""
    text = files("agent.suggestions").joinpath("weights.json").read_text("utf-8")
    found: dict[str, float] = json.loads(text)
    return found


def weigh(features: Features) -> float:
    """The score of a suggestion: the higher, the likelier it is right. Scores of one situation can
    be compared; 0 is about the middle."""
    known = weights()
    return sum(known.get(name, 0.0) * value for name, value in features.items())
