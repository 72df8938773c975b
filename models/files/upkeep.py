"""Looks after the weights on this machine: what is wrong with them, and what can go."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from models.catalogue.catalogue import ModelFile, ModelSpec, catalogue
from models.catalogue.sources import PackageSource
from models.fetch.queue import cancel, drop, part_files
from models.files import store
from models.files.paths import data_folder
from models.runtime.errors import ModelError


@dataclass(frozen=True, slots=True)
class Finding:
    """One file of a model that is here, at least in part. `problem` is "" when it is whole."""

    model: ModelSpec
    file: ModelFile
    path: Path
    problem: str


def findings(models: list[ModelSpec]) -> Iterator[Finding]:
    """Read every byte of every file of these models that is here; one finding for each file.

    A model of which nothing is here is left out; a file of a model that misses is found.
    """
    for model in models:
        parts = part_files(model)
        places = [store.located(model, file) for file in model.files]
        if not parts and not any(places):
            continue
        for file, path in zip(model.files, places, strict=True):
            target = store.file_path(model, file)
            part = target.with_name(f"{target.name}.part")
            problem = store.what_is_wrong(model, file, anew=True)
            if path is None and part.is_file():
                problem = f"{part} is incomplete: its download was not finished."
            yield Finding(model, file, path or target, problem)


def strangers() -> list[Path]:
    """Folders of weights that belong to no model of the catalogue."""
    folder = data_folder() / "models"
    known = catalogue()
    return sorted(p for p in folder.glob("*") if p.is_dir() and p.name not in known)


def damaged(finding: Finding) -> bool:
    """Whether a file is there that must go before the right one can be fetched."""
    return bool(finding.problem) and finding.path.is_file()


def files_of(model: ModelSpec) -> list[Path]:
    """The files of a model in the data folder, whole or not."""
    targets = [store.file_path(model, file) for file in model.files]
    # A link counts also when the file that it leads to is gone.
    return [*part_files(model), *(p for p in targets if p.is_symlink() or p.is_file())]


def bytes_freed(model: ModelSpec) -> int:
    """What removing a model gives back; a link gives back nothing."""
    return sum(path.lstat().st_size for path in files_of(model) if not path.is_symlink())


def remove(model: ModelSpec) -> int:
    """Remove the files of a model from the data folder; the bytes that this frees.

    Raises:
        ModelError: this process has the model loaded, it lies in a Python package, it is not
            here, or it cannot be removed.
    """
    from models.memory import (
        loaded,  # It brings numpy with it, which the other commands do not need.
    )

    if loaded.holds(model.id):
        raise ModelError(
            f"{model.id} is loaded at the moment.", "End the run, or choose another model first."
        )
    freed = bytes_freed(model)
    if not files_of(model):
        _require_removable(model)
    try:
        if part_files(model):
            cancel(model)
        drop(model.id)
        for path in files_of(model):
            path.unlink(missing_ok=True)
        for file in model.files:
            store.record_path(store.file_path(model, file)).unlink(missing_ok=True)
        folder = store.file_path(model, model.weights).parent
        if folder.is_dir() and not any(folder.iterdir()):
            shutil.rmtree(folder)
    except OSError as error:
        raise ModelError(
            f"{model.id} cannot be deleted: {error.strerror or error}: {error.filename}."
        ) from error
    return freed


def _require_removable(model: ModelSpec) -> None:
    if model.engine is not None:
        raise ModelError(
            f"{model.id} runs on the server {model.engine.url}, not on this machine.",
            f"To remove it from the list: deskhand models remove {model.id} --forget",
        )
    for file in model.files:
        for source in file.sources:
            if isinstance(source, PackageSource) and source.path() is not None:
                raise ModelError(
                    f"{model.id} is part of {source}, and Deskhand does not uninstall packages."
                )
    raise ModelError(f"{model.id} is not installed.")
