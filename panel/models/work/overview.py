"""All that the tab shows of the models and of the machine, as one value, looked at in the
background: reading headers and asking the graphics card must not hold up a page."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from models.catalogue import extras
from models.catalogue.catalogue import builtin, own
from models.catalogue.spec import ModelSpec
from models.fetch import queue as waiting
from models.files import store, upkeep
from models.files.paths import data_folder
from models.files.results import Score, scores
from models.memory import loaded_pictures
from models.memory.fit import Fit, fit, with_freed
from models.memory.fit_language import Need
from models.memory.fit_set import recommended
from models.memory.machine import Machine, this_machine
from models.runtime import sight
from models.runtime.errors import ModelError
from panel.models.work.optional_parts import PARTS, Part, part
from panel.models.work.words import problem

STALE = 2.0
"""Seconds: an older overview is looked at again when a page asks."""
_ROUND = 50_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """One model. `fit` is None for one on a server and for a damaged file; `trouble` says what is
    wrong with it, "" for nothing. Bytes: `begun` is what an unfinished fetch left, `frees` what
    removing it gives back. `needs` is the optional part without which it cannot be used and that
    is missing, "" for none."""

    model: ModelSpec
    fit: Fit | None
    here: bool
    in_use: bool
    held: bool
    score: Score | None
    trouble: str = ""
    begun: int = 0
    frees: int = 0
    needs: str = ""

    @property
    def ready(self) -> bool:
        there = self.here or self.model.engine is not None
        return there and not (self.trouble or self.needs)


@dataclass(frozen=True, slots=True)
class Overview:
    """The machine (bytes), what is in memory (id and bytes), the models in the order of the
    catalogue, the ids that are recommended here, what could not be read, and the optional parts."""

    machine: Machine
    disk_total: int
    disk_free: int
    weights: int = 0
    held: tuple[tuple[str, int], ...] = ()
    rows: tuple[Row, ...] = ()
    selected: str = ""
    recommended: tuple[str, ...] = ()
    trouble: str = ""
    parts: tuple[Part, ...] = ()

    def row(self, model_id: str) -> Row | None:
        return next((row for row in self.rows if row.model.id == model_id), None)


def held_now() -> tuple[tuple[tuple[str, int], ...], Need]:
    """The models in memory with their bytes, and what the language model takes."""
    from models.memory import loaded

    found: list[tuple[str, int]] = []
    language = loaded.held()
    if language is not None:
        found.append((language[0], language[1].ram + language[1].gpu))
    if seeing := loaded_pictures.held():
        known = builtin() | _own()[0]
        found.append((seeing, (known[seeing].bytes or 0) if seeing in known else 0))
    return tuple(found), language[1] if language else Need()


def look(damaged: dict[str, str]) -> Overview:
    """Look at everything now; `damaged` are the models in which a check found something, with what
    it was. A file of the person's that cannot be read is told in `trouble`."""
    added, trouble = _own()
    held, freed = held_now()
    machine = _rounded(this_machine())
    free = with_freed(machine, freed)
    try:
        chosen, detector = store.selected(), store.detector_in_use()
    except ModelError as error:
        chosen, detector, trouble = "", "", f"{trouble}\n{problem(error)}".strip()
    in_use = {chosen, detector}
    in_use |= {seeing} if (seeing := _seeing()) else set()
    measured, ids = scores(), {one for one, _ in held}
    rows = tuple(
        _row(model, free, model.id in in_use, model.id in ids, measured.get(model.id), damaged)
        for model in (builtin() | added).values()
    )
    disk = shutil.disk_usage(_existing(data_folder()))
    return Overview(
        machine,
        disk.total,
        disk.free,
        sum(row.frees for row in rows),
        held,
        rows,
        chosen,
        tuple(one.id for one in recommended(free)),
        trouble,
        tuple(map(part, PARTS)),
    )


class Looking:
    """The last overview, and a fresh one in the background when a page asks and it is old."""

    def __init__(self, look: Callable[[], Overview]) -> None:
        self._look = look
        self._lock = threading.Lock()
        self._last: Overview | None = None
        self._due = 0.0
        self._asked = float("-inf")
        self._at_work = False

    def read(self) -> Overview | None:
        """The last one; None before the first."""
        with self._lock:
            self._asked = time.monotonic()
            self._begin()
            return self._last

    def touch(self) -> None:
        """Something changed: it is looked at again, now if a page is there."""
        with self._lock:
            self._due = 0.0
            if time.monotonic() - self._asked < STALE:
                self._begin()

    def _begin(self) -> None:
        if not self._at_work and time.monotonic() >= self._due:
            self._at_work = True
            self._due = float("inf")
            threading.Thread(target=self._work, name="look at models", daemon=True).start()

    def _work(self) -> None:
        found = None
        try:
            found = self._look()
        finally:
            with self._lock:
                self._at_work = False
                self._last = found or self._last
                # What changed while it was looked at is looked at again at once.
                self._due = min(self._due, time.monotonic() + STALE)


def _row(
    model: ModelSpec,
    machine: Machine,
    in_use: bool,
    held: bool,
    score: Score | None,
    damaged: dict[str, str],
) -> Row:
    here = store.installed(model) is not None
    trouble = damaged.get(model.id, "")
    found = None
    try:
        found = fit(model, machine) if model.files else None
        if here and model.role == "vision-language" and _blind(model):
            trouble = (
                trouble or "It cannot see: shown a red square and a word, it recognised neither."
            )
    except (ModelError, OSError) as error:
        trouble = trouble or problem(error)
    parts = waiting.part_files(model)
    begun = sum(path.stat().st_size for path in parts)
    needs = extras.missing_for(model)
    row = Row(model, found, here, in_use, held, score, trouble, begun, needs=needs)
    return replace(row, frees=upkeep.bytes_freed(model))


def _blind(model: ModelSpec) -> bool:
    return sight.is_blind(model.id, store.files_here(model))


def _seeing() -> str | None:
    try:
        return store.picture_model()
    except ModelError:
        return None


def _own() -> tuple[dict[str, ModelSpec], str]:
    try:
        return own(), ""
    except ModelError as error:
        return {}, problem(error)


def _rounded(machine: Machine) -> Machine:
    """Free memory in steps: a sentence that changes all the time cannot be read."""
    gpu = machine.gpu and replace(machine.gpu, free=machine.gpu.free // _ROUND * _ROUND)
    return replace(machine, ram_free=machine.ram_free // _ROUND * _ROUND, gpu=gpu)


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())
