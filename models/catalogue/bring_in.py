"""The whole way of a file or folder of this machine into the list of models: recognised, described,
copied or linked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from models.catalogue import bring, bring_folder, own_entries
from models.catalogue.bring import Known
from models.catalogue.catalogue import spec
from models.catalogue.described import Wishes
from models.catalogue.spec import ModelSpec
from models.fetch.job import Progress
from models.runtime.errors import ModelError

Showing = Callable[[str], AbstractContextManager[Progress]]
"""Shows how far a part of the work is, under this title."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A file that was brought: whose it is, where it was, and where it is now."""

    model: ModelSpec
    source: Path
    target: Path


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of it; `new` is the entry that was written, None for files of a known model."""

    placed: tuple[Placed, ...]
    new: ModelSpec | None = None


def bring_file(
    path: Path, projector: Path | None, wishes: Wishes, *, link: bool, show: Showing
) -> Brought:
    """Take a GGUF file, or the weights of a detector. A file of the catalogue is known by its
    SHA-256; any other becomes an entry of the person's own.

    Raises:
        ModelError: it cannot be read, is no model or another one than `wishes.id` says, or there
            is no room for it.
    """
    paths = [path, *([projector] if projector else [])]
    hashes, known = _recognised(paths, show)
    fitting = {one.model.id for one in known[0] if not wishes.id or one.model.id == wishes.id}
    if fitting:
        return Brought(
            tuple(
                _placed(one.model, one.file.file, source, link, show)
                for source, places in zip(paths, known, strict=True)
                for one in places
                if one.model.id in fitting
            )
        )
    if wishes.id:
        _refuse_another(wishes.id, hashes[0])
    return _taken(bring.new_entry(paths, hashes, wishes), paths, link, show)


def bring_llava(folder: Path, wishes: Wishes, *, link: bool, show: Showing) -> Brought:
    """Take a LLaVA for transformers. Other models may have some of its files too, so it is always
    a new entry.

    Raises:
        ModelError: as `bring_file`.
    """
    paths = bring_folder.files(folder)
    hashes = _recognised(paths, show)[0]
    if wishes.id:
        _refuse_another(wishes.id, hashes[0])
    return _taken(bring_folder.new_entry(folder, paths, hashes, wishes), paths, link, show)


def _taken(model: ModelSpec, paths: Sequence[Path], link: bool, show: Showing) -> Brought:
    own_entries.add(model)
    files = zip(paths, model.files, strict=True)
    return Brought(tuple(_placed(model, f.file, path, link, show) for path, f in files), model)


def _recognised(paths: Sequence[Path], show: Showing) -> tuple[list[str], list[list[Known]]]:
    """The SHA-256 of each file, and which files of the catalogue it is."""
    found = []
    for path in paths:
        with show(f"Reading {path.name}") as on_progress:
            found.append(bring.recognise(path, on_progress))
    return [sha256 for sha256, _ in found], [same for _, same in found]


def _placed(model: ModelSpec, name: str, source: Path, link: bool, show: Showing) -> Placed:
    [file] = [file for file in model.files if file.file == name]
    with show(model.id) as on_progress:
        target = bring.place(model, file, source, link=link, on_progress=on_progress)
    return Placed(model, source, target)


def _refuse_another(identity: str, sha256: str) -> None:
    """An id of the catalogue stands for certain bytes."""
    try:
        model = spec(identity)
    except ModelError:
        return
    raise ModelError(
        f"The file is not {identity}: its SHA-256 begins with {sha256[:12]} instead of"
        f" {(model.weights.sha256 or 'an unknown one')[:12]}.",
        "Use another id, or leave out --id.",
    )
