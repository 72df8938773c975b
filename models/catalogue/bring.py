"""Takes a file that is on this machine already: copied or linked, hashed, its header read."""

from __future__ import annotations

import hashlib
import os
import threading
from dataclasses import dataclass
from pathlib import Path

from models.catalogue.catalogue import catalogue
from models.catalogue.described import Described, Wishes, described, entry, part_of
from models.catalogue.entries import FILE_NAME
from models.catalogue.sources import LocalSource
from models.catalogue.spec import ModelFile, ModelSpec
from models.fetch.job import Job, Meter, Patience, Progress
from models.fetch.part_file import PartFile
from models.files import store
from models.memory.gguf_header import Header, read_header
from models.runtime.errors import ModelError

_BLOCK = 1 << 20
_BEGINNING_BYTES = 1 << 18


@dataclass(frozen=True, slots=True)
class Known:
    """A file of the catalogue that has the same SHA-256 as the one that is brought."""

    model: ModelSpec
    file: ModelFile


def recognise(path: Path, on_progress: Progress | None = None) -> tuple[str, list[Known]]:
    """The SHA-256 of a file, and which files of the catalogue it is.

    Raises:
        ModelError: the file cannot be read.
    """
    digest = hashlib.sha256()
    try:
        meter = Meter(on_progress, path.stat().st_size)
        done = 0
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                done += len(block)
                meter.show(done)
    except FileNotFoundError as error:
        raise ModelError(f"The file {path} does not exist.") from error
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    found = digest.hexdigest()
    models = catalogue().values()
    return found, [Known(m, f) for m in models for f in m.files if f.sha256 == found]


def new_entry(paths: list[Path], hashes: list[str], wishes: Wishes) -> ModelSpec:
    """The entry for files that the catalogue does not know: weights and maybe a projector.

    Raises:
        ModelError: they are no models, or cut off, or do not belong together.
    """
    found: list[Described] = []
    for number, (path, sha256) in enumerate(zip(paths, hashes, strict=True)):
        if not FILE_NAME.fullmatch(path.name):
            raise ModelError(
                f"The name {path.name} has characters that some systems cannot store.",
                "Rename the file and import it again.",
            )
        if not wishes.detector:
            # The whole header, and whether the file is as long as it says.
            _refuse_part(path, read_header(path))
        size = path.stat().st_size
        source = LocalSource(path.resolve())
        file = ModelFile(path.name, sha256, size, (source,), part_of(number))
        with path.open("rb") as opened:
            beginning = opened.read(_BEGINNING_BYTES)
        found.append(described(file, beginning, str(path), detector=wishes.detector))
    return entry(found[0], found[1] if len(found) > 1 else None, wishes)


def _refuse_part(path: Path, header: Header) -> None:
    """A file that is one of several of a model does not load alone."""
    count = header.values.get("split.count")
    if isinstance(count, int) and count > 1:
        raise ModelError(
            f"{path.name} is one of {count} parts of a model. It cannot be used alone.",
            "Join the parts with llama.cpp's tool, and import the joined file:"
            f" llama-gguf-split --merge {path.name} whole.gguf",
        )


def has_no_template(model: ModelSpec) -> bool:
    """Whether the weights of a model that was just brought do not say how a conversation is
    written for it; an unknown kind of file has none to miss."""
    path = store.file_path(model, model.weights)
    if path.suffix != ".gguf":
        return False
    header = read_header(path)
    return not header.chat_template and not header.is_projector


NO_TEMPLATE = (
    "The file has no chat template, so Deskhand writes to the model in the ChatML form. If its"
    " answers make no sense, import a file that has one."
)


def place(
    model: ModelSpec,
    file: ModelFile,
    source: Path,
    *,
    link: bool,
    on_progress: Progress | None = None,
) -> Path:
    """Put a recognised file where it belongs, as a copy or as a link to where it is.

    Raises:
        ModelError: it cannot be written, or it changed meanwhile; DiskFull when there is no room.
    """
    target = store.file_path(model, file)
    meter = Meter(on_progress, source.stat().st_size)
    job = Job(model.name, file, target, True, threading.Event(), Patience(), meter)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and target.samefile(source):
            pass  # It is there already.
        elif link:
            _link(source, target)
        else:
            _copy(job, source)
        store.remember_verified(target, file.sha256 or "")
    except OSError as error:
        raise job.not_written(error) from error
    return target


def _link(source: Path, target: Path) -> None:
    fresh = target.with_name(f"{target.name}.{os.getpid()}.new")
    fresh.symlink_to(source.resolve())
    fresh.replace(target)


def _copy(job: Job, source: Path) -> None:
    # Bytes of a broken fetch are of no use here, and would be counted as the file's beginning.
    with source.open("rb") as opened, PartFile(job.part_path) as part:
        part.cut(0)
        job.check_space(source.stat().st_size)
        while block := opened.read(_BLOCK):
            part.append(block)
            job.meter.show(part.size)
        if part.sha256 != job.file.sha256:
            part.discard()
            raise ModelError(f"{source} changed while it was being copied.", "Try again.")
        part.become(job.target)
