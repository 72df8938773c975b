"""A file that grows until it is complete: it survives breaks, knows its hash, has one writer."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from pathlib import Path
from types import TracebackType

from models.errors import ModelError

_BLOCK = 1 << 20
_DISK_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


class DiskFull(ModelError):
    """There is no room for a download. What was fetched is kept."""


def disk_full(path: Path, needed: str) -> DiskFull:
    """`needed` is the rest of a sentence, like "needs 2 GB more"."""
    return DiskFull(
        f"The disk with {path.parent} is full: {path.name} {needed}.",
        "Make room, or set DESKHAND_DATA to a folder on another disk, and try again;"
        " what was fetched is kept.",
    )


class PartFile:
    """Bytes are appended at the end and hashed as they come. Used with `with`.

    Opening an existing file goes on after its last byte; what is there is hashed again, so no
    record beside the file can contradict it. Leaving the block closes the file and keeps it.

    Raises:
        ModelError: another process is writing the same file, or the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # Unbuffered: what append has returned from is in the file, also when the program dies.
        self._file = path.open("a+b", buffering=0)
        try:
            self._lock()
            self._hash_again()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> PartFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _lock(self) -> None:
        try:
            if sys.platform == "win32":
                import msvcrt

                # A byte far behind the end: a lock on Windows also keeps readers out.
                self._file.seek(1 << 62)
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ModelError(
                f"{self.path.name} is being fetched by another Deskhand.",
                "Wait until it is done, or stop it.",
            ) from error

    def _hash_again(self) -> None:
        self._hash = hashlib.sha256()
        self.size = 0
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            self._hash.update(block)
            self.size += len(block)

    @property
    def sha256(self) -> str:
        """The hash of all bytes so far, in hexadecimal."""
        return self._hash.hexdigest()

    def begins_with(self, magic: bytes) -> bool:
        self._file.seek(0)
        return self._file.read(len(magic)) == magic

    def append(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            try:
                written = self._file.write(rest)
            except OSError as error:
                if error.errno not in _DISK_FULL:
                    raise
                raise disk_full(self.path, f"stopped after {self.size:,} bytes") from error
            self._hash.update(rest[:written])
            self.size += written
            rest = rest[written:]

    def cut(self, size: int) -> None:
        """Keep only the first `size` bytes."""
        if size < self.size:
            self._file.truncate(size)
            self._hash_again()

    def become(self, target: Path) -> None:
        """Finish: put this file in the place of `target`, in one step."""
        os.fsync(self._file.fileno())
        self._file.close()  # Windows does not rename an open file.
        self.path.replace(target)

    def discard(self) -> None:
        self._file.close()
        self.path.unlink(missing_ok=True)
