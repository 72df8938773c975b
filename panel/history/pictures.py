"""The pictures of stored runs for the page: made when they are asked for, and kept in memory."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from agent.records.reader import StoredRun, StoredStep
from agent.records.run_seen import picture_in, seen
from vision.capture.jpeg import jpeg_address
from vision.capture.screen import ScreenError
from vision.draw import draw

# Signs of all data addresses together; as many bytes.
_MOST = 64_000_000
_THUMB, _THUMB_QUALITY = 220, 60
DAMAGED = ""
"""In place of a picture that cannot be read."""


class Pictures:
    """Data addresses of JPEG images; the least used go when there are too many."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int, str], str] = OrderedDict()
        self._size = 0

    def thumbs(self, paths: Sequence[Path | None], seconds: float) -> tuple[list[str | None], bool]:
        """A small picture for each file, None where there is none yet, and whether some are still
        to come: new ones are made as long as `seconds` allow, one at least."""
        end = time.monotonic() + seconds
        found: list[str | None] = []
        late = False
        for path in paths:
            if path is None:
                found.append(DAMAGED)
                continue
            kept = self._read(path, "thumb")
            if kept is None and not late:
                kept = self._made(path, "thumb", partial(_thumb, path))
                late = time.monotonic() > end
            found.append(kept)
        return found, None in found

    def large(self, run: StoredRun, step: StoredStep, boxes: bool) -> str:
        """What a step saw, with what was used in a red frame."""
        if step.picture is None:
            return DAMAGED
        return self._made(
            step.picture,
            f"large {boxes}",
            lambda: jpeg_address(draw(seen(run.folder, step), step.targets, boxes=boxes)),
        )

    def plain(self, path: Path) -> str:
        """A picture as it is stored."""
        return self._made(path, "plain", lambda: jpeg_address(picture_in(path).pixels))

    def _made(self, path: Path, kind: str, make: Callable[[], str]) -> str:
        kept = self._read(path, kind)
        if kept is None:
            try:
                kept = make()
            except ScreenError:
                kept = DAMAGED
            self._keep(path, kind, kept)
        return kept

    def _read(self, path: Path, kind: str) -> str | None:
        with self._lock:
            key = _key(path, kind)
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def _keep(self, path: Path, kind: str, address: str) -> None:
        with self._lock:
            key = _key(path, kind)
            self._size += len(address) - len(self._kept.pop(key, ""))
            self._kept[key] = address
            while self._size > self._most and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone)


def _thumb(path: Path) -> str:
    return jpeg_address(picture_in(path).pixels, _THUMB, _THUMB_QUALITY)


def _key(path: Path, kind: str) -> tuple[str, int, str]:
    """A file that is written anew is another picture."""
    try:
        return str(path), path.stat().st_mtime_ns, kind
    except OSError:
        return str(path), 0, kind
