"""Profiles: how much a model is asked and told at once, by what it can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.catalogue.profile import AUTO, ProfileName, profile_name
from models.catalogue.spec import ModelSpec


@dataclass(frozen=True, slots=True)
class Profile:
    """`lists_first`: the model first chooses among `suggestions`, then among as many more, and is
    asked with the whole action space only when it takes none of them. `thought` is the longest
    thought in characters, `actions` the most actions of one reply, `reply_tokens` its longest text,
    `history` how many past actions are told, `screen_lines` how many lines of a crowded screen.
    `ends`: only the model says that the task is done; else the run ends when what was done says it
    (but a model that was taught to choose ends it in any profile)."""

    name: ProfileName
    lists_first: bool
    suggestions: int
    thought: int
    actions: int
    reply_tokens: int
    history: int
    screen_lines: int
    ends: bool


PROFILES: Mapping[str, Profile] = {
    "small": Profile("small", True, 10, 60, 1, 600, 4, 60, False),
    "standard": Profile("standard", False, 8, 240, 6, 700, 20, 160, True),
    "strong": Profile("strong", False, 10, 600, 12, 1500, 80, 400, True),
}


def profile_of(model: ModelSpec | None, wanted: str = AUTO) -> Profile:
    """The wanted profile, or with "auto" that of the model (see models.catalogue.profile)."""
    return PROFILES[profile_name(model, wanted)]
