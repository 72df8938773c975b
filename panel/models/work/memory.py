"""Work with models in memory: loading, freeing, measuring; and whether a run is in the way."""

from __future__ import annotations

import threading
from typing import Protocol

from models.catalogue.catalogue import spec
from models.catalogue.profile import recommendation
from models.memory import loaded_pictures
from models.runtime.errors import ModelError
from panel.models.work.jobs import Ending, Offer, Telling

_LOOK_SECONDS = 0.1
_WAITS: tuple[Offer, ...] = ("stop-run", "give-up")


class Runs(Protocol):
    """The runs of this panel: one may use a model."""

    @property
    def running(self) -> bool: ...

    def stop(self, by: str) -> None: ...


def in_use(model_id: str, runs: Runs) -> bool:
    """Whether a run may be using this model."""
    from models.memory import loaded

    return runs.running and (loaded.holds(model_id) or loaded_pictures.holds(model_id))


def let_go(model_id: str) -> None:
    """Free its memory if it is held; no run uses it."""
    from models.memory import loaded

    if loaded.holds(model_id):
        loaded.unload()
    if loaded_pictures.holds(model_id):
        loaded_pictures.give_way()


def load(model_id: str, runs: Runs, tell: Telling) -> Ending:
    """Load a language model, with progress.

    Raises:
        ModelError: it cannot be loaded, or was given up while it waited for a run.
    """
    from models.memory import loaded
    from models.memory.loading import Loading

    model = spec(model_id)
    model.require_language()
    loading = Loading(model_id)
    while not loading.done:
        if runs.running and not loading.progress and not loaded.holds(model_id):
            tell("A run is going on. The model is loaded when it has ended.", None, _WAITS)
        else:
            tell(f"Loading {model.name}…", loading.progress)
        if tell.stop.wait(_LOOK_SECONDS):
            loading.give_up()
            loading.wait()
    loading.wait()
    if model.engine is not None:
        return Ending(f"{model.name} answers.")
    return Ending(f"{model.name} is in memory. {loading.notice}".strip())


def unload(runs: Runs, tell: Telling) -> Ending:
    """Free the memory of the language model and of the model for pictures."""
    from models.memory import loaded

    held = loaded.held()
    if runs.running:
        tell("A run is going on. The memory is freed when it has ended.", None, _WAITS)
    loaded.unload(tell.stop)
    freed = loaded_pictures.give_way() or held is not None
    return Ending("The memory is free." if freed else "No model was in memory.")


def measure(model_id: str, runs: Runs, tell: Telling) -> Ending:
    """Measure speed and choices; a run that begins ends it.

    Raises:
        ModelError: a run goes on, it cannot be loaded, or it was ended.
    """
    if runs.running:
        raise ModelError("A run is going on. Measure when it has ended.")
    from benchmarks.language_models.choice_questions import QUESTIONS
    from benchmarks.language_models.choice_test import MeasuringStopped
    from benchmarks.language_models.measuring import measure as measured

    model = spec(model_id)
    right = 0
    ended = threading.Event()
    stop = threading.Event()

    def watch() -> None:
        while not ended.wait(_LOOK_SECONDS):
            if runs.running or tell.stop.is_set():
                stop.set()
                return

    def answered(number: int, was_right: bool) -> None:
        nonlocal right
        right += was_right
        said = f"Question {number} of {len(QUESTIONS)} answered, {right} correct"
        tell(said, number / len(QUESTIONS), ("give-up",))

    threading.Thread(target=watch, name="watch for a run", daemon=True).start()
    tell(f"Loading {model.name}…", None, ("give-up",))
    try:
        score = measured(model_id, on_answer=answered, stop=stop)
    except MeasuringStopped:
        why = "A run began, so" if runs.running else "You stopped it, so"
        raise ModelError(f"{why} nothing was measured.") from None
    finally:
        ended.set()
    return Ending(
        f"{model.name}: {score.write_rate:.1f} tokens/s,"
        f" {score.right} of {score.questions} choices correct,"
        f" {score.free_right} without suggestions."
        f" {recommendation(model, score.right, score.questions)}"
    )
