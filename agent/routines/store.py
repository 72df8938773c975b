"""Kept routines: one TOML file each in the data folder, which a person may read and edit."""

from __future__ import annotations

import re
import tomllib
import zlib
from dataclasses import dataclass, replace
from pathlib import Path

from agent.errors import AgentError
from agent.routines.files import as_toml, of_toml
from agent.routines.routine import LONGEST_NAME, Routine
from agent.routines.template import matched
from models.files.paths import data_folder
from models.files.whole_file import part_beside

_MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of the folder: its routine, or in `problem` a sentence on why it cannot be read."""

    path: Path
    routine: Routine | None = None
    problem: str = ""

    @property
    def name(self) -> str:
        return self.routine.name if self.routine else self.path.stem


def folder() -> Path:
    return data_folder() / "routines"


def kept() -> list[Kept]:
    """What is kept, by name; damaged files are among it.

    Raises:
        OSError: the folder cannot be listed.
    """
    under = folder()
    paths = sorted(under.glob("*.toml")) if under.is_dir() else []
    return sorted((_read(path) for path in paths), key=lambda each: each.name.casefold())


def routine(name: str) -> Routine:
    """The routine with this name.

    Raises:
        AgentError: there is none, or its file cannot be read.
    """
    found = _found(name)
    if found.routine is None:
        raise AgentError(found.problem, "Correct the file, or delete it.")
    return found.routine


def path_of(name: str) -> Path:
    """The file of the routine with this name. Raises AgentError when there is none."""
    return _found(name).path


def keep(fresh: Routine) -> Path:
    """Write a new routine down; where it is.

    Raises:
        AgentError: there is one of that name already, or it cannot be written.
    """
    fresh = replace(fresh, name=checked_name(fresh.name))
    if any(_same(each.name, fresh.name) for each in _all()):
        raise _taken(fresh.name)
    path = folder() / f"{_stem(fresh.name)}.toml"
    _write(path, fresh)
    return path


def rename(name: str, new: str) -> Routine:
    """Give a routine another name, and its file too.

    Raises:
        AgentError: there is no such routine, the name is taken or none, or it cannot be written.
    """
    found, new = _found(name), checked_name(new)
    if found.routine is None:
        raise AgentError(found.problem, "Correct the file, or delete it.")
    if any(_same(each.name, new) and each.path != found.path for each in _all()):
        raise _taken(new)
    fresh = replace(found.routine, name=new)
    path = folder() / f"{_stem(new)}.toml"
    _write(path, fresh, over=path == found.path)
    if path != found.path:
        found.path.unlink(missing_ok=True)
    return fresh


def delete(name: str) -> str:
    """Delete a routine, also a damaged file; its name.

    Raises:
        AgentError: there is none, or it cannot be deleted.
    """
    found = _found(name)
    try:
        found.path.unlink()
    except OSError as error:
        raise AgentError(f"{found.path} cannot be deleted: {error.strerror or error}.") from error
    return found.name


def like(task: str) -> tuple[Routine, dict[str, str]] | None:
    """The routine that does what this task says but for the values, with the task's values; None
    when there is none. Never raises: nothing is offered then."""
    try:
        routines = [each.routine for each in kept() if each.routine is not None]
    except OSError:
        return None
    for each in routines:
        names = [one.name for one in each.parameters]
        if (values := matched(each.task, task, names)) is not None:
            return each, values
    return None


def checked_name(name: str) -> str:
    """The name as it is kept: one line, no blanks at its ends.

    Raises:
        AgentError: it is none.
    """
    name = " ".join(name.split())
    if not re.search(r"\w", name) or not name.isprintable():
        raise AgentError("A routine needs a name.", "For example: Sign the guest book")
    if len(name) > LONGEST_NAME:
        raise AgentError(
            f"The name is longer than {LONGEST_NAME} characters.", "Choose a shorter one."
        )
    return name


def _found(name: str) -> Kept:
    for each in _all():
        if _same(each.name, name) or each.path.stem == name.strip():
            return each
    raise AgentError(
        f"There is no routine “{name.strip()}”.", "To list them: deskhand routines list"
    )


def _all() -> list[Kept]:
    try:
        return kept()
    except OSError as error:
        raise AgentError(f"The routines cannot be read: {error.strerror or error}.") from error


def _same(a: str, b: str) -> bool:
    return " ".join(a.split()).casefold() == " ".join(b.split()).casefold()


def _read(path: Path) -> Kept:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError("it is too large for a routine")
        return Kept(path, of_toml(tomllib.loads(path.read_text("utf-8"))))
    except OSError as error:
        why = error.strerror or str(error)
    except (ValueError, RecursionError) as error:
        # Damaged TOML and what is no UTF-8 are ValueErrors too.
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
    return Kept(path, None, f"The routine in {path} cannot be read: {why.rstrip('.')}.")


def _write(path: Path, routine: Routine, *, over: bool = False) -> None:
    """Put the file there as a whole; without `over` only if there is none, whoever else writes one
    at the same moment."""
    try:
        with part_beside(path) as part:
            part.write_text(as_toml(routine), "utf-8")
            if over:
                part.replace(path)
            else:
                path.hardlink_to(part)
    except FileExistsError as error:
        raise _taken(routine.name) from error
    except OSError as error:
        raise _unwritten(path, error) from error


def _stem(name: str) -> str:
    """The file of a name: no two names have the same, so that it is taken when its file is."""
    plain = " ".join(name.casefold().split())
    words = re.sub(r"[^\w]+", "-", plain).strip("-")[:60]
    exact = words.replace("-", " ") == plain
    return words if exact else f"{words}-{zlib.crc32(plain.encode()):08x}"


def _taken(name: str) -> AgentError:
    return AgentError(f"A routine “{name}” already exists.", "Choose another name.")


def _unwritten(path: Path, error: OSError) -> AgentError:
    return AgentError(
        f"The routine could not be written to {path}: {error.strerror or error}. Nothing was lost.",
        "Free some space on that disk, or correct the permissions of the folder.",
    )
