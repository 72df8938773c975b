"""Profiles: how much a model is asked and told at once, by what it can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from models.catalogue.spec import ModelSpec

ProfileName = Literal["small", "standard", "strong"]
AUTO = "auto"
KEYS = ("profile",)
FORM = f"Write {AUTO}, {', '.join(get_args(ProfileName))}."
# Bytes of weights: a model of 3 billion parameters at 4 bits is below the first, one of 14 billion
# below the second.
_SMALL, _STANDARD = 2_600_000_000, 12_000_000_000


@dataclass(frozen=True, slots=True)
class Profile:
    """`lists_first`: the model first chooses among `suggestions` by their words, and is asked with
    the whole action space only when it takes none of them. `thought` is the longest thought in
    characters, `actions` the most actions of one reply, `reply_tokens` its longest text, `history`
    how many past actions are told, `screen_lines` how many lines of a crowded screen."""

    name: ProfileName
    lists_first: bool
    suggestions: int
    thought: int
    actions: int
    reply_tokens: int
    history: int
    screen_lines: int


PROFILES: Mapping[str, Profile] = {
    "small": Profile("small", True, 8, 60, 1, 300, 4, 60),
    "standard": Profile("standard", False, 8, 240, 6, 700, 20, 160),
    "strong": Profile("strong", False, 10, 600, 12, 1500, 80, 400),
}


def profile_of(model: ModelSpec | None, wanted: str = AUTO) -> Profile:
    """The wanted profile, or with "auto" that of the model by the size of its weights: a model on a
    server, whose size is not known, is a standard one."""
    if wanted in PROFILES:
        return PROFILES[wanted]
    if model is None:
        return PROFILES["small"]
    if model.engine is not None or model.bytes is None:
        return PROFILES["standard"]
    size = model.bytes
    name = "small" if size <= _SMALL else "standard" if size <= _STANDARD else "strong"
    return PROFILES[name]


def chosen_of(found: Mapping[str, Any]) -> str:
    """What a file of settings says. Raises ValueError with a sentence."""
    name = found.get("profile", AUTO)
    if name not in (AUTO, *PROFILES):
        raise ValueError(f"profile must be one of {', '.join((AUTO, *PROFILES))}, not {name!r}")
    return str(name)
