"""A file that grows until it is complete: it survives breaks, knows its hash, has one writer."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from types import TracebackType

from models.runtime.errors import ModelError

_BLOCK = 1 << 20
_LOCK_SECONDS = 10


class WrongBeginning(Exception):
    """The first bytes say that this is not the file, so that the others need not be fetched."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.data = data


class PartFile:
    """Bytes are appended at the end and hashed as they come. Used with `with`.

    Opening an existing file goes on after its last byte; what is there is hashed again, so no
    record beside the file can contradict it. Leaving the block closes the file and keeps it.

    `begins_with`: what the file must begin with; `append` raises WrongBeginning when it does not.

    Raises:
        ModelError: another process is writing the same file.
        OSError: the file cannot be written, or the disk is full.
    """

    def __init__(self, path: Path, begins_with: bytes = b"") -> None:
        self.path = path
        self._begins_with = begins_with
        # Unbuffered: what append has returned from is in the file, also when the program dies.
        self._file = path.open("a+b", buffering=0)
        try:
            _lock(self._file, path)
            if not self._is_at_its_path():
                raise _taken(path)
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

    def _is_at_its_path(self) -> bool:
        """False when another process finished or removed the file before we locked it."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())
        except FileNotFoundError:
            return False

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
        if self.size - len(data) < len(self._begins_with) <= self.size:
            self._check_beginning()

    def _check_beginning(self) -> None:
        self._file.seek(0)
        beginning = self._file.read(12)  # What is written goes to the end all the same.
        if not beginning.startswith(self._begins_with):
            raise WrongBeginning(beginning)

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


def remove_unless_written(path: Path) -> bool:
    """Remove a part file; False when a process is writing it."""
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError:
        return True
    with file:
        try:
            _lock(file, path)
        except ModelError:
            return False
        if sys.platform != "win32":  # Before the lock is let go; Windows removes no open file.
            path.unlink(missing_ok=True)
    path.unlink(missing_ok=True)
    return True


def is_written(path: Path) -> bool:
    """Whether a process is writing this part file now."""
    try:
        file = path.open("r+b", buffering=0)
    except OSError:
        return False
    with file:
        try:
            _lock(file, path)
        except ModelError:
            return True
    return False


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes out that want the same lock; waits for them."""
    with path.open("a+b", buffering=0) as file:
        end = time.monotonic() + _LOCK_SECONDS
        while True:
            try:
                _lock(file, path)
                break
            except ModelError:
                if time.monotonic() > end:
                    raise ModelError(
                        f"{path} is in use by another Deskhand process.", "Stop it."
                    ) from None
                time.sleep(0.02)
        yield


def _lock(file: FileIO, path: Path) -> None:
    """Raise ModelError when another process has the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # A byte far behind the end: a lock on Windows also keeps readers out.
            file.seek(1 << 62)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise _taken(path) from error


def _taken(path: Path) -> ModelError:
    return ModelError(
        f"{path.name} is being downloaded by another Deskhand process.",
        "Wait until it has finished, or stop it.",
    )
