"""The line at the top of the page: which language model is in use, and whether it fits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from models import store
from models.catalogue import spec
from models.errors import ModelError
from models.fit import fit
from models.machine import this_machine
from panel import markup
from panel.models.overview import held_now
from panel.models.parts import FIT_CLASS, FIT_WORD

TICK = 1.0
_FRESH = 30.0


class Head:
    """The line for the pages. Whether the model fits is worked out anew when another one is in use
    or in memory, and now and then: asking the graphics card takes long."""

    def __init__(self, desktop: Callable[[], str]) -> None:
        self._desktop = desktop
        self._lock = threading.Lock()
        self._known: tuple[object, ...] = ()
        self._until = 0.0
        self._line = ""

    def read(self) -> str:
        """The line as HTML."""
        with self._lock:
            try:
                name = store.selected()
                model = spec(name)
                ready = store.ready(model)
                known = (name, ready, held_now()[0], self._desktop())
                if known != self._known or time.monotonic() > self._until:
                    self._line = self._said(name)
                    self._known, self._until = known, time.monotonic() + _FRESH
            except (ModelError, OSError) as error:
                self._known = ()
                return markup.model_line("none", self._desktop(), "bad", str(error))
            return self._line

    def _said(self, model_id: str) -> str:
        model = spec(model_id)
        if model.engine is not None:
            where = f"on {model.engine.host}:{model.engine.port}"
            return markup.model_line(model.name, self._desktop(), "nothing", where)
        found = fit(model, this_machine(), freed=held_now()[1])
        colour, word = FIT_CLASS[found.colour], FIT_WORD[found.colour]
        word = word[0].lower() + word[1:]
        if not store.ready(model):
            word += ", not downloaded yet"
        return markup.model_line(model.name, self._desktop(), colour, word, found.sentence)
