"""Seconds of a language model: to load, to read a prompt, to write with and without a grammar; ours
beside llama-cpp-python as it comes.

Both get the same file, messages, template, grammar, context, size of batch and threads, at
temperature 0, and read every prompt from its beginning. What differs is the way of calling. They
take turns, so that a machine that becomes slower does so for both.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Protocol

from benchmarks.speed.prompt import Question, choice, question
from models.files.store import weights_path
from models.runtime.llama import BATCH_TOKENS, LlamaModel

CONTEXT = 4096
"""Tokens, as in a run."""
BOTH = ("ours", "bare")
_MOST_TOKENS = 48


class Timing(NamedTuple):
    """One reply. Without the first token of a reply when only the others were timed."""

    prompt_tokens: int
    prompt_seconds: float
    new_tokens: int
    seconds: float


class _Caller(Protocol):
    def reply(self, asked: Question, grammar: str | None) -> Timing: ...

    def close(self) -> None: ...


class _Ours:
    """The product's own model."""

    def __init__(self, path: Path) -> None:
        self._model = LlamaModel(path, CONTEXT)

    def reply(self, asked: Question, grammar: str | None) -> Timing:
        self._model.forget()
        said = self._model.complete(asked.messages, grammar=grammar, max_tokens=_MOST_TOKENS)
        return Timing(
            said.prompt_tokens, said.prompt_seconds, said.new_tokens, said.generate_seconds
        )

    def close(self) -> None:
        self._model.close()


class _Bare:
    """`llama_cpp.Llama`."""

    def __init__(self, path: Path) -> None:
        from llama_cpp import Llama

        threads = len(os.sched_getaffinity(0))
        self._model: Any = Llama(
            str(path),
            n_ctx=CONTEXT,
            n_batch=BATCH_TOKENS,
            n_ubatch=BATCH_TOKENS,
            n_threads=threads,
            n_threads_batch=threads,
            verbose=False,
        )
        self._prompt_tokens = 0

    def reply(self, asked: Question, grammar: str | None) -> Timing:
        from llama_cpp import LlamaGrammar

        messages = [{"role": one.role, "content": one.content} for one in asked.messages]
        if not self._prompt_tokens:
            # A stream does not tell it.
            short = self._model.create_chat_completion(messages, temperature=0.0, max_tokens=1)
            self._prompt_tokens = int(short["usage"]["prompt_tokens"])
        self._model.reset()
        began = time.perf_counter()
        stream = self._model.create_chat_completion(
            messages,
            temperature=0.0,
            max_tokens=_MOST_TOKENS,
            stream=True,
            grammar=LlamaGrammar.from_string(grammar, verbose=False) if grammar else None,
        )
        times = [
            time.perf_counter() for piece in stream if piece["choices"][0]["delta"].get("content")
        ]
        if len(times) < 2:
            raise RuntimeError("llama-cpp-python replied nothing that could be timed")
        # The prompt is read when the first piece of text is there; the others are what is timed.
        return Timing(self._prompt_tokens, times[0] - began, len(times) - 1, times[-1] - times[0])

    def close(self) -> None:
        self._model.close()


def measure(model_id: str, rounds: int) -> dict[str, float]:
    """The medians of both; their names begin with `ours_` and `bare_`.

    Raises:
        ModelError: the weights are missing, or the model cannot be started.
    """
    if rounds < 1:
        raise ValueError("there must be a round")
    path, short, asked = weights_path(model_id), choice(), question()
    makers: dict[str, Callable[[Path], _Caller]] = {"ours": _Ours, "bare": _Bare}
    loads: dict[str, list[float]] = {name: [] for name in BOTH}
    callers: dict[str, _Caller] = {}
    plain: dict[str, list[Timing]] = {name: [] for name in BOTH}
    bound: dict[str, list[Timing]] = {name: [] for name in BOTH}
    chosen: dict[str, list[Timing]] = {name: [] for name in BOTH}
    try:
        for number in range(rounds):
            for name in _turns(number):
                if name in callers:
                    callers.pop(name).close()
                began = time.perf_counter()
                callers[name] = makers[name](path)
                loads[name].append(time.perf_counter() - began)
        for number in range(rounds):
            for name in _turns(number):
                plain[name].append(callers[name].reply(asked, None))
            for name in _turns(number):
                bound[name].append(callers[name].reply(asked, asked.grammar))
            for name in _turns(number):
                chosen[name].append(callers[name].reply(short, short.grammar))
    finally:
        for caller in callers.values():
            caller.close()
    return {
        f"{name}_{figure}": value
        for name in BOTH
        for figure, value in _figures(loads[name], plain[name], bound[name], chosen[name]).items()
    }


def _turns(number: int) -> tuple[str, ...]:
    """Who is first takes turns too."""
    return BOTH if number % 2 == 0 else BOTH[::-1]


def _figures(
    loads: list[float], plain: list[Timing], bound: list[Timing], chosen: list[Timing]
) -> dict[str, float]:
    return {
        "load": median(loads),
        "prompt_tokens": plain[0].prompt_tokens,
        "prompt_rate": median(t.prompt_tokens / t.prompt_seconds for t in plain),
        "plain_rate": median(t.new_tokens / t.seconds for t in plain),
        "grammar_rate": median(t.new_tokens / t.seconds for t in bound),
        # From the question to the end of the bounded reply: a step's wait.
        "reply": median(t.prompt_seconds + t.seconds for t in bound),
        "choice_tokens": chosen[0].prompt_tokens,
        "choice": median(t.prompt_seconds + t.seconds for t in chosen),
    }
