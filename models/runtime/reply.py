"""The text of a reply while a model writes it."""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable

from models.runtime.llm import Piece


class Reply:
    """The text so far; pieces are told on as soon as their characters are whole."""

    def __init__(self, on_token: Callable[[str], None] | None) -> None:
        self.tokens = 0
        self._pieces: list[Piece] = []
        self._on_token = on_token
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.begin()

    def begin(self) -> None:
        """The prompt was read: the time of the pieces counts from now."""
        self._began = time.perf_counter()

    def add(self, piece: bytes, probability: float | None = None) -> None:
        self.tokens += 1
        self._tell(self._decoder.decode(piece), probability)

    def finish(self) -> str:
        self._tell(self._decoder.decode(b"", final=True), None)
        return "".join(piece.text for piece in self._pieces)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(self._pieces)

    def _tell(self, text: str, probability: float | None) -> None:
        if text:
            self._pieces.append(Piece(text, time.perf_counter() - self._began, probability))
            if self._on_token is not None:
                self._on_token(text)
