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
    they are opened or brought to the front, and only their windows are looked at. `ways`: what
    nearly every program of a kind does by the same keys is done so, without asking the model, and
    what is named and not in sight is looked for in the menus.
    `forms`: what the task tells by its label is entered there, page by page, likewise.
    `going_back`: when actions brought the task no further, the run returns to where they began.
    """

    blocking: bool = True
    reflection: bool = True
    plan: bool = True
    several_actions: bool = True
    applications: bool = True
    ways: bool = True
    forms: bool = True
    going_back: bool = True

    @classmethod
    def none(cls) -> Mechanisms:
        """All off: the plain loop."""
        return cls(**{f.name: False for f in fields(cls)})

    def both(self, other: Mechanisms) -> Mechanisms:
        """Those that are on in both."""
        return Mechanisms(
            **{f.name: getattr(self, f.name) and getattr(other, f.name) for f in fields(self)}
        )
