"""An action with its score: how surely the task means it, 0 to about 1.5."""

from __future__ import annotations

from dataclasses import dataclass

from agent.actions import Action


@dataclass(frozen=True, slots=True)
class Scored:
    """`open_text`: which text is typed is asked of the model when it takes this."""

    action: Action
    score: float
    open_text: bool = False
