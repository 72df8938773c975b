"""Measures one language model and keeps the result: tokens per second, and the choice test."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from benchmarks.choice_test import QUESTIONS, ask
from models import loaded
from models.errors import ModelError
from models.llm import Completion, LanguageModel, Message
from models.results import Score, keep, scores


class MeasuringStopped(ModelError):
    """It was stopped; nothing is kept."""


def measure(
    model_id: str,
    *,
    on_answer: Callable[[int, bool], None] = lambda number, right: None,
    on_load: Callable[[float], None] | None = None,
    tell: Callable[[str], None] | None = None,
    stop: threading.Event | None = None,
) -> Score:
    """Load a model that is here, ask it everything, keep what came out. It is freed afterwards,
    unless it was in memory before: then the time of loading stays as it was measured last, or 0.

    Raises:
        MeasuringStopped: `stop` was set.
        ModelError: it cannot be loaded, or the result cannot be written.
    """
    stop = stop or threading.Event()
    before = loaded.holds(model_id)
    began = time.perf_counter()
    found = loaded.load(model_id, tell=tell, on_progress=on_load, stop=stop)
    seconds = time.perf_counter() - began
    if before:
        last = scores().get(model_id)
        seconds = last.load_seconds if last else 0.0
    try:
        with loaded.lease(found):
            result = ask(_Stoppable(found, stop), on_answer=on_answer)
    finally:
        if not before:
            loaded.unload(stop)
    rates = (round(result.read_rate, 1), round(result.write_rate, 1))
    score = Score(*rates, result.right, len(QUESTIONS), round(seconds, 1))
    keep(model_id, score)
    return score


class _Stoppable(LanguageModel):
    """A model that answers until `stop` is set."""

    def __init__(self, model: LanguageModel, stop: threading.Event) -> None:
        self._model, self._stop = model, stop

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        grammar: str | None = None,
        max_tokens: int = 256,
        stop: threading.Event | None = None,
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        done = self._model.complete(
            messages, grammar=grammar, max_tokens=max_tokens, stop=self._stop, on_token=on_token
        )
        if self._stop.is_set():
            raise MeasuringStopped("The measuring was stopped.")
        return done
