"""The mechanisms of the loop that can be switched off, so that the gain of each can be measured."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Mechanisms:
    """Which mechanisms a run uses; all whose gain was measured, unless it is asked otherwise.

    `blocking`: what had no effect, was done before in this state, or is done already (a filled
    field, a ticked box) is not offered again. `reflection`: what an action is believed to have
    done is read from the screen; without it every action that could be carried out counts as
    having worked. `plan`: the task is cut into parts that are ticked. `several_actions`: more than
    one action of a reply is carried out. `applications`: which ones the task needs is chosen first,
    only their windows are looked at. `skills`: procedures are offered (see agent.skills).
    `suggestions`: what the words of the task point at is offered first.
    """

    blocking: bool = True
    reflection: bool = True
    plan: bool = True
    several_actions: bool = True
    applications: bool = True
    skills: bool = True
    suggestions: bool = True

    @classmethod
    def none(cls) -> Mechanisms:
        """All off: the plain loop."""
        return cls(**{f.name: False for f in fields(cls)})

    def both(self, other: Mechanisms) -> Mechanisms:
        """Those that are on in both."""
        return Mechanisms(
            **{f.name: getattr(self, f.name) and getattr(other, f.name) for f in fields(self)}
        )
