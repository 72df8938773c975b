"""Weights on this machine: what is there, whether it is whole, and which model is selected."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from models.catalogue.catalogue import ModelFile, ModelSpec, catalogue, language_model, spec
from models.catalogue.sources import PackageSource
from models.files import settings_file
from models.files.paths import weights_folder
from models.memory.gguf_header import read_header
from models.runtime import sight
from models.runtime.errors import ModelError

DEFAULT_MODEL = "qwen2.5-coder-1.5b-q4"
DETECTORS = {"omniparser": "omniparser-v2-icon", "uitag": "uitag-yolo11s"}
"""Models by what the setting `detector` calls them; our own detector is no download."""
SETTING = "language_model"
"""Its name in settings.toml."""
_BLOCK = 1 << 20


def weights_file(model: ModelSpec) -> Path:
    """Where the weights are, or belong when they are not there."""
    return located(model, model.weights) or file_path(model, model.weights)


def file_path(model: ModelSpec, file: ModelFile) -> Path:
    """Where a file belongs in the data folder, whether it is there or not."""
    return weights_folder(model.id) / file.file


def located(model: ModelSpec, file: ModelFile) -> Path | None:
    """Where a file is, in the data folder or in an installed package; None when it is nowhere."""
    path = file_path(model, file)
    if path.is_file():
        return path
    packages = (source for source in file.sources if isinstance(source, PackageSource))
    return next((there for package in packages if (there := package.path())), None)


def installed(model: ModelSpec) -> Path | None:
    """The weights when all files are there with the right sizes; only `verify` looks at each byte.

    A file of unknown size counts when it was checked before. None for a model on a server.
    """
    if not model.files:
        return None
    for file in model.files:
        path = _whole(model, file)
        if path is None or (file.bytes is None and not _unchanged(file_path(model, file), path)):
            return None
    return weights_file(model)


def ready(model: ModelSpec) -> bool:
    """Whether nothing must be fetched: it is installed, or on a server."""
    return model.engine is not None or installed(model) is not None


def verify(model: ModelSpec) -> bool:
    """Whether all files are there and their SHA-256 are right; true for a model on a server.

    A right hash is remembered with the file's size and time, so that a start does not read
    gigabytes again; a file that was touched since is read again.
    """
    return all(verify_file(model, file) for file in model.files)


def verify_file(model: ModelSpec, file: ModelFile, *, anew: bool = False) -> bool:
    """The same for one file; `anew` reads it even when a right hash is remembered."""
    path = _whole(model, file)
    if path is None:
        return False
    target = file_path(model, file)
    known = _record(target).get("sha256")
    wanted = file.sha256 or known
    if wanted and known == wanted and _unchanged(target, path) and not anew:
        return True
    if wanted is None and not _is_what_it_should_be(file, path):
        return False
    found = sha256_of(path)
    if wanted is not None and found != wanted:
        return False
    with suppress(OSError):  # A folder that may only be read: it is hashed each time.
        target.parent.mkdir(parents=True, exist_ok=True)
        _remember(target, path, found)
    return True


def remember_verified(path: Path, sha256: str) -> None:
    """Note that this very file had this hash."""
    _remember(path, path, sha256)


def weights_path(model_id: str) -> Path:
    """The whole, verified file with the weights of a model.

    Raises:
        ModelError: a file is missing, truncated or damaged; the hint says how to get it.
    """
    model = spec(model_id)
    if model.engine is not None:
        raise ModelError(
            f"{model.id} runs on the server {model.engine.url}, so it has no file here."
        )
    for file in model.files:
        if problem := what_is_wrong(model, file):
            raise ModelError(problem, f"Download it: deskhand models get {model.id}")
    return weights_file(model)


def what_is_wrong(model: ModelSpec, file: ModelFile, *, anew: bool = False) -> str:
    """Why a file of a model cannot be used, in a sentence; "" when it can."""
    path = located(model, file)
    if path is None:
        more = "" if file is model.weights else f" ({file.file})"
        return f"The model {model.id}{more} is not installed."
    size = path.stat().st_size
    if file.bytes is not None and size != file.bytes:
        return f"{path} is incomplete: it has {size:,} of {file.bytes:,} bytes."
    if not verify_file(model, file, anew=anew):
        whose = "in the catalogue" if file.sha256 else "of the first download"
        return f"{path} is damaged: its SHA-256 is not the one {whose}."
    return ""


def picture_model() -> str | None:
    """The first model of the catalogue that describes pictures, is here with all its files, and is
    not known to be blind."""
    for model in catalogue().values():
        if (
            model.role == "vision-language"
            and installed(model)
            and not sight.is_blind(model.id, files_here(model))
        ):
            return model.id
    return None


def files_here(model: ModelSpec) -> list[Path]:
    """Where the files of a model are, in the order of the catalogue; those that are here."""
    places = [located(model, file) for file in model.files]
    return [path for path in places if path is not None]


def picture_folder(model_id: str) -> Path | None:
    """The folder with the whole, verified files of a LLaVA for transformers; None for a model that
    is a GGUF file with a projector.

    Raises:
        ModelError: a file is missing, truncated or damaged; the hint says how to get it.
    """
    model = spec(model_id)
    if all(file.file != "config.json" for file in model.files):
        return None
    return weights_path(model_id).parent


def picture_files(model_id: str) -> tuple[Path, Path]:
    """The whole, verified files of a model of pictures: itself and its projector.

    Raises:
        ModelError: it has no projector, or a file is missing, truncated or damaged; the hint says
            how to get it.
    """
    model = spec(model_id)
    weights = weights_path(model_id)
    for file in model.files:
        path = located(model, file)
        if file.part == "projector" and path is not None:
            return weights, path
    raise ModelError(f"{model_id} has no projector, so it cannot read images.")


def adapter_files(model: ModelSpec) -> list[Path]:
    """The LoRA adapters that belong to a model and are here, in the order of its entry."""
    places = [located(model, file) for file in model.files if file.part == "adapter"]
    return [path for path in places if path is not None]


def selected() -> str:
    """The id of the language model in use.

    Raises:
        ModelError: the settings cannot be read.
    """
    return settings_file.used(lambda values: str(values.get(SETTING, DEFAULT_MODEL)))


def detector_in_use() -> str:
    """The id of the detector in use; "" for our own, which is no download.

    Raises:
        ModelError: the settings cannot be read.
    """
    return settings_file.used(lambda values: DETECTORS.get(str(values.get("detector")), ""))


def select(model_id: str) -> None:
    """Use this language model from now on.

    Raises:
        ModelError: there is no such model, it is not a language model, or the settings cannot be
            changed.
    """
    settings_file.change({SETTING: language_model(model_id).id})


def _whole(model: ModelSpec, file: ModelFile) -> Path | None:
    path = located(model, file)
    if path is None or (file.bytes is not None and path.stat().st_size != file.bytes):
        return None
    return path


def _is_what_it_should_be(file: ModelFile, path: Path) -> bool:
    """All that can be said of a file that nobody knows the hash of."""
    try:
        if file.is_gguf:
            read_header(path)
    except ModelError:
        return False
    return True


def _unchanged(target: Path, path: Path) -> bool:
    """Whether the file is the very one whose hash is remembered."""
    return not _identity(path).items() - _record(target).items()


def record_path(path: Path) -> Path:
    """Where the hash of the file that belongs at `path` is remembered."""
    return path.with_name(path.name + ".verified.json")


def _remember(target: Path, path: Path, sha256: str) -> None:
    record_path(target).write_text(json.dumps({**_identity(path), "sha256": sha256}), "utf-8")


def _identity(path: Path) -> dict[str, int]:
    stat = path.stat()
    return {"bytes": stat.st_size, "modified_ns": stat.st_mtime_ns}


def _record(target: Path) -> dict[str, object]:
    """What is remembered of the file that belongs at `target`; empty when nothing is."""
    try:
        record = json.loads(record_path(target).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
