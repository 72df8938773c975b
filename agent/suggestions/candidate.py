"""An action that may be suggested, with what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent.actions import Action
from agent.suggestions.weights import Features


@dataclass(frozen=True, slots=True)
class Candidate:
    """`open_text`: which text is typed or told is asked of the model when it takes this."""

    action: Action
    features: Features = field(default_factory=dict)
    open_text: bool = False
