"""Which profile a model has, by the person's setting or by its size, and the context it wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from models.catalogue.spec import ModelSpec
from models.files.settings_file import used

ProfileName = Literal["small", "standard", "strong"]
NAMES: tuple[ProfileName, ...] = get_args(ProfileName)
AUTO = "auto"
KEYS = ("profile",)
CONTEXT = 4096
"""Tokens that the smallest profile and models for pictures want."""
_CONTEXTS: Mapping[ProfileName, int] = {"small": CONTEXT, "standard": 16_384, "strong": 32_768}
# Bytes of weights: a model of 3 billion parameters at 4 bits is below the first, one of 14 billion
# below the second.
_SMALL, _STANDARD = 2_600_000_000, 12_000_000_000
# Of the questions of the choice test, the share from which a model is asked for more at once.
_GOOD_SHARE = 0.85


def profile_name(model: ModelSpec | None, wanted: str = AUTO) -> ProfileName:
    """The wanted profile, or with "auto" that of the model by the size of its weights: a model on a
    server, whose size is not known, is a standard one, and one that is not known a small one."""
    for name in NAMES:
        if name == wanted:
            return name
    if model is None:
        return "small"
    if model.engine is not None or model.bytes is None:
        return "standard"
    return (
        "small" if model.bytes <= _SMALL else "standard" if model.bytes <= _STANDARD else "strong"
    )


def with_room(name: ProfileName, context_tokens: int) -> ProfileName:
    """The largest profile, at most this one, that works with a context: half of what it wants is
    enough for its prompts."""
    smaller = reversed(NAMES[: NAMES.index(name) + 1])
    return next((each for each in smaller if 2 * context_tokens >= _CONTEXTS[each]), "small")


def wanted_context(model: ModelSpec, wanted: str | None = None) -> int:
    """The tokens of context that a model is loaded with where it can have them; `wanted` is the
    profile of a run, None for that of the person's settings.

    Raises:
        ModelError: the settings cannot be read.
    """
    if model.role != "language":
        return CONTEXT
    return _CONTEXTS[profile_name(model, chosen() if wanted is None else wanted)]


def recommended(right: int, questions: int, size: int | None) -> ProfileName:
    """The profile for a model that answered so many questions of the choice test right; `size` are
    the bytes of its weights, None where that is not known."""
    if right < _GOOD_SHARE * questions:
        return "small"
    large = size is not None and size > _STANDARD
    return "strong" if large and right == questions else "standard"


def recommendation(model: ModelSpec, right: int, questions: int) -> str:
    """What is recommended after the choice test, in a line for people.

    Raises:
        ModelError: the settings cannot be read.
    """
    name = recommended(right, questions, model.bytes if model.engine is None else None)
    if name == profile_name(model, chosen()):
        return f"Recommended profile: {name}, which is in use for this model."
    return f"Recommended profile: {name}. To use it: deskhand settings set profile {name}"


def chosen() -> str:
    """The profile in the settings, or "auto".

    Raises:
        ModelError: they cannot be read, or it is no profile.
    """
    return used(chosen_of)


def chosen_of(found: Mapping[str, Any]) -> str:
    """What a file of settings says. Raises ValueError with a sentence."""
    name = found.get("profile", AUTO)
    if name not in (AUTO, *NAMES):
        raise ValueError(f"profile must be one of {', '.join((AUTO, *NAMES))}, not {name!r}")
    return str(name)
