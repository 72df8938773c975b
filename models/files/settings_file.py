"""settings.toml in the data folder, the one file of what the person set: read and changed.

What its names mean is known to the parts that use them. A change leaves comments, other names and
their order as the person wrote them; the file is replaced as a whole, one process at a time, and
one that cannot be read is never written to.
"""

from __future__ import annotations

import os
import shutil
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from models.fetch.part_file import locked
from models.files.paths import data_folder
from models.files.whole_file import part_beside
from models.runtime.errors import ModelError

NAME = "settings.toml"
# Where rules lay before there was one file.
_BEFORE = "policy.toml"
_HINT = "Correct the file by hand or in the panel's Settings."
_T = TypeVar("_T")


def settings_path() -> Path:
    return data_folder() / NAME


def text_of(path: Path) -> str:
    """The file as it is, line ends included; "" when there is none. Raises OSError and
    UnicodeDecodeError."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""


def values_of(path: Path) -> dict[str, Any]:
    """What stands in the file; nothing when there is none.

    Raises:
        ModelError: it cannot be read, or is no TOML.
    """
    try:
        return tomllib.loads(text_of(path))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ModelError(f"The settings in {path} cannot be read: {error}.", _HINT) from error


def left_behind() -> ModelError | None:
    """Why nothing may be done while a file of rules from before lies in the data folder: it may
    hold denials."""
    old = data_folder() / _BEFORE
    if not os.path.lexists(old):
        return None
    return ModelError(
        f"The rules in {old} are no longer read; {NAME} now holds all settings.",
        f"Move its lines there, then delete or rename {_BEFORE}.",
    )


def used(part: Callable[[Mapping[str, Any]], _T]) -> _T:
    """What a part makes of the settings as they are now; it raises ValueError with a sentence when
    a value makes no sense.

    Raises:
        ModelError: that, or the file cannot be read.
    """
    values = values_of(settings_path())
    try:
        return part(values)
    except ValueError as error:
        why = f"The settings in {settings_path()} cannot be used: {error}."
        raise ModelError(why, _HINT) from error


def change(wanted: Mapping[str, Any]) -> None:
    """Set these values under their dotted names, as data for TOML; None takes a name out.

    Raises:
        ModelError: the file cannot be read, written, or changed without touching anything else; it
            is as it was.
    """
    from models.files.settings_edit import edited

    with _mine() as path:
        values_of(path)
        fresh = edited(text_of(path), wanted)
        if fresh is None:
            raise ModelError(
                f"{path} is written in a way that Deskhand cannot change without losing something.",
                f"Change {', '.join(wanted)} in the file by hand.",
            )
        _write(path, fresh)


def put_aside() -> Path:
    """Give the file another name, so that the defaults hold; where it is now.

    Raises:
        ModelError: it cannot be moved.
    """
    with _mine() as path:
        path = path.resolve()
        now = time.strftime("%Y%m%d-%H%M%S")
        return path.rename(path.with_name(f"{path.stem}.damaged-{now}{path.suffix}"))


@contextmanager
def _mine() -> Iterator[Path]:
    """The path of the file, while nobody else changes it."""
    path = settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_name(f"{NAME}.lock")):
            yield path
    except OSError as error:
        raise ModelError(
            f"{path} could not be written: {error.strerror or error}. It was not changed.",
            "Free some disk space, or correct the permissions of the file and its folder.",
        ) from error


def _write(path: Path, text: str) -> None:
    # The file may be a link to one that the person keeps elsewhere.
    path = path.resolve()
    with part_beside(path) as part:
        part.write_bytes(text.encode("utf-8"))
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
