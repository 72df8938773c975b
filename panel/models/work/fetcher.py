"""Fetches the models of the list of downloads one after the other, in a thread of its own.

The list is a file (`models.fetch.queue`), so that what is not done survives the end of the panel,
and `deskhand models queue` shows the same. What this process does not fetch rests until it
is resumed.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from models.catalogue.catalogue import catalogue
from models.catalogue.spec import ModelSpec
from models.fetch import queue as waiting
from models.fetch.job import DownloadStopped, Patience
from models.fetch.part_file import is_written
from models.runtime.errors import ModelError
from panel.models.work.words import problem

State = Literal["fetching", "waiting", "stopping", "paused", "unfinished", "failed", "elsewhere"]


@dataclass(frozen=True, slots=True)
class Fetching:
    """A model on its way. Bytes, and bytes per second; `total` is None when nobody knows it.

    "waiting": behind others; "stopping": a pause or the giving up takes a moment; "unfinished": it
    broke off with the program that fetched it; "elsewhere": another program fetches it.
    """

    model: ModelSpec
    state: State
    done: int = 0
    total: int | None = None
    speed: float = 0.0
    reason: str = ""


class Fetcher:
    """`on_change` is called when a model arrived or its fetch ended; with the model that is here
    now, else None."""

    def __init__(
        self, on_change: Callable[[ModelSpec | None], None], patience: Patience | None = None
    ) -> None:
        self._on_change, self._patience = on_change, patience
        self._lock = threading.Lock()
        self._wanted: list[ModelSpec] = []
        self._now: Fetching | None = None
        self._stop = threading.Event()
        self._then: Literal["", "pause", "cancel", "over"] = ""
        self._reasons: dict[str, str] = {}

    def get(self, model: ModelSpec) -> None:
        """Fetch a model, after those that wait already.

        Raises:
            ModelError: the list of downloads cannot be written.
        """
        waiting.put(model.id)
        with self._lock:
            self._reasons.pop(model.id, None)
            if self._now is not None and self._now.model.id == model.id and not self._then:
                return
            if model.id not in {one.id for one in self._wanted}:
                self._wanted.append(model)
            if self._now is None:
                self._now = Fetching(model, "waiting")
                threading.Thread(target=self._work, name="fetch models", daemon=True).start()

    def pause(self, model_id: str) -> None:
        """Let a fetch rest; what is here stays.

        Raises:
            ModelError: it is not being fetched.
        """
        if not self._leave(model_id, "pause"):
            waiting.pause(model_id)

    def cancel(self, model: ModelSpec) -> None:
        """Give a fetch up, and delete what was fetched of it. May wait for another program.

        Raises:
            ModelError: it is not being fetched, or another program goes on writing.
        """
        if not self._leave(model.id, "cancel"):
            waiting.cancel(model)

    def read(self) -> tuple[Fetching, ...]:
        """All that is not done, in the order of the list.

        Raises:
            ModelError: the list or the person's catalogue cannot be read.
        """
        known, entries = catalogue(), waiting.read()
        with self._lock:
            now = self._now if self._then != "over" else None
            wanted = {one.id for one in self._wanted}
            reasons = dict(self._reasons)
        found = []
        for entry in entries:
            model = known.get(entry.id)
            if model is None:
                continue
            if now is not None and now.model.id == entry.id:
                found.append(now)
            else:
                reason = reasons.get(entry.id, entry.reason)
                state = _resting(model, entry, entry.id in wanted)
                done = waiting.bytes_here(model)
                found.append(Fetching(model, state, done, model.bytes, reason=reason))
        return tuple(found)

    def fetches(self, model_id: str) -> bool:
        """Whether this process fetches it or is going to."""
        with self._lock:
            ids = {one.id for one in self._wanted}
            now = self._now if self._then != "over" else None
            return model_id in ids or (now is not None and now.model.id == model_id)

    def _leave(self, model_id: str, then: Literal["pause", "cancel"]) -> bool:
        """Leave off; True when it is being fetched now: then the thread does the rest."""
        with self._lock:
            self._wanted = [one for one in self._wanted if one.id != model_id]
            if self._now is None or self._now.model.id != model_id or self._then == "over":
                return False
            self._then = then
            self._stop.set()
            self._now = replace(self._now, state="stopping", speed=0.0)
            return True

    def _work(self) -> None:
        while (model := self._next()) is not None:
            try:
                waiting.fetch_waiting(
                    model, on_progress=self._progressed, stop=self._stop, patience=self._patience
                )
            except DownloadStopped:
                self._afterwards(model)
            except ModelError as error:
                with self._lock:
                    self._reasons[model.id] = problem(error)
            except Exception as error:  # The others are fetched all the same.
                sys.excepthook(*sys.exc_info())
                with suppress(ModelError):
                    waiting.put(model.id, "failed", f"A defect in Deskhand: {error!r}.")
            else:
                self._over()
                self._on_change(model)
                continue
            self._over()
            self._on_change(None)

    def _next(self) -> ModelSpec | None:
        with self._lock:
            model = self._wanted.pop(0) if self._wanted else None
            self._stop, self._then = threading.Event(), ""
            self._now = Fetching(model, "fetching", total=model.bytes) if model else None
            return model

    def _over(self) -> None:
        """Nothing is fetched until the next one begins, but the thread is still there."""
        with self._lock:
            self._then = "over"

    def _progressed(self, done: int, total: int | None, speed: float) -> None:
        with self._lock:
            if self._now is not None and not self._then:
                self._now = Fetching(self._now.model, "fetching", done, total, speed)

    def _afterwards(self, model: ModelSpec) -> None:
        """What was asked for when the fetch was stopped. Without it, another program did it."""
        with suppress(ModelError):
            if self._then == "pause" and not self._again(model):
                waiting.put(model.id, "paused")
            elif self._then == "cancel":
                waiting.cancel(model)

    def _again(self, model: ModelSpec) -> bool:
        """Whether it was resumed before the pause was there."""
        with self._lock:
            return model.id in {one.id for one in self._wanted}


def _resting(model: ModelSpec, entry: waiting.Waiting, wanted: bool) -> State:
    """How a model of the list stands that is not being fetched here."""
    if wanted:
        return "waiting"
    if entry.state != "waiting":
        return entry.state
    busy = any(is_written(path) for path in waiting.part_files(model))
    return "elsewhere" if busy else "unfinished"
