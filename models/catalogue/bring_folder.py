"""Takes a LLaVA for transformers that is on this machine already: a folder as it was published."""

from __future__ import annotations

import json
from pathlib import Path

from models.catalogue.described import NOT_STATED, Wishes, identified, plain
from models.catalogue.entries import FILE_NAME
from models.catalogue.sources import LocalSource
from models.catalogue.spec import ModelFile, ModelSpec
from models.runtime.errors import ModelError
from models.runtime.llava import CONFIG, require_llava

# What transformers reads. Weights in other forms than safetensors may hold code that runs when they
# are opened, so they are left where they are.
_WEIGHTS = ".safetensors"
_READ = (_WEIGHTS, ".json", ".jinja", ".txt", ".model")


def files(folder: Path) -> list[Path]:
    """The files of the folder that belong to the model, its weights first.

    Raises:
        ModelError: it holds no LLaVA, or one without safetensors, or not all of them.
    """
    require_llava(folder)
    try:
        found = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise ModelError(f"{folder} cannot be read: {error.strerror or error}.") from error
    read = [p for p in found if p.suffix in _READ and FILE_NAME.fullmatch(p.name)]
    weights = [path for path in read if path.suffix == _WEIGHTS]
    if not weights:
        raise ModelError(
            f"There are no weights in {folder}: no file ends in {_WEIGHTS}.",
            "Download the model in that format. Other formats may contain code and are not opened.",
        )
    if missing := sorted(_listed(read) - {path.name for path in weights}):
        raise ModelError(
            f"{folder} is incomplete; missing: {', '.join(missing)}.",
            "Download all its files again.",
        )
    return weights + [path for path in read if path.suffix != _WEIGHTS]


def new_entry(folder: Path, paths: list[Path], hashes: list[str], wishes: Wishes) -> ModelSpec:
    """The entry for these files of a folder.

    Raises:
        ModelError: the id cannot be used.
    """
    name = wishes.name or folder.resolve().name
    return ModelSpec(
        id=identified(wishes, name),
        role="vision-language",
        name=plain(name),
        licence=plain(wishes.licence or NOT_STATED),
        files=tuple(
            ModelFile(path.name, sha256, path.stat().st_size, (LocalSource(path.resolve()),))
            for path, sha256 in zip(paths, hashes, strict=True)
        ),
        own=True,
    )


def _listed(read: list[Path]) -> set[str]:
    """The names of the weights that an index in the folder lists, if there is one."""
    names: set[str] = set()
    for path in read:
        if path.name.endswith(f"{_WEIGHTS}.index.json"):
            try:
                names |= set(json.loads(path.read_text("utf-8"))["weight_map"].values())
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise ModelError(
                    f"{path} cannot be parsed: {error}.",
                    f"Download it again, into the folder of {CONFIG}.",
                ) from error
    return names
