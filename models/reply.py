"""The text of a reply while a model writes it."""

from __future__ import annotations

import codecs
from collections.abc import Callable


class Reply:
    """The text so far; pieces are told on as soon as their characters are whole."""

    def __init__(self, on_token: Callable[[str], None] | None) -> None:
        self.tokens = 0
        self._text: list[str] = []
        self._on_token = on_token
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def add(self, piece: bytes) -> None:
        self.tokens += 1
        self._tell(self._decoder.decode(piece))

    def finish(self) -> str:
        self._tell(self._decoder.decode(b"", final=True))
        return "".join(self._text)

    def _tell(self, text: str) -> None:
        if text:
            self._text.append(text)
            if self._on_token is not None:
                self._on_token(text)
