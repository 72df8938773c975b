"""What can be mended at the press of a button: missing models are fetched, records closed.

Each runs in a thread of its own; who wants to know how far it is asks `now`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from agent.diagnostics.preflight import CLOSE, FETCH
from agent.records.interrupted import tell_once
from models.catalogue.catalogue import spec
from models.fetch.job import progress_text
from models.fetch.queue import fetch_waiting
from models.files.paths import runs_folder
from models.runtime.errors import ModelError


@dataclass(frozen=True, slots=True)
class Mended:
    """How far it is, or how it ended, in a sentence; `good` False: it failed."""

    words: str = ""
    busy: bool = False
    good: bool = True


def question(fix: str) -> str:
    """What the person must know before it is done.

    Raises:
        ModelError: there is no such model (any more).
    """
    if fix == CLOSE:
        return "Mark these runs as interrupted in their records?"
    model = spec(fix.removeprefix(FETCH))
    size = f", {model.bytes / 1e6:,.0f} MB" if model.bytes else ""
    return f"Download {model.name}{size}? Licence: {model.licence}. {model.notes}".strip()


class Mender:
    """Mends one thing at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = Mended()
        self._stop = threading.Event()

    def now(self) -> Mended:
        return self._now

    def begin(self, fix: str) -> bool:
        """Begin with it and return; False while something else is being mended."""
        with self._lock:
            if self._now.busy or (fix != CLOSE and not fix.startswith(FETCH)):
                return False
            self._now = Mended("Beginning…", busy=True)
            self._stop.clear()
        work = self._close if fix == CLOSE else lambda: self._fetch(fix.removeprefix(FETCH))
        threading.Thread(target=work, name="mending", daemon=True).start()
        return True

    def stop(self) -> None:
        """Stop fetching; what was fetched is kept."""
        self._stop.set()

    def _close(self) -> None:
        try:
            told = tell_once(runs_folder())
            self._now = Mended(" ".join(told) or "Every record now says how its run ended.")
        except OSError as problem:
            self._now = Mended(f"The records could not be changed: {problem}", good=False)

    def _fetch(self, model_id: str) -> None:
        def told(done: int, total: int | None, speed: float) -> None:
            self._now = Mended(f"{model_id}: {progress_text(done, total, speed)}", busy=True)

        try:
            fetch_waiting(spec(model_id), on_progress=told, stop=self._stop)
            self._now = Mended(f"{model_id} was downloaded and verified.")
        except (ModelError, OSError) as problem:
            self._now = Mended(str(problem), good=False)
