"""A GGUF model run by llama.cpp: the only file that imports llama_cpp.

It calls the C interface itself, because the library's own class prints, cannot be stopped inside a
batch, and checks the whole vocabulary against a grammar for every token.
"""

from __future__ import annotations

import codecs
import ctypes
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from models.errors import ModelError
from models.grammar_sampler import GrammarSampler, greedy
from models.llm import Completion, Message
from models.native import Abort, last_problem, silence

# Tokens evaluated in one go. A stop waits for one matrix product of them at most.
_BATCH_TOKENS = 128
_ALL_LAYERS = 0x7FFFFFFF
_CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}"
    "<|im_end|>\n{% endfor %}<|im_start|>assistant\n"
)
# Stands for a message's text while the template is rendered; never in a template, never typed.
_MARK = "\ue0f0{}\ue0f1"


class LlamaModel:
    """A language model from a GGUF file, at temperature 0. One call at a time; others wait.

    `context_tokens` is lowered to what the model was trained for. `threads` and `gpu_layers` are
    chosen when None: all layers go to the GPU when the library was built for one.

    Raises:
        ModelError: the file cannot be loaded, or the memory does not suffice.
    """

    def __init__(
        self,
        path: Path,
        context_tokens: int = 4096,
        threads: int | None = None,
        gpu_layers: int | None = None,
    ) -> None:
        self._c = _library()
        self.name = path.stem
        self._lock = threading.Lock()
        self._cached: list[int] = []  # The tokens whose keys and values are in the context.
        self._model = self._load(path, gpu_layers)
        self._vocab = self._c.llama_model_get_vocab(self._model)
        self._n_vocab = self._c.llama_vocab_n_tokens(self._vocab)
        self._context = self._make_context(context_tokens, threads or _default_threads())
        self._memory = self._c.llama_get_memory(self._context)
        self.context_tokens: int = self._c.llama_n_ctx(self._context)
        self._abort = Abort(self._c, self._context)
        self._template = self._make_template()

    def _load(self, path: Path, gpu_layers: int | None) -> Any:
        if not path.is_file():
            raise ModelError(f"There is no model file {path}.", "See: deskhand models list")
        params = self._c.llama_model_default_params()
        if gpu_layers is None:
            gpu_layers = _ALL_LAYERS if self._c.llama_supports_gpu_offload() else 0
        params.n_gpu_layers = gpu_layers
        model = self._c.llama_model_load_from_file(os.fsencode(path), params)
        if not model:
            raise ModelError(f"{path} cannot be loaded: {last_problem()}", "Is it a GGUF file?")
        return model

    def _make_context(self, context_tokens: int, threads: int) -> Any:
        params = self._c.llama_context_default_params()
        params.n_ctx = min(context_tokens, self._c.llama_model_n_ctx_train(self._model))
        params.n_batch = params.n_ubatch = _BATCH_TOKENS
        params.n_threads = params.n_threads_batch = threads
        params.swa_full = True  # Else a model with a sliding window forgets reusable prefixes.
        params.no_perf = True
        context = self._c.llama_init_from_model(self._model, params)
        if not context:
            problem = last_problem()
            self._c.llama_model_free(self._model)
            raise ModelError(
                f"{self.name} cannot be started: {problem}",
                "Close other programs, or choose a smaller model or context.",
            )
        return context

    def _make_template(self) -> Any:
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        raw = self._c.llama_model_chat_template(self._model, None)
        eos, bos = (
            (self._c.llama_vocab_get_text(self._vocab, token) if token >= 0 else b"").decode()
            for token in (
                self._c.llama_vocab_eos(self._vocab),
                self._c.llama_vocab_bos(self._vocab),
            )
        )
        self._bos = bos
        return Jinja2ChatFormatter(
            template=raw.decode() if raw else _CHATML, eos_token=eos, bos_token=bos
        )

    def close(self) -> None:
        """Free the memory. The model cannot be used afterwards."""
        with self._lock:
            if self._context is not None:
                self._c.llama_free(self._context)
                self._c.llama_model_free(self._model)
                self._context = self._model = None

    def count_tokens(self, text: str) -> int:
        return len(self._tokenize(text, special=False))

    def complete(
        self,
        messages: Sequence[Message],
        *,
        grammar: str | None = None,
        max_tokens: int = 256,
        stop: threading.Event | None = None,
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        """See `models.llm.LanguageModel`."""
        stop = stop or threading.Event()
        with self._lock, self._abort.when(stop), self._constraint(grammar) as constraint:
            if self._context is None:
                raise ModelError(f"{self.name} was closed.")
            prompt = self._prompt(messages)
            if len(prompt) >= self.context_tokens:
                raise ModelError(
                    f"The prompt has {len(prompt):,} tokens, and {self.name} is running with"
                    f" room for {self.context_tokens:,}.",
                    "Run it with a larger context, or shorten the task.",
                )
            reply = _Reply(on_token)
            started = time.perf_counter()
            cached = self._keep_prefix(prompt)
            ready = self._evaluate(prompt[cached:], stop)
            evaluated = time.perf_counter()
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
            )

    @contextmanager
    def _constraint(self, grammar: str | None) -> Iterator[GrammarSampler | None]:
        if grammar is None:
            yield None
            return
        sampler = GrammarSampler(self._c, self._vocab, grammar)
        try:
            yield sampler
        finally:
            sampler.close()

    def _generate(
        self,
        reply: _Reply,
        constraint: GrammarSampler | None,
        max_tokens: int,
        stop: threading.Event,
    ) -> Literal["stop", "length", "aborted"]:
        room = min(max_tokens, self.context_tokens - len(self._cached))
        while reply.tokens < room:
            if stop.is_set():
                return "aborted"
            logits = self._c.llama_get_logits_ith(self._context, -1)
            token = (constraint.choose if constraint else greedy)(logits, self._n_vocab)
            if self._c.llama_vocab_is_eog(self._vocab, token):
                return "stop"
            reply.add(self._piece(token))
            if constraint is not None and constraint.accept(token):
                return "stop"  # Only the end could follow: it need not be evaluated.
            if reply.tokens < room and not self._evaluate([token], stop):
                return "aborted"
        return "length"

    def _keep_prefix(self, prompt: Sequence[int]) -> int:
        """Forget what is in the context but the common beginning; its length in tokens."""
        keep = 0
        # The last token is always evaluated: its result chooses the first new token.
        for old, new in zip(self._cached, prompt[:-1], strict=False):
            if old != new:
                break
            keep += 1
        if not self._c.llama_memory_seq_rm(self._memory, 0, keep, -1):
            # Recurrent models cannot forget a part.
            self._c.llama_memory_clear(self._memory, True)
            keep = 0
        del self._cached[keep:]
        return keep

    def _evaluate(self, tokens: Sequence[int], stop: threading.Event) -> bool:
        """Put tokens behind those in the context. False when `stop` ended it.

        `_cached` then holds what was surely evaluated; half batches are removed from the context
        by the next call.
        """
        for begin in range(0, len(tokens), _BATCH_TOKENS):
            if stop.is_set():
                return False
            part = tokens[begin : begin + _BATCH_TOKENS]
            array = (self._c.llama_token * len(part))(*part)
            code = self._c.llama_decode(
                self._context, self._c.llama_batch_get_one(array, len(part))
            )
            if code == 2:
                return False
            if code != 0:
                raise ModelError(f"{self.name} failed ({code}): {last_problem()}")
            self._cached.extend(part)
        return True

    def _prompt(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of a conversation.

        The template is rendered with marks, and the messages are tokenized apart from it: a text
        on the screen that reads like "<|im_end|>" stays text and cannot end its message.
        """
        marks = [_MARK.format(number) for number in range(len(messages))]
        shown = [
            {"role": message.role, "content": mark}
            for message, mark in zip(messages, marks, strict=True)
        ]
        try:
            rest: str = self._template(messages=shown, enable_thinking=False).prompt
        except Exception as error:  # Templates are programs of others and may raise anything.
            raise ModelError(f"{self.name} cannot put this conversation: {error}.") from error
        tokens = self._tokenize("", special=True, add_bos=not rest.startswith(self._bos or "\0"))
        for message, mark in zip(messages, marks, strict=True):
            before, _, rest = rest.partition(mark)
            tokens += self._tokenize(before, special=True)
            tokens += self._tokenize(message.content, special=False)
        return tokens + self._tokenize(rest, special=True)

    def _tokenize(self, text: str, *, special: bool, add_bos: bool = False) -> list[int]:
        data = text.encode("utf-8", "replace")
        size = len(data) + 8
        array = (self._c.llama_token * size)()
        count = self._c.llama_tokenize(self._vocab, data, len(data), array, size, add_bos, special)
        return list(array[:count])

    def _piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(256)
        size = self._c.llama_token_to_piece(self._vocab, token, buffer, len(buffer), 0, False)
        return buffer.raw[:size]


class _Reply:
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


def _library() -> Any:
    """The C interface of llama.cpp, silent."""
    import llama_cpp.llama_cpp as c

    silence(c)
    c.llama_backend_init()
    return c


def _default_threads() -> int:
    """The cores this process may use; more threads than that wait for each other."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
