"""Measures one language model and keeps the result: tokens per second, and the choice test."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from benchmarks.language_models.choice_questions import QUESTIONS
from benchmarks.language_models.choice_test import ask
from models.files.results import Score, keep, scores
from models.memory import loaded


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
            result = ask(found, on_answer=on_answer, stop=stop)
    finally:
        if not before:
            loaded.unload(stop)
    rates = (round(result.read_rate, 1), round(result.write_rate, 1))
    right = (result.right, result.free_right, len(QUESTIONS))
    score = Score(*rates, *right, round(seconds, 1))
    keep(model_id, score)
    return score
