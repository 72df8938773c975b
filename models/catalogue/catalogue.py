"""What Deskhand offers: the table in catalogue.toml, and what the person added in models.toml.

A newcomer adds a model by adding a table to one of these files; no Python changes.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from models.catalogue.entries import parse
from models.catalogue.spec import ModelFile, ModelSpec
from models.files.paths import data_folder
from models.runtime.errors import ModelError

__all__ = ["ModelFile", "ModelSpec", "builtin", "catalogue", "language_model", "own", "spec"]


@functools.cache
def _builtin() -> dict[str, ModelSpec]:
    text = resources.files("models.catalogue").joinpath("catalogue.toml").read_text("utf-8")
    return parse(text)


def builtin() -> dict[str, ModelSpec]:
    """Deskhand's own models by id, in the order of the file."""
    return dict(_builtin())


def own_file() -> Path:
    """Where the person's own entries are, when there are any."""
    return data_folder() / "models.toml"


def own() -> dict[str, ModelSpec]:
    """The models that the person added.

    Raises:
        ModelError: their file cannot be read; which entry and key is said.
    """
    path = own_file()
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"The model catalogue {path} cannot be read: {error}.") from error
    try:
        models = parse(text, str(path), own=True)
    except ModelError as error:
        raise ModelError(str(error), "Correct the file, or delete it.") from error
    if taken := next((identity for identity in models if identity in _builtin()), None):
        raise ModelError(
            f"The model catalogue {path} has an error at model {taken}: Deskhand's own catalogue"
            " already has this id.",
            "Choose another id.",
        )
    return models


def catalogue() -> dict[str, ModelSpec]:
    """All models by id: Deskhand's, then the person's own.

    Raises:
        ModelError: the person's file cannot be read.
    """
    return builtin() | own()


def spec(model_id: str) -> ModelSpec:
    """The model with this id.

    Raises:
        ModelError: there is none; the hint names the closest id and all others.
    """
    if model_id in _builtin():  # A mistake in the person's file does not touch these.
        return _builtin()[model_id]
    return _named(model_id, catalogue())


def language_model(model_id: str) -> ModelSpec:
    """The language model with this id.

    Raises:
        ModelError: there is no such model, or it is another kind; the hint names only language
            models.
    """
    known = builtin() if model_id in _builtin() else catalogue()
    languages = {one.id: one for one in known.values() if one.role == "language"}
    if model_id in known:
        try:
            known[model_id].require_language()
        except ModelError as error:
            raise ModelError(str(error), f"Language models: {', '.join(languages)}.") from None
    return _named(model_id, languages)


def _named(model_id: str, known: dict[str, ModelSpec]) -> ModelSpec:
    if model_id in known:
        return known[model_id]
    close = _close(model_id, known)
    hint = f"Did you mean {close}? " if close else ""
    raise ModelError(f'There is no model "{model_id}".', f"{hint}Available: {', '.join(known)}.")


def _close(model_id: str, known: Iterable[str]) -> str:
    return next(iter(difflib.get_close_matches(model_id.lower(), known, n=1)), "")
