"""The plain loop: one action for each screen, chosen by the model; no plan, nothing remembered,
nothing looked at afterwards. To compare with; its runs end as "perhaps done" at best."""

from __future__ import annotations

from agent.deciding.decider import Decider, Decides
from agent.mechanisms import Mechanisms


class Strategy:
    """No mechanism at all. Safety is that of every run."""

    title = "act only: the model chooses one action after the other"

    def mechanisms(self) -> Mechanisms:
        return Mechanisms.none()

    def decides(self, decider: Decider) -> Decides:
        return decider
