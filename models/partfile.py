"""A file that grows until it is complete: it survives breaks, knows its hash, has one writer."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from types import TracebackType

from models.errors import ModelError

_BLOCK = 1 << 20


class PartFile:
    """Bytes are appended at the end and hashed as they come. Used with `with`.

    Opening an existing file goes on after its last byte; what is there is hashed again, so no
    record beside the file can contradict it. Leaving the block closes the file and keeps it.

    Raises:
        ModelError: another process is writing the same file.
        OSError: the file cannot be written, or the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # Unbuffered: what append has returned from is in the file, also when the program dies.
        self._file = path.open("a+b", buffering=0)
        try:
            self._lock()
            if not self._is_at_its_path():
                raise self._taken()
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
            raise self._taken() from error

    def _is_at_its_path(self) -> bool:
        """False when another process finished or removed the file before we locked it."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())
        except FileNotFoundError:
            return False

    def _taken(self) -> ModelError:
        return ModelError(
            f"{self.path.name} is being fetched by another Deskhand.",
            "Wait until it is done, or stop it.",
        )

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

    def append(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            written = os.write(self._file.fileno(), rest)
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
        self._close_on_windows()
        self.path.replace(target)
        self._file.close()

    def discard(self) -> None:
        self._close_on_windows()
        self.path.unlink(missing_ok=True)
        self._file.close()

    def _close_on_windows(self) -> None:
        """Windows moves no open file. Elsewhere the lock is kept until the name is gone."""
        if sys.platform == "win32":
            self._file.close()
