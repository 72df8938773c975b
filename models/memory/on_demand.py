"""A language model that is loaded when it is asked for the first time, if it ever is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from models.runtime.llm import Choices, Completion, LanguageModel, Message


class OnDemand:
    """Called `name` until `get` has loaded the model; what `get` raises comes through."""

    def __init__(self, name: str, get: Callable[[], LanguageModel]) -> None:
        self._name, self._get = name, get
        self._model: LanguageModel | None = None

    @property
    def name(self) -> str:
        return self._model.name if self._model is not None else self._name

    @property
    def context_tokens(self) -> int:
        return self._loaded().context_tokens

    def count_tokens(self, text: str) -> int:
        return self._loaded().count_tokens(text)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        grammar: str | None = None,
        choices: Choices | None = None,
        max_tokens: int = 256,
        stop: threading.Event | None = None,
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        return self._loaded().complete(
            messages,
            grammar=grammar,
            choices=choices,
            max_tokens=max_tokens,
            stop=stop,
            on_token=on_token,
        )

    def _loaded(self) -> LanguageModel:
        if self._model is None:
            self._model = self._get()
        return self._model
