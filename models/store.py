"""Weights on this machine: what is there, whether it is whole, and which model is selected."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from contextlib import suppress
from pathlib import Path

from models.catalogue import ModelSpec, catalogue, spec
from models.errors import ModelError
from models.paths import data_folder, weights_folder

DEFAULT_MODEL = "qwen2.5-coder-1.5b-q4"
_SETTING = "language_model"
_BLOCK = 1 << 20


def weights_file(model: ModelSpec) -> Path:
    """Where the file belongs, whether it is there or not."""
    return weights_folder(model.id) / model.file


def installed(model: ModelSpec) -> Path | None:
    """The file when it is there with the right size; only `verify` looks at each byte."""
    path = weights_file(model)
    if not path.is_file() or (model.bytes is not None and path.stat().st_size != model.bytes):
        return None
    return path


def verify(model: ModelSpec) -> bool:
    """Whether the file is there and its SHA-256 is right.

    A right hash is remembered with the file's size and time beside it, so that a start does not
    read gigabytes again; a file that was touched since is read again.
    """
    path = installed(model)
    if path is None:
        return False
    if _record_of(path).get("sha256") == model.sha256:
        return True
    if _sha256(path) != model.sha256:
        return False
    with suppress(OSError):  # A folder that may only be read: it is hashed each time.
        remember_verified(path, model.sha256)
    return True


def remember_verified(path: Path, sha256: str) -> None:
    """Note that this very file had this hash."""
    _record_path(path).write_text(json.dumps({**_identity(path), "sha256": sha256}), "utf-8")


def weights_path(model_id: str) -> Path:
    """The whole, verified file of a model.

    Raises:
        ModelError: it is missing, truncated or damaged; the hint says how to get it.
    """
    model = spec(model_id)
    path = weights_file(model)
    hint = f"Get it with: deskhand models get {model.id}"
    if not path.is_file():
        raise ModelError(f"The model {model.id} is not on this machine.", hint)
    size = path.stat().st_size
    if model.bytes is not None and size != model.bytes:
        raise ModelError(f"{path} is not whole: it has {size:,} of {model.bytes:,} bytes.", hint)
    if not verify(model):
        raise ModelError(f"{path} is damaged: its SHA-256 is not the catalogue's.", hint)
    return path


def picture_model() -> str | None:
    """The first model of the catalogue that describes pictures and is here with its projector."""
    for model in catalogue().values():
        if model.role == "pictures" and installed(model) and installed(spec(model.projector)):
            return model.id
    return None


def picture_files(model_id: str) -> tuple[Path, Path]:
    """The whole, verified files of a model of pictures: itself and its projector.

    Raises:
        ModelError: one is missing, truncated or damaged; the hint says how to get it.
    """
    return weights_path(model_id), weights_path(spec(model_id).projector)


def selected() -> str:
    """The id of the language model in use.

    Raises:
        ModelError: the settings cannot be read.
    """
    path = _settings_path()
    if not path.is_file():
        return DEFAULT_MODEL
    try:
        chosen = tomllib.loads(path.read_text("utf-8")).get(_SETTING, DEFAULT_MODEL)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(
            f"The settings in {path} cannot be read: {error}.", "Correct or delete that file."
        ) from error
    return str(chosen)


def select(model_id: str) -> None:
    """Use this language model from now on.

    Raises:
        ModelError: there is no such model, or it is not a language model.
    """
    model = spec(model_id)
    if model.role != "language":
        raise ModelError(f"{model.id} is a {model.role}, not a language model.")
    selected()  # Refuses to write into a file that cannot be read.
    path = _settings_path()
    old = path.read_text("utf-8") if path.is_file() else ""
    # Other parts keep settings here too: only this line changes. It stands first, because a
    # plain key after a [table] would belong to that table.
    others = re.sub(rf"(?m)^{_SETTING}\s*=.*\n?", "", old)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(f'{_SETTING} = "{model.id}"\n{others}', "utf-8")
    fresh.replace(path)


def _settings_path() -> Path:
    return data_folder() / "settings.toml"


def _record_path(path: Path) -> Path:
    return path.with_name(path.name + ".verified.json")


def _identity(path: Path) -> dict[str, int]:
    stat = path.stat()
    return {"bytes": stat.st_size, "modified_ns": stat.st_mtime_ns}


def _record_of(path: Path) -> dict[str, object]:
    """What is remembered of this very file; empty when nothing is, or the file changed since."""
    try:
        record = json.loads(_record_path(path).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    if not isinstance(record, dict) or _identity(path).items() - record.items():
        return {}
    return record


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
