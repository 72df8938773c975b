"""The line at the top of the page: which language model is in use, and whether it fits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from models.catalogue.catalogue import spec
from models.files import store
from models.memory.fit import fit
from models.memory.machine import this_machine
from models.runtime.errors import ModelError
from panel.models.shared_markup import FIT_CLASS, FIT_WORD
from panel.models.work.overview import held_now
from panel.page.html import safe

TICK = 1.0
_FRESH = 30.0
_CHECKED = "checking whether it fits…"


class Head:
    """The line for the pages. Whether the model fits is worked out in the background, anew when
    another one is in use or in memory, and now and then: asking the graphics card and reading the
    head of a file take long. Until then the line says so."""

    def __init__(self, desktop: Callable[[], str]) -> None:
        self._desktop = desktop
        self._lock = threading.Lock()
        self._known: tuple[object, ...] = ()
        self._until = 0.0
        self._line = ""

    def read(self) -> str:
        """The line as HTML."""
        try:
            name = store.selected()
            model = spec(name)
            known = (name, store.ready(model), held_now()[0], self._desktop())
        except (ModelError, OSError) as error:
            return self._none(error)
        with self._lock:
            changed = known != self._known
            if changed:
                self._line = _line(model.name, self._desktop(), "nothing", _CHECKED)
            if changed or time.monotonic() > self._until:
                self._known, self._until = known, time.monotonic() + _FRESH
                work = threading.Thread(target=self._look, args=(name, known), daemon=True)
                work.start()
            return self._line

    def _look(self, name: str, known: tuple[object, ...]) -> None:
        try:
            line = self._said(name)
        except (ModelError, OSError) as error:
            line = self._none(error)
        with self._lock:
            # Meanwhile another one may be in use.
            if self._known == known:
                self._line = line

    def _none(self, error: Exception) -> str:
        return _line("none", self._desktop(), "bad", str(error))

    def _said(self, model_id: str) -> str:
        model = spec(model_id)
        if model.engine is not None:
            where = f"on {model.engine.host}:{model.engine.port}"
            return _line(model.name, self._desktop(), "nothing", where)
        found = fit(model, this_machine(), freed=held_now()[1])
        colour, word = FIT_CLASS[found.colour], FIT_WORD[found.colour]
        word = word[0].lower() + word[1:]
        if not store.ready(model):
            word += ", not downloaded yet"
        return _line(model.name, self._desktop(), colour, word, found.sentence)


def _line(name: str, desktop: str, colour: str, word: str, more: str = "") -> str:
    """The head: the model in use, whether it fits in a word with its colour (a class of the dots),
    and `more` of that for whoever points at it."""
    fit = f"<span class='dh-dot dh-{colour}'></span> {safe(word)}"
    return (
        "<div class='dh-head'><h1>Deskhand</h1>"
        f"<span title='{safe(more)}'>Model <b>{safe(name)}</b>"
        f" <span class='dh-head-fit'>{fit}</span></span>"
        f"<span>Desktop <b>{safe(desktop)}</b></span></div>"
    )
