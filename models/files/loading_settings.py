"""What the person set about loading, in settings.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.files.settings_file import used

KEYS = _IDLE, _ANYWAY = ("idle_unload_minutes", "load_anyway")


@dataclass(frozen=True, slots=True)
class LoadingSettings:
    """`idle_minutes` after the last run the model is freed; 0: never. `anyway`: a model is loaded
    even when it seems not to fit."""

    idle_minutes: float = 0.0
    anyway: bool = False


def loading_settings() -> LoadingSettings:
    """The settings now.

    Raises:
        ModelError: they cannot be read, or a value makes no sense.
    """
    return used(loading_of)


def loading_of(found: Mapping[str, Any]) -> LoadingSettings:
    """What a file of settings says. Raises ValueError with a sentence."""
    idle, anyway = found.get(_IDLE, 0), found.get(_ANYWAY, False)
    if isinstance(idle, bool) or not isinstance(idle, int | float) or not 0 <= idle < 1e6:
        raise ValueError(f"{_IDLE} must be a number of minutes, not {idle!r}")
    if not isinstance(anyway, bool):
        raise ValueError(f"{_ANYWAY} must be true or false, not {anyway!r}")
    return LoadingSettings(float(idle), anyway)
