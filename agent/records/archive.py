"""Stored runs: which there are, deleting them, and keeping their age and size within limits."""

from __future__ import annotations

import contextlib
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

_NAME = re.compile(r"\d{8}-\d{6}-.+")
_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run's folder; `changed` is seconds since the epoch, `bytes` the size of its files."""

    path: Path
    changed: float
    bytes: int


def folders(under: Path) -> list[Path]:
    """The folders of runs in a folder, in no order. Whatever else lies there is no run and is left
    alone."""
    if not under.is_dir():
        return []
    # A link may lead anywhere: what it leads to is not ours to delete.
    return [
        path
        for path in under.iterdir()
        if _NAME.fullmatch(path.name) and not path.is_symlink() and path.is_dir()
    ]


def folder_of(under: Path, name: str) -> Path | None:
    """The folder of the run with this name, None when there is none. The name is compared with
    those that are there, so that none leads elsewhere."""
    return next((path for path in folders(under) if path.name == name), None)


def size_of(folder: Path) -> int:
    """The bytes of the files in a run's folder."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())


def by_age(under: Path) -> list[Path]:
    """The folders of runs in a folder, oldest first. Quicker than `stored`, which looks at every
    file."""
    found = []
    for path in folders(under):
        # Another process may delete it at this moment.
        with contextlib.suppress(FileNotFoundError):
            found.append((path.stat().st_mtime, path.name, path))
    return [path for *_, path in sorted(found)]


def stored(under: Path) -> list[StoredRun]:
    """The runs in a folder, oldest first."""
    found = []
    for path in folders(under):
        # Another process may delete it at this moment.
        with contextlib.suppress(FileNotFoundError):
            found.append(StoredRun(path, path.stat().st_mtime, size_of(path)))
    return sorted(found, key=lambda run: (run.changed, run.path.name))


def delete(run: StoredRun) -> None:
    """Raises OSError when it cannot be deleted."""
    shutil.rmtree(run.path)


def prune(under: Path, days: float, megabytes: float, now: float | None = None) -> list[StoredRun]:
    """Delete the oldest runs until none is older than `days` and all have at most `megabytes`;
    0 means no limit. The runs that were deleted.

    Raises:
        OSError: one cannot be deleted.
    """
    now = time.time() if now is None else now
    runs = stored(under)
    total = sum(run.bytes for run in runs)
    gone = []
    for run in runs:
        too_old = days and now - run.changed > days * _DAY
        too_much = megabytes and total > megabytes * 1e6
        if not (too_old or too_much):
            break
        delete(run)
        total -= run.bytes
        gone.append(run)
    return gone
