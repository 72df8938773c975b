"""The one language model that this process holds in memory: loaded, switched, freed.

Two models may not fit into the memory together, so the old one is freed before the new one is
loaded. While a run holds a lease, a switch waits. All calls may come from any thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from models.catalogue.catalogue import ModelSpec, spec
from models.catalogue.profile import wanted_context
from models.choosing.adapter import chooser_of
from models.files import store
from models.files.loading_settings import loading_settings
from models.memory import loaded_pictures
from models.memory.fit import Fit, fit, gigabytes
from models.memory.fit_language import Need, Running
from models.memory.machine import this_machine
from models.memory.rest import Rest
from models.runtime.errors import ModelError, OutOfMemory
from models.runtime.llama import LlamaModel
from models.runtime.llm import LanguageModel

_LOOK_SECONDS = 0.05
_HINT = (
    "Close other programs, or choose a smaller model (deskhand models fit recommends one). To try"
    " it all the same: deskhand settings set load_anyway true"
)
OnProgress = Callable[[float], None]


@dataclass(slots=True)
class _Held:
    id: str = ""
    context_tokens: int = 0  # As it was asked for; the model's own may be smaller.
    model: LlamaModel | None = None
    need: Need = field(default_factory=Need)
    leases: list[int] = field(default_factory=list)  # The threads that hold them.


_held = _Held()
_lock = threading.Condition(threading.RLock())


def load(
    model_id: str,
    context_tokens: int | None = None,
    *,
    on_progress: OnProgress | None = None,
    on_wait: Callable[[], None] | None = None,
    tell: Callable[[str], None] | None = None,
    stop: threading.Event | None = None,
) -> LanguageModel:
    """The model with this id, loaded unless it is already. Another one is freed first.
    `context_tokens` None are those of its profile.

    While a run uses another one, this waits until the run ends; `on_wait` is called once before
    that and may stop the run, and `stop` ends the waiting. `on_progress` is told how much is
    loaded (0 to 1), `tell` a sentence when less memory had to do.

    Raises:
        OutOfMemory: it does not fit, not even with a smaller context or fewer layers on the GPU;
            the old model is in its place again.
        ModelError: there is no such model, its file is missing or damaged, it cannot be started,
            or its server does not answer; the old model is in its place again. Or `stop` was set.
    """
    if (model := spec(model_id)).engine is not None:
        from models.server.discovery import connect

        unload(stop)
        return connect(model)
    tokens = context_tokens or wanted_context(model)
    with _lock:
        if (_held.id, _held.context_tokens) == (model_id, tokens) and _held.model:
            _rest.put_off()
            return _held.model
        store.weights_path(model_id)  # What cannot be loaded does not wait for a run to end.
        _wait_for_runs(f"{model_id} was not loaded", on_wait, stop)
        _rest.put_off()
        return _switched(model, tokens, on_progress, tell or _say_nothing)


@contextmanager
def lease(model: LanguageModel) -> Iterator[None]:
    """Within the block the model is not switched and not freed, if it is the one that is held.

    At the end the time begins after which an idle model is freed, if the person set one.

    Raises:
        ModelError: the settings cannot be read.
    """
    with _lock:
        mine = _held.model is model
        idle = loading_settings().idle_minutes if mine else 0
        if mine:
            _rest.put_off()
            _held.leases.append(threading.get_ident())
    try:
        yield
    finally:
        if mine:
            _end_lease(60 * idle)


def forget() -> None:
    """Make the model read its next prompt from the beginning, as in a new process."""
    with _lock:
        if _held.model is not None:
            _held.model.forget()


def holds(model_id: str) -> bool:
    """Whether this process has the model in memory."""
    return _held.model is not None and _held.id == model_id


def id_of(model: LanguageModel) -> str:
    """The id of the model in memory when this is that one, else its name."""
    return _held.id if _held.model is model else model.name


def held() -> tuple[str, Need] | None:
    """The id of the model in memory and what it takes there; None when there is none. Never waits,
    also while one is being loaded."""
    identity, need = _held.id, _held.need
    return (identity, need) if _held.model is not None else None


def unload(stop: threading.Event | None = None) -> None:
    """Free the model's memory; waits until the run that uses it has ended.

    Raises:
        ModelError: `stop` was set while it waited, or this very thread is in that run.
    """
    with _lock:
        _wait_for_runs("The model was not unloaded", None, stop)
        _rest.put_off()
        _free()


def _wait_for_runs(
    what: str, on_wait: Callable[[], None] | None, stop: threading.Event | None
) -> None:
    if threading.get_ident() in _held.leases:
        raise ModelError(f"{what}: this run is using {_held.id}.")
    if _held.leases and on_wait is not None:
        on_wait()
    while _held.leases:
        if stop is not None and stop.is_set():
            raise ModelError(f"{what}: the wait for the run that uses {_held.id} was stopped.")
        _lock.wait(_LOOK_SECONDS)


def _switched(
    model: ModelSpec, tokens: int, on_progress: OnProgress | None, tell: Callable[[str], None]
) -> LlamaModel:
    planned = fit(model, this_machine(), context_tokens=tokens, freed=_held.need)
    if planned.colour == "red" and loaded_pictures.give_way():
        planned = fit(model, this_machine(), context_tokens=tokens, freed=_held.need)
    if planned.colour == "red" and not loading_settings().anyway:
        raise OutOfMemory(f"{model.id} was not loaded. {planned.sentence}", _HINT)
    before = (_held.id, _held.context_tokens) if _held.model else None
    _free()
    try:
        _take(model, tokens, planned, on_progress, tell)
    except ModelError as error:
        if before is not None:
            _restore(before, error)
        raise
    assert _held.model is not None
    return _held.model


def _take(
    model: ModelSpec,
    tokens: int,
    planned: Fit,
    on_progress: OnProgress | None,
    tell: Callable[[str], None],
) -> None:
    """Load it as planned, and once more with less when the memory does not suffice."""
    running = planned.running or Running(tokens)
    need = planned.need
    try:
        _held.model = _opened(model, running, on_progress)
    except OutOfMemory as error:
        less = _less(running)
        try:
            _held.model = _opened(model, less, on_progress)
        except OutOfMemory:
            raise OutOfMemory(
                f"{model.id} does not fit into memory: {error.args[0]} It did not fit with"
                f" {_how(less)} either. It needs {gigabytes(need.ram + need.gpu)}.",
                _HINT,
            ) from error
        tell(f"Memory is short, so {model.id} runs with {_how(less)}.")
    else:
        if running.context_tokens < min(tokens, model.context_tokens or tokens):
            tell(planned.sentence)
    _held.id, _held.context_tokens, _held.need = model.id, tokens, need


def _opened(model: ModelSpec, running: Running, on_progress: OnProgress | None) -> LlamaModel:
    # Without nvidia-smi the layers are left to the library: Metal and Vulkan take all.
    return LlamaModel(
        store.weights_file(model),
        running.context_tokens,
        gpu_layers=running.gpu_layers if this_machine().gpu else None,
        adapters=store.adapter_files(model),
        choosing=chooser_of(model),
        batch_tokens=running.batch_tokens,
        on_progress=on_progress,
    )


def _restore(before: tuple[str, int], error: ModelError) -> None:
    old, tokens = spec(before[0]), before[1]
    try:
        _take(old, tokens, fit(old, this_machine(), context_tokens=tokens), None, _say_nothing)
    except ModelError as second:
        raise ModelError(
            f"{error} {old.id}, which was in use before, could not be loaded again: {second}"
        ) from error


def _less(running: Running) -> Running:
    if running.gpu_layers:
        return replace(running, gpu_layers=running.gpu_layers // 2, batch_tokens=128)
    return replace(running, context_tokens=running.context_tokens // 2)


def _how(running: Running) -> str:
    layers = f" and {running.gpu_layers} layers on the GPU" if running.gpu_layers else ""
    return f"a context of {running.context_tokens:,} tokens{layers}"


def _end_lease(idle_seconds: float) -> None:
    with _lock:
        _held.leases.remove(threading.get_ident())
        _lock.notify_all()
        if not _held.leases:
            _rest.begin(idle_seconds)


def _free() -> None:
    model, _held.model, _held.need = _held.model, None, Need()
    if model is not None:
        model.close()


def _say_nothing(_: str) -> None:
    pass


_rest = Rest(_lock, _free)
