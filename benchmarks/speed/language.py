"""Seconds of a language model: to load, to read a prompt, to write with and without a grammar; ours
and llama-cpp-python as it comes.

Both get the same messages, template, grammar, context and threads, at temperature 0, and read every
prompt from its beginning. What differs is the way of calling.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from benchmarks.speed.prompt import Question, question
from models.llama import LlamaModel
from models.store import weights_path

CONTEXT = 4096
"""Tokens, as in a run."""
_MOST_TOKENS = 48


class Timing(NamedTuple):
    """One reply. Without the first token of a reply when only the others were timed."""

    prompt_tokens: int
    prompt_seconds: float
    new_tokens: int
    seconds: float


def ours(model_id: str, rounds: int) -> dict[str, float]:
    """The product's own model.

    Raises:
        ModelError: the weights are missing, or the model cannot be started.
    """
    path, asked, loads = weights_path(model_id), question(), []
    model: LlamaModel | None = None
    for _ in range(rounds):
        if model is not None:
            model.close()
        began = time.perf_counter()
        model = LlamaModel(path, CONTEXT)
        loads.append(time.perf_counter() - began)
    if model is None:
        raise ValueError("there must be a round")
    loaded = model

    def reply(grammar: str | None) -> Timing:
        loaded.forget()
        said = loaded.complete(asked.messages, grammar=grammar, max_tokens=_MOST_TOKENS)
        return Timing(
            said.prompt_tokens, said.prompt_seconds, said.new_tokens, said.generate_seconds
        )

    try:
        return {"load": median(loads), **_rates(reply, asked, rounds)}
    finally:
        loaded.close()


def bare(model_id: str, rounds: int) -> dict[str, float]:
    """`llama_cpp.Llama`.

    Raises:
        ModelError: the weights are missing.
    """
    from llama_cpp import Llama, LlamaGrammar

    path, asked, loads = weights_path(model_id), question(), []
    threads = len(os.sched_getaffinity(0))
    model: Any = None
    for _ in range(rounds):
        if model is not None:
            model.close()
        began = time.perf_counter()
        model = Llama(
            str(path), n_ctx=CONTEXT, n_threads=threads, n_threads_batch=threads, verbose=False
        )
        loads.append(time.perf_counter() - began)
    messages = [{"role": one.role, "content": one.content} for one in asked.messages]
    short = model.create_chat_completion(messages, temperature=0.0, max_tokens=1)
    prompt_tokens = short["usage"]["prompt_tokens"]

    def reply(grammar: str | None) -> Timing:
        model.reset()
        began = time.perf_counter()
        stream = model.create_chat_completion(
            messages,
            temperature=0.0,
            max_tokens=_MOST_TOKENS,
            stream=True,
            grammar=LlamaGrammar.from_string(grammar, verbose=False) if grammar else None,
        )
        return _streamed(stream, began, prompt_tokens)

    try:
        return {"load": median(loads), **_rates(reply, asked, rounds)}
    finally:
        model.close()


def _streamed(stream: Any, began: float, prompt_tokens: int) -> Timing:
    """The prompt is read when the first piece of text is there; the others are what is timed."""
    times = [time.perf_counter() for piece in stream if piece["choices"][0]["delta"].get("content")]
    if len(times) < 2:
        raise RuntimeError("llama-cpp-python replied nothing that could be timed")
    return Timing(prompt_tokens, times[0] - began, len(times) - 1, times[-1] - times[0])


def _rates(reply: Callable[[str | None], Timing], asked: Question, rounds: int) -> dict[str, float]:
    plain = [reply(None) for _ in range(rounds)]
    bound = [reply(asked.grammar) for _ in range(rounds)]
    return {
        "prompt_tokens": plain[0].prompt_tokens,
        "prompt_rate": median(t.prompt_tokens / t.prompt_seconds for t in plain),
        "plain_rate": median(t.new_tokens / t.seconds for t in plain),
        "grammar_rate": median(t.new_tokens / t.seconds for t in bound),
        # From the question to the end of the bounded reply: a step's wait.
        "reply": median(t.prompt_seconds + t.seconds for t in bound),
    }
