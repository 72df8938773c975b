"""The one model of pictures that this process holds in memory, beside the language model.

It is loaded when something is to be described, freed when it has rested as long as the settings
say, and gives way when the language model needs its room. All calls may come from any thread.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from models.catalogue.catalogue import spec
from models.catalogue.profile import CONTEXT
from models.catalogue.spec import ModelSpec
from models.files import store
from models.files.loading_settings import loading_settings
from models.memory.fit import SMALLEST_CONTEXT, fit
from models.memory.fit_language import Running
from models.memory.machine import this_machine
from models.memory.rest import Rest
from models.runtime import sight
from models.runtime.errors import OutOfMemory

if TYPE_CHECKING:
    from models.runtime.llava import TransformersLlava
    from models.runtime.pictures import PictureLlama

    Seeing = PictureLlama | TransformersLlava

_HINT = (
    "Icons keep no description. Close other programs, or download a smaller vision-language"
    " model (deskhand models fit recommends one)."
)


class _Held:
    def __init__(self) -> None:
        self.id = ""
        self.model: Seeing | None = None
        self.users = 0


_held = _Held()
_lock = threading.Condition(threading.RLock())


@contextmanager
def seeing(model_id: str) -> Iterator[Seeing]:
    """The model, loaded unless it is already (seconds); not freed within the block.

    Raises:
        OutOfMemory: there is no room for it, not even with half the context.
        ModelError: it cannot be loaded, it turns out to be blind, or the settings cannot be read.
    """
    idle = loading_settings().idle_minutes
    with _lock:
        _rest.put_off()
        while _held.users and _held.id != model_id:
            _lock.wait()
        if _held.id != model_id:
            _free()
            _held.model, _held.id = _opened(spec(model_id)), model_id
        assert _held.model is not None
        _held.users += 1
    try:
        yield _held.model
    finally:
        with _lock:
            _held.users -= 1
            _lock.notify_all()
            if not _held.users:
                _rest.begin(60 * idle)


def holds(model_id: str) -> bool:
    """Whether this process has the model in memory."""
    return _held.model is not None and _held.id == model_id


def held() -> str:
    """The id of the model in memory; "" when there is none."""
    return _held.id if _held.model is not None else ""


def give_way() -> bool:
    """Free the model's memory unless it is being used; whether any was freed."""
    with _lock:
        if _held.model is None or _held.users:
            return False
        _rest.put_off()
        _free()
        return True


def _opened(model: ModelSpec) -> Seeing:
    planned = fit(model, this_machine())
    if planned.colour == "red" and not loading_settings().anyway:
        raise OutOfMemory(f"{model.id} was not loaded. {planned.sentence}", _HINT)
    loaded = _loaded(model, planned.running or Running(CONTEXT))
    try:
        sight.require(model.id, store.files_here(model), loaded)
    except BaseException:
        loaded.close()
        raise
    return loaded


def _loaded(model: ModelSpec, running: Running) -> Seeing:
    if (folder := store.picture_folder(model.id)) is not None:
        from models.runtime.llava import TransformersLlava

        return TransformersLlava(folder)
    from models.runtime.pictures import PictureLlama

    files = store.picture_files(model.id)
    # Without nvidia-smi the layers are left to the library: Metal and Vulkan take all.
    layers = running.gpu_layers if this_machine().gpu else None
    try:
        return PictureLlama(*files, running.context_tokens, gpu_layers=layers)
    except OutOfMemory:
        less = replace(
            running,
            context_tokens=max(SMALLEST_CONTEXT, running.context_tokens // 2),
            gpu_layers=running.gpu_layers // 2,
        )
        layers = less.gpu_layers if this_machine().gpu else None
        return PictureLlama(*files, less.context_tokens, gpu_layers=layers)


def _free() -> None:
    model, _held.model, _held.id = _held.model, None, ""
    if model is not None:
        model.close()


_rest = Rest(_lock, _free)
