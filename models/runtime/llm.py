"""The LanguageModel protocol: text in, constrained text out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a reply, as it came. `seconds` is how long after the prompt was read it was there,
    `probability` (0 to 1) what the model gave it among all it could have said, whatever a grammar
    allows; None where the grammar left no choice, or where nobody knows it (a server)."""

    text: str
    seconds: float
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply and what it cost. Seconds are wall clock; `cached_tokens` of the prompt were reused.

    `ending` is "stop" (the model or the grammar ended), "length" (max_tokens) or "aborted".
    `pieces` together are the text, or there are none. `read` is the conversation that led to the
    text, where it is another than the one that was given (see `Choices`).
    """

    text: str
    prompt_tokens: int
    cached_tokens: int
    new_tokens: int
    prompt_seconds: float
    generate_seconds: float
    ending: Literal["stop", "length", "aborted"]
    pieces: tuple[Piece, ...] = ()
    read: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """Lines of which the reply is one, for a model that can tell how likely a text is.

    It is not asked which line is right, but how likely `said` is as its reply, begun with
    `opening`, to the conversation of each line in `asked`; `prior` holds the logarithms of how
    likely each line is beforehand, but for a constant. The reply is the line for which both
    together are greatest. A line without a conversation counts as one that tells nothing: as likely
    as the others are on average. The noisy channel of Min et al. (2022): small models say far
    better what a thing is for than which of several things is right.
    """

    prior: Mapping[str, float]
    asked: Mapping[str, Sequence[Message]]
    opening: str
    said: str


class LanguageModel(Protocol):
    """A local model (`models.runtime.llama.LlamaModel`), one on a server
    (`models.server.server.ServerModel`) or a scripted one."""

    @property
    def name(self) -> str: ...

    @property
    def context_tokens(self) -> int: ...

    def count_tokens(self, text: str) -> int: ...

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
        """Reply to `messages`, greedy (temperature 0), within `grammar` (GBNF, rule `root`).

        Where the grammar is a list of lines, `choices` are another way to choose one. A server
        takes no notice of it.

        Setting `stop` from another thread ends the call within 0.2 s, prompt evaluation included;
        the completion then has the ending "aborted". `on_token` receives each new piece of text.

        Raises:
            ModelError: the prompt is longer than the context, or the grammar does not compile.
        """
        ...
