"""A GGUF model run by llama.cpp: the only file that imports llama_cpp, beside `pictures`.

It calls the C interface itself, because the library's own class prints, cannot be stopped inside a
batch, and checks the whole vocabulary against a grammar for every token.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from models.grammar.forced import ByteTokens, forced
from models.grammar.sampler import GrammarSampler, greedy, probability, scores_of
from models.memory.misfit import model_misfit
from models.runtime.adapters import Adapters
from models.runtime.conversation import CHATML, Render, Vocabulary, conversation_tokens
from models.runtime.errors import ModelError, OutOfMemory
from models.runtime.kept import Sequences
from models.runtime.llm import LETTERS, Choices, Completion, Message, Piece
from models.runtime.native import Abort, give_back, has_amx, last_problem, short_waits, silence
from models.runtime.reply import Reply

# Prompts of so many kinds are kept for a model that was taught to choose.
_KINDS = 4
BATCH_TOKENS = 128
"""Evaluated in one go. A stop waits for one matrix product of them at most."""
_ALL_LAYERS = 0x7FFFFFFF
# What llama_decode returns where there is no room, and where it was stopped.
_FULL, _ABORTED = 1, 2
_SMALLER = "Close other programs, or choose a smaller model or context."
_GET = "Download it (again): deskhand models get ID. To see the ids: deskhand models list"


class LlamaModel:
    """A language model from a GGUF file, at temperature 0. One call at a time; others wait.

    `context_tokens` is lowered to what the model was trained for. `threads` and `gpu_layers` are
    chosen when None: all layers go to the GPU when the library was built for one. `template` is
    for a file without a chat template (default: ChatML). `adapters` are LoRA adapters (GGUF), put
    on at full strength; `choosing` is the one with which it chooses among lines. Without it
    `choices` are taken no notice of. `on_progress` is told how much of the file is loaded, 0 to 1.

    Raises:
        OutOfMemory: the memory does not suffice.
        ModelError: a file cannot be loaded.
    """

    def __init__(
        self,
        path: Path,
        context_tokens: int = 4096,
        threads: int | None = None,
        gpu_layers: int | None = None,
        template: str = CHATML,
        *,
        adapters: Sequence[Path] = (),
        choosing: Path | None = None,
        batch_tokens: int = BATCH_TOKENS,
        on_progress: Callable[[float], None] | None = None,
    ) -> None:
        self._c = library()
        self.name = path.stem
        self.threads = threads or _default_threads()
        self._lock = threading.Lock()
        self._kept = Sequences(_KINDS if choosing is not None else 1)
        self._batch = batch_tokens
        self._bytes: ByteTokens | None = None
        self._model = self._load(path, gpu_layers, on_progress)
        self._context: Any = None
        try:
            self._vocabulary = Vocabulary(self._c, self._model, template)
            self._template = chat_template(self._vocabulary)
            self._context = self._make_context(context_tokens, self.threads)
            self._adapters = Adapters(self._c, self._model, self._context, adapters, choosing)
        except BaseException:
            self.close()
            raise
        self._memory = self._c.llama_get_memory(self._context)
        self.context_tokens: int = self._c.llama_n_ctx(self._context)
        self._abort = Abort(self._c, self._context)

    def _load(
        self, path: Path, gpu_layers: int | None, on_progress: Callable[[float], None] | None
    ) -> Any:
        if not path.is_file():
            raise ModelError(f"The model file {path} does not exist.", _GET)
        params = self._c.llama_model_default_params()
        if gpu_layers is None:
            gpu_layers = _ALL_LAYERS if self._c.llama_supports_gpu_offload() else 0
        params.n_gpu_layers = gpu_layers
        params.use_extra_bufts = not has_amx(self._c)
        if on_progress is not None:
            # The structure keeps the function alive; True means: go on.
            params.progress_callback = self._c.llama_progress_callback(
                lambda fraction, _: on_progress(fraction) is None
            )
        model = self._c.llama_model_load_from_file(os.fsencode(path), params)
        if not model:
            _require_readable(path)
            problem = last_problem()
            if "alloc" in problem or "out of memory" in problem:
                raise OutOfMemory(f"{self.name} cannot be loaded: {problem}.", _SMALLER)
            raise ModelError(model_misfit(path) or f"{path} cannot be loaded: {problem}.", _GET)
        return model

    def _make_context(self, context_tokens: int, threads: int) -> Any:
        params = self._c.llama_context_default_params()
        params.n_ctx = min(context_tokens, self._c.llama_model_n_ctx_train(self._model))
        params.n_batch = params.n_ubatch = self._batch
        params.n_seq_max, params.kv_unified = self._kept.count, True
        params.n_threads = params.n_threads_batch = threads
        params.swa_full = True  # Else a model with a sliding window forgets reusable prefixes.
        params.no_perf = True
        context = self._c.llama_init_from_model(self._model, params)
        if not context:
            raise OutOfMemory(f"{self.name} cannot be started: {last_problem()}.", _SMALLER)
        return context

    def close(self) -> None:
        """Free the memory. The model cannot be used afterwards."""
        with self._lock:
            if self._context is not None:
                self._c.llama_free(self._context)
            if self._model is not None:
                self._c.llama_model_free(self._model)
            self._context = self._model = None
        give_back()

    def forget(self) -> None:
        """Keep nothing of the last prompt: the next one is read from its beginning."""
        with self._lock:
            if self._context is not None:
                self._forget()

    def count_tokens(self, text: str) -> int:
        self._require_open()
        return len(self._vocabulary.tokenize(text, special=False))

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
        """See `models.runtime.llm.LanguageModel`."""
        stop = stop or threading.Event()
        if choices is not None and self._adapters.can_choose:
            with self._lock, self._abort.when(stop):
                self._require_open()
                return self._chosen(messages, choices, stop)
        with self._lock, self._constraint(grammar) as constraint, self._abort.when(stop):
            prompt = self._prompt(messages)
            reply = Reply(on_token)
            started = time.perf_counter()
            cached = self._keep_prefix(prompt, choosing=False)
            ready = self._evaluate(prompt[cached:], stop)
            evaluated = time.perf_counter()
            reply.begin()
            ending: Literal["stop", "length", "aborted"] = "aborted"
            if ready:
                ending = self._generate(reply, constraint, max_tokens, stop)
            return Completion(
                text=reply.finish(),
                prompt_tokens=len(prompt),
                cached_tokens=cached,
                new_tokens=reply.tokens,
                prompt_seconds=evaluated - started,
                generate_seconds=time.perf_counter() - evaluated,
                ending=ending,
                pieces=reply.pieces,
            )

    def _chosen(
        self, messages: Sequence[Message], choices: Choices, stop: threading.Event
    ) -> Completion:
        """The line for which what is known beforehand and what the model says are greatest."""
        started = time.perf_counter()
        prompt = self._prompt(messages)
        cached = self._keep_prefix(prompt, choosing=True)
        ready = self._evaluate(prompt[cached:], stop) and not stop.is_set()
        line, shares = "", dict[str, float]()
        if ready:
            logits = self._c.llama_get_logits_ith(self._context, -1)
            letters = [self._vocabulary.tokenize(each, special=False)[0] for each in LETTERS]
            said = scores_of(logits, self._vocabulary.size, letters[: len(choices.prior)])
            shares = choices.shares(said)
            line = max(shares, key=lambda each: shares[each])
        seconds = time.perf_counter() - started
        return Completion(
            text=line,
            prompt_tokens=len(prompt),
            cached_tokens=cached,
            new_tokens=0,
            prompt_seconds=seconds,
            generate_seconds=0.0,
            ending="stop" if ready else "aborted",
            pieces=(Piece(line, seconds, shares[line]),) if ready else (),
            share=shares[line] if ready else None,
            shares=shares,
        )

    @contextmanager
    def _constraint(self, grammar: str | None) -> Iterator[GrammarSampler | None]:
        self._require_open()
        if grammar is None:
            yield None
            return
        sampler = GrammarSampler(self._c, self._vocabulary.pointer, grammar)
        try:
            yield sampler
        finally:
            sampler.close()

    def _generate(
        self,
        reply: Reply,
        constraint: GrammarSampler | None,
        max_tokens: int,
        stop: threading.Event,
    ) -> Literal["stop", "length", "aborted"]:
        room = min(max_tokens, self.context_tokens - len(self._kept.now.tokens))
        fixed = self._fixed(constraint)
        chosen: float | None = None
        while reply.tokens < room:
            fixed = fixed[: room - reply.tokens]
            for token in fixed:
                if self._vocabulary.ends(token):
                    return "stop"  # Only the end can follow: nothing more need be evaluated.
                reply.add(self._vocabulary.piece(token), chosen)
                chosen = None  # Those behind the first were not chosen.
            if reply.tokens >= room:
                break
            if not self._evaluate(fixed, stop) or stop.is_set():
                return "aborted"
            logits = self._c.llama_get_logits_ith(self._context, -1)
            token = (constraint.choose if constraint else greedy)(logits, self._vocabulary.size)
            if self._vocabulary.ends(token):
                return "stop"
            if constraint is not None:
                constraint.take(token)
            chosen = probability(logits, self._vocabulary.size, token)
            fixed = [token, *self._fixed(constraint)]
        return "length"

    def _fixed(self, constraint: GrammarSampler | None) -> list[int]:
        """The tokens that a grammar leaves no choice about, next in the reply."""
        if constraint is None:
            return []
        if self._bytes is None:
            self._bytes = ByteTokens(self._vocabulary)
        return forced(constraint, self._bytes, self._vocabulary)

    def _forget(self) -> None:
        self._c.llama_memory_clear(self._memory, True)
        self._kept.forget()

    def _keep_prefix(self, prompt: Sequence[int], *, choosing: bool) -> int:
        """Put the adapter for choices on or off, and forget all but the beginning that the prompt
        has in common with one of its kind; its length in tokens."""
        self._adapters.choose(choosing)
        keep = self._kept.use(prompt, choosing=choosing)
        kept = self._kept.now
        if self._c.llama_memory_seq_rm(self._memory, kept.number, keep, -1):
            del kept.tokens[keep:]
        else:
            self._forget()  # Recurrent models cannot forget a part.
            keep = 0
        return keep

    def _evaluate(self, tokens: Sequence[int], stop: threading.Event) -> bool:
        """Put tokens behind those in the context. False when `stop` ended it.

        What is kept is what was surely evaluated; half batches are removed from the context by the
        next call.
        """
        for begin in range(0, len(tokens), self._batch):
            if stop.is_set():
                return False
            part = tokens[begin : begin + self._batch]
            if not self._decode(part):
                return False
        return True

    def _decode(self, part: Sequence[int]) -> bool:
        """Put tokens of one batch behind those in the context; the logits behind the last one are
        there then. False when it was aborted."""
        code = self._decoded(part)
        for other in self._kept.others():
            if code != _FULL:
                break
            self._c.llama_memory_seq_rm(self._memory, other.number, -1, -1)
            other.tokens.clear()
            code = self._decoded(part)
        if code == _ABORTED:
            return False
        if code != 0:
            raise ModelError(f"{self.name} failed ({code}): {last_problem()}.")
        self._kept.now.tokens.extend(part)
        return True

    def _decoded(self, part: Sequence[int]) -> int:
        kept = self._kept.now
        batch = self._c.llama_batch_init(len(part), 0, 1)
        try:
            batch.n_tokens = len(part)
            for place, token in enumerate(part):
                batch.token[place], batch.pos[place] = token, len(kept.tokens) + place
                batch.n_seq_id[place], batch.seq_id[place][0] = 1, kept.number
                batch.logits[place] = place == len(part) - 1
            return int(self._c.llama_decode(self._context, batch))
        finally:
            self._c.llama_batch_free(batch)

    def _prompt(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of a conversation."""
        prompt = conversation_tokens(messages, self._vocabulary, self._template)
        if len(prompt) >= self.context_tokens:
            raise ModelError(
                f"The prompt has {len(prompt):,} tokens, but the context of {self.name} holds only"
                f" {self.context_tokens:,}.",
                "Use a larger context, or shorten the task.",
            )
        return prompt

    def _require_open(self) -> None:
        if self._model is None:
            raise ModelError(f"{self.name} was closed.")


def offloads() -> bool:
    """Whether the library was built to put layers on a GPU."""
    return bool(library().llama_supports_gpu_offload())


def library() -> Any:
    """The C interface of llama.cpp, silent."""
    try:
        with short_waits():
            import llama_cpp.llama_cpp as c
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelError(
            f"The library that runs language models cannot be loaded: {error}.",
            "Install it again: pip install --force-reinstall --no-cache-dir llama-cpp-python",
        ) from error
    silence(c)
    c.llama_backend_init()
    return c


def chat_template(vocabulary: Vocabulary) -> Render:
    """The model's own chat template. It is a program of others: it runs in jinja's sandbox."""
    from jinja2 import TemplateError
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    try:
        formatter: Any = Jinja2ChatFormatter(
            vocabulary.template, eos_token=vocabulary.eos, bos_token=vocabulary.bos
        )
    except TemplateError as error:
        raise ModelError(
            f"The model's chat template cannot be read: {error}.", "Choose another model."
        ) from error

    def render(messages: list[dict[str, str]]) -> str:
        return str(formatter(messages=messages, enable_thinking=False).prompt)

    return render


def _require_readable(path: Path) -> None:
    """llama.cpp says the same of a file that may not be read as of a damaged one."""
    try:
        path.open("rb").close()
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read: {error.strerror or error}.", "Check its permissions."
        ) from error


def _default_threads() -> int:
    """The cores this process may use; more threads than that wait for each other."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
