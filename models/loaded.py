"""The one language model that this process holds in memory."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from models.catalogue import spec
from models.llama import LlamaModel
from models.llm import LanguageModel
from models.store import weights_path


@dataclass(slots=True)
class _Held:
    id: str = ""
    context_tokens: int = 0
    model: LlamaModel | None = None


_held = _Held()
_lock = threading.Lock()


def load(model_id: str, context_tokens: int = 4096) -> LanguageModel:
    """The model with this id, loaded unless it is already. Another one is freed first.

    Raises:
        ModelError: there is no such model, its file is missing or damaged, it cannot be started,
            or its server does not answer.
    """
    if (model := spec(model_id)).engine is not None:
        from models.server_find import connect

        unload()
        return connect(model)
    with _lock:
        if (_held.id, _held.context_tokens) == (model_id, context_tokens) and _held.model:
            return _held.model
        path = weights_path(model_id)
        _free()  # Two models may not fit into the memory together.
        _held.model = LlamaModel(path, context_tokens)
        _held.id, _held.context_tokens = model_id, context_tokens
        return _held.model


def forget() -> None:
    """Make the model read its next prompt from the beginning, as in a new process."""
    with _lock:
        if _held.model is not None:
            _held.model.forget()


def holds(model_id: str) -> bool:
    """Whether this process has the model in memory."""
    return _held.model is not None and _held.id == model_id


def unload() -> None:
    """Free the model's memory; waits until it has answered."""
    with _lock:
        _free()


def _free() -> None:
    model, _held.model = _held.model, None
    if model is not None:
        model.close()
