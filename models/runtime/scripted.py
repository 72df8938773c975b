"""A model that plays given replies: for tests, demonstrations and replays of saved runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from models.runtime.errors import ModelError
from models.runtime.llm import Choices, Completion, Message, Piece

Answer = Callable[[Sequence[Message], str | None], str]
"""Makes a reply from the messages and the grammar."""


class ScriptedModel:
    """Replies in order from a sequence, or by a function. Grammars are not enforced.

    `asked` holds the messages and the grammar of each call, oldest first. A word counts as a
    token; `cached_tokens` are the words that the prompt shares with the last prompt's beginning.
    """

    def __init__(
        self,
        replies: Iterable[str] | Answer,
        *,
        name: str = "scripted",
        context_tokens: int = 4096,
        seconds_per_token: float = 0.0,
    ) -> None:
        self.name = name
        self.context_tokens = context_tokens
        self.asked: list[tuple[tuple[Message, ...], str | None]] = []
        self._answer = replies if callable(replies) else _in_order(iter(replies))
        self._pause = seconds_per_token
        self._last_prompt: list[str] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

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
        """See `models.runtime.llm.LanguageModel`.

        Raises:
            ModelError: the script is at its end, or the prompt is longer than the context.
        """
        prompt = self._prompt(messages)
        self.asked.append((tuple(messages), grammar))
        cached = _common(self._last_prompt, prompt)
        self._last_prompt = prompt
        pieces = _pieces(self._answer(messages, grammar))
        stop = stop or threading.Event()
        started = time.perf_counter()
        said: list[Piece] = []
        for piece in pieces[:max_tokens]:
            if stop.wait(self._pause):
                break
            said.append(Piece(piece, time.perf_counter() - started))
            if on_token is not None:
                on_token(piece)
        return Completion(
            text="".join(piece.text for piece in said),
            prompt_tokens=len(prompt),
            cached_tokens=cached,
            new_tokens=len(said),
            prompt_seconds=0.0,
            generate_seconds=time.perf_counter() - started,
            ending="aborted" if stop.is_set() else "stop" if len(said) == len(pieces) else "length",
            pieces=tuple(said),
        )

    def _prompt(self, messages: Sequence[Message]) -> list[str]:
        prompt = [word for message in messages for word in message.content.split()]
        if len(prompt) >= self.context_tokens:
            raise ModelError(
                f"The prompt has {len(prompt):,} tokens, but the context of {self.name} holds only"
                f" {self.context_tokens:,}.",
                "Use a larger context, or shorten the task.",
            )
        return prompt


def _in_order(replies: Iterator[str]) -> Answer:
    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        try:
            return next(replies)
        except StopIteration:
            last = messages[-1].content if messages else ""
            raise ModelError(f"The script has no reply left. It was asked: {last[:200]}") from None

    return answer


def _pieces(text: str) -> list[str]:
    """Words, each with the space before it, so that joined they are the text."""
    pieces: list[str] = []
    for character in text:
        begins_word = character.isspace() and not (pieces and pieces[-1].isspace())
        if not pieces or begins_word:
            pieces.append(character)
        else:
            pieces[-1] += character
    return pieces


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    for count, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return count
    return min(len(old), len(new))
