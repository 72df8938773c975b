"""A small file that is there as a whole or as it was, whoever else writes it at that moment."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

PART = ".part"
"""How the name of a file ends that is not whole yet; what a killed process left of one may go."""


@contextlib.contextmanager
def part_beside(path: Path) -> Iterator[Path]:
    """An empty file beside `path` that only this user can read and only this caller writes; to be
    moved to its place, else it goes. The folders above are made when they miss.

    Raises:
        OSError: it cannot be made.
    """
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    # Never one name for two writers, not even for two threads: one would move the other's away
    # and write on into a file that the whole machine can read.
    handle, name = tempfile.mkstemp(PART, f"{path.name}.", path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Put the file there in one step, readable by this user only, in place of what was there.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    with part_beside(path) as part:
        part.write_bytes(text.encode("utf-8"))
        part.replace(path)
