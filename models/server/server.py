"""A language model on a server that the person named: llama-server, vLLM, Ollama and their like.

Whatever the server promises about grammars, each reply is checked with the grammar here: what does
not fit never reaches the agent.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from models.grammar.gbnf_check import fitting
from models.grammar.gbnf_schema import schema
from models.runtime.errors import UnfitReply
from models.runtime.llm import Choices, Completion, Message, Piece
from models.server.client import SILENCE_SECONDS, broken_off, streamed
from models.server.engine import Engine

_T = TypeVar("_T")
_TRIES = 3
_LOOK_SECONDS = 0.03
# For a server that does not say how much it takes.
_CONTEXT_TOKENS = 4096
_AGAIN = (
    "That is not one of the possible answers. Answer again, exactly in the form that was asked"
    " for, with the names as they are written there, and nothing else."
)
_IN_WORDS = "Answer with exactly one sentence of this grammar (GBNF), and nothing else:\n"


@dataclass
class _Heard:
    """What came of one reply so far."""

    text: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    first: float = 0.0
    finish: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    new_tokens: int = 0

    def take(self, event: dict[str, Any]) -> str:
        """Note an event of the server; the new piece of text in it."""
        choices: list[dict[str, Any]] = event.get("choices") or [{}]
        choice = choices[0]
        self.finish = choice.get("finish_reason") or self.finish
        piece = (choice.get("delta") or {}).get("content") or ""
        if piece:
            self.first = self.first or time.perf_counter()
            self.new_tokens += 1  # Roughly; `usage` knows better where it comes.
            self.text.append(piece)
            self.pieces.append(Piece(piece, time.perf_counter() - self.first))
        usage = event.get("usage") or {}
        details = usage.get("prompt_tokens_details") or {}
        self.prompt_tokens = usage.get("prompt_tokens") or self.prompt_tokens
        self.new_tokens = usage.get("completion_tokens") or self.new_tokens
        self.cached_tokens = details.get("cached_tokens") or self.cached_tokens
        return piece


class ServerModel:
    """The model of an engine, at temperature 0. One call at a time; others wait.

    `silence` is how many seconds without a sign of the server end a call; `version` is what vLLM
    says of itself, for the name of its parameter.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        context_tokens: int | None = None,
        version: tuple[int, ...] = (),
        silence: float = SILENCE_SECONDS,
    ) -> None:
        self.engine, self.name = engine, name
        self.context_tokens = context_tokens or _CONTEXT_TOKENS
        self._version, self._silence = version, silence
        self._lock = threading.Lock()

    def count_tokens(self, text: str) -> int:
        """An estimate, rather too high: only the server knows its vocabulary."""
        return len(text.encode("utf-8", "replace")) // 3 + 1

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
        """See `models.runtime.llm.LanguageModel`. A reply outside of `grammar` is asked for
        again, twice at most.

        Raises:
            ModelError: the server is not there, refuses, is silent, or breaks off.
            UnfitReply: no reply fits the grammar.
        """
        stop = stop or threading.Event()
        asked = self._asked(messages, grammar)
        said = ""
        with self._lock:
            for _ in range(_TRIES):
                reply = self._once(asked, grammar, max_tokens, stop, on_token)
                if grammar is None or reply.ending == "aborted":
                    return reply
                fit = fitting(reply.text, grammar)
                if fit is not None:
                    return _as(fit, reply)
                said = reply.text
                if reply.ending == "length":
                    raise self._unfit("a reply that was too long", said)
                asked = [*asked, Message("assistant", said), Message("user", _AGAIN)]
        raise self._unfit(f"{_TRIES} replies that do not fit the grammar, the last", said)

    def _unfit(self, what: str, said: str) -> UnfitReply:
        return UnfitReply(
            f"The model {self.name} gave {what}: {' '.join(said.split())[:80]!r}.",
            "Choose a larger model, or a server that supports grammars.",
        )

    def _asked(self, messages: Sequence[Message], grammar: str | None) -> list[Message]:
        """The messages; with the grammar in words where the server takes none."""
        asked = list(messages)
        told = self.engine.grammar == "words" or (
            self.engine.grammar == "json schema" and grammar is not None and schema(grammar) is None
        )
        if grammar is not None and told and asked:
            last = asked[-1]
            asked[-1] = Message(last.role, f"{last.content}\n\n{_IN_WORDS}{grammar}")
        return asked

    def _once(
        self,
        messages: Sequence[Message],
        grammar: str | None,
        max_tokens: int,
        stop: threading.Event,
        on_token: Callable[[str], None] | None,
    ) -> Completion:
        heard = _Heard()
        started = time.perf_counter()
        body = self._body(messages, grammar, max_tokens)

        async def listen() -> None:
            async with streamed(self.engine, body, self._silence) as events:
                async for event in events:
                    if (piece := heard.take(event)) and on_token is not None:
                        on_token(piece)

        whole = asyncio.run(_unless(stop, listen()))
        if whole and not heard.finish and not heard.text:
            raise broken_off(self.engine)
        ended = time.perf_counter()
        first = heard.first or ended
        ending: Literal["stop", "length", "aborted"] = "stop" if whole else "aborted"
        if whole and heard.finish == "length":
            ending = "length"
        return Completion(
            text="".join(heard.text),
            prompt_tokens=heard.prompt_tokens,
            cached_tokens=heard.cached_tokens,
            new_tokens=heard.new_tokens,
            prompt_seconds=first - started,
            generate_seconds=ended - first,
            ending=ending,
            pieces=tuple(heard.pieces),
        )

    def _body(
        self, messages: Sequence[Message], grammar: str | None, max_tokens: int
    ) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.engine.model,
            "messages": [{"role": one.role, "content": one.content} for one in messages],
            "temperature": 0,
            "max_tokens": max_tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if self.engine.grammar in ("gbnf", "vllm"):
            # A model that thinks aloud first would do it inside of the grammar.
            body["chat_template_kwargs"] = {"enable_thinking": False}
        return body | (self._limits(grammar) if grammar is not None else {})

    def _limits(self, grammar: str) -> dict[str, Any]:
        """The grammar in the way that the server takes it."""
        match self.engine.grammar:
            case "gbnf":
                return {"grammar": grammar}
            case "vllm" if self._version and self._version < (0, 11):
                return {"guided_grammar": grammar}
            case "vllm":
                return {"structured_outputs": {"grammar": grammar}}
            case "json schema" if (form := schema(grammar)) is not None:
                described = {"name": "reply", "strict": True, "schema": form}
                return {"response_format": {"type": "json_schema", "json_schema": described}}
        return {}


def _as(text: str, reply: Completion) -> Completion:
    """The same reply, in the form of the grammar: it ended where the grammar does."""
    return Completion(
        text,
        reply.prompt_tokens,
        reply.cached_tokens,
        reply.new_tokens,
        reply.prompt_seconds,
        reply.generate_seconds,
        "stop",
    )


async def _unless(stop: threading.Event, work: Coroutine[Any, Any, None]) -> bool:
    """Do the work until it ends or `stop` is set; whether it ended by itself.

    Giving it up closes the connection, by which the server knows that nobody listens any more.
    """
    task = asyncio.ensure_future(work)
    while not stop.is_set():
        done, _ = await asyncio.wait({task}, timeout=_LOOK_SECONDS)
        if done:
            task.result()
            return True
    task.cancel()
    await asyncio.wait({task}, timeout=1)
    return False
