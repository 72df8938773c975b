"""How long things take on this machine: what was measured last tells how long the next takes."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from agent.events import Working
from agent.records import loose
from models.files.paths import data_folder
from models.files.whole_file import write_whole

_MOST = 200


def _say_nothing(event: Working) -> None:
    pass


class Pace:
    """Tells that something begins which may take long, with what it took last time, and measures
    it. Without a file nothing is remembered. What was kept and is damaged counts as not known, and
    what cannot be kept is let go: it is only an estimate."""

    def __init__(self, tell: Callable[[Working], None] = _say_nothing, file: Path | None = None):
        self._tell, self._file = tell, file
        self._known = _read(file)

    def expected(self, key: str) -> float | None:
        """Seconds it took last time, None when that is not known."""
        return self._known.get(key)

    @contextlib.contextmanager
    def of(self, key: str, what: str, guess: float | None = None) -> Iterator[None]:
        """What is done in the block is `what`, in plain words; `guess` is used where nothing was
        measured. Nothing is learned from a block that fails."""
        self._tell(Working(what, self._known.get(key, guess)))
        began = time.monotonic()
        yield
        self.keep(key, time.monotonic() - began)

    def keep(self, key: str, seconds: float) -> None:
        """Remember what was measured."""
        self._known.pop(key, None)
        self._known[key] = round(seconds, 2)
        for old in list(self._known)[:-_MOST]:
            del self._known[old]
        if self._file is None:
            return
        with contextlib.suppress(OSError):
            write_whole(self._file, json.dumps(self._known))


def pace_file() -> Path:
    """Where it is kept."""
    return data_folder() / "durations.json"


def _read(file: Path | None) -> dict[str, float]:
    known = (loose.object_in(file) if file is not None else None) or {}
    numbers = {key: loose.number(known, key) for key in known}
    return {key: s for key, s in numbers.items() if s is not None and s >= 0}
