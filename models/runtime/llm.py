"""The LanguageModel protocol: text in, constrained text out."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    `pieces` together are the text, or there are none. `share` is how likely the text is among the
    lines of which it was chosen (see `Choices`), 0 to 1; None where it was not. `shares` has those
    of all these lines.
    """

    text: str
    prompt_tokens: int
    cached_tokens: int
    new_tokens: int
    prompt_seconds: float
    generate_seconds: float
    ending: Literal["stop", "length", "aborted"]
    pieces: tuple[Piece, ...] = ()
    share: float | None = None
    shares: Mapping[str, float] = field(default_factory=dict)


LETTERS = "ABCDEFGHIJKL"
"""With which the lines of a choice begin, in their order."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Lines of which the reply is one, for a model that was taught to choose.

    The conversation shows the lines in their order, each behind one of `LETTERS`, and the model is
    only asked how likely each letter is. `prior` holds the logarithms of how likely each line is
    beforehand, but for a constant; both count.
    """

    prior: Mapping[str, float]

    def shares(self, said: Sequence[float]) -> dict[str, float]:
        """How likely each line is, 0 to 1, by what is known and by what the model `said` (the
        logarithms of how likely its letters are, but for a constant) together."""
        both = [known + more for known, more in zip(self.prior.values(), said, strict=True)]
        odds = [math.exp(each - max(both)) for each in both]
        return {line: each / sum(odds) for line, each in zip(self.prior, odds, strict=True)}


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

        Where the grammar is a list of lines, a model that was taught to choose takes one of them by
        `choices` instead; others take no notice of them.

        Setting `stop` from another thread ends the call within 0.2 s, prompt evaluation included;
        the completion then has the ending "aborted". `on_token` receives each new piece of text.

        Raises:
            ModelError: the prompt is longer than the context, or the grammar does not compile.
        """
        ...
