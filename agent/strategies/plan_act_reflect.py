"""The usual strategy: the task is cut into parts, what can be known is done without the model, and
every effect is looked at."""

from __future__ import annotations

from agent.deciding.decider import Decider, Decides
from agent.mechanisms import Mechanisms


class Strategy:
    """All mechanisms, and the model as it is."""

    title = "plan, act, and look at what came of it"

    def mechanisms(self) -> Mechanisms:
        return Mechanisms()

    def decides(self, decider: Decider) -> Decides:
        return decider
