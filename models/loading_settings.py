"""What the person set about loading, in settings.toml beside the model in use."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.errors import ModelError
from models.paths import data_folder

_IDLE, _ANYWAY = "idle_unload_minutes", "load_anyway"


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
    path = data_folder() / "settings.toml"
    hint = "Correct or delete that file."
    try:
        found = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"The settings in {path} cannot be read: {error}.", hint) from error
    try:
        return loading_of(found)
    except ValueError as error:
        raise ModelError(f"{path}: {error}.", hint) from error


def loading_of(found: Mapping[str, Any]) -> LoadingSettings:
    """What a file of settings says. Raises ValueError with a sentence."""
    idle, anyway = found.get(_IDLE, 0), found.get(_ANYWAY, False)
    if isinstance(idle, bool) or not isinstance(idle, int | float) or not 0 <= idle < 1e6:
        raise ValueError(f"{_IDLE} must be a number of minutes, not {idle!r}")
    if not isinstance(anyway, bool):
        raise ValueError(f"{_ANYWAY} must be true or false, not {anyway!r}")
    return LoadingSettings(float(idle), anyway)
