"""Loads a language model while the caller goes on."""

from __future__ import annotations

import threading

from models.memory import loaded
from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel


class Loading:
    """A model that is being loaded by another thread, from the moment that this is made.

    `progress` goes from 0 to 1; `notice` says when less memory had to do, else it is "".
    """

    def __init__(self, model_id: str, context_tokens: int | None = None) -> None:
        self.model_id = model_id
        self.progress = 0.0
        self.notice = ""
        self._tokens = context_tokens
        self._stop = threading.Event()
        self._model: LanguageModel | None = None
        self._problem: ModelError | None = None
        self._thread = threading.Thread(target=self._load, name=f"load {model_id}", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it is loaded, or has failed."""
        return not self._thread.is_alive()

    def give_up(self) -> None:
        """Do not wait any longer for a run that uses another model. What has begun is loaded."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> LanguageModel:
        """The model, as soon as it is loaded.

        Raises:
            ModelError: it could not be loaded; see `models.memory.loaded.load`.
            TimeoutError: it is not loaded after so many seconds.
        """
        self._thread.join(seconds)
        if self._problem is not None:
            raise self._problem
        if self._model is None:
            raise TimeoutError(f"{self.model_id} is not loaded yet.")
        return self._model

    def _load(self) -> None:
        try:
            self._model = loaded.load(
                self.model_id,
                self._tokens,
                on_progress=self._progressed,
                tell=self._told,
                stop=self._stop,
            )
            self.progress = 1.0
        except ModelError as error:
            self._problem = error

    def _progressed(self, fraction: float) -> None:
        self.progress = fraction

    def _told(self, sentence: str) -> None:
        self.notice = sentence
