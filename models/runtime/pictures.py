"""A vision-language model run by llama.cpp: a GGUF file and its projector, such as LLaVA's.

The only file beside `models.runtime.llama` that imports llama_cpp: the part that sees (libmtmd).
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.memory.gguf_header import read_header
from models.memory.misfit import projector_misfit
from models.runtime.errors import ModelError
from models.runtime.llama import LlamaModel
from models.runtime.manners import GENERAL, Manner, manner
from models.runtime.native import last_problem, silence_too
from models.runtime.reply import Reply

Picture = NDArray[np.uint8]


class PictureLlama(LlamaModel):
    """A model that is shown pictures, at temperature 0. One call at a time; others wait.

    `path` is the language model, `projector` the file (mmproj) that turns pictures into what it
    reads. For models whose text is counted along one line, as in LLaVA, SmolVLM and Moondream.

    Raises:
        ModelError: a file cannot be loaded, the two do not belong together, or they do not see.
    """

    def __init__(
        self,
        path: Path,
        projector: Path,
        context_tokens: int = 4096,
        threads: int | None = None,
        gpu_layers: int | None = None,
    ) -> None:
        self._eye: Any = None
        self.manner = _manner(path, projector)
        template = self.manner.template
        super().__init__(path, context_tokens, threads, gpu_layers, template=template)
        try:
            self._m = _library()
            self._eye = self._opened(projector, path, threads)
        except BaseException:
            self.close()
            raise

    def _opened(self, projector: Path, path: Path, threads: int | None) -> Any:
        params = self._m.mtmd_context_params_default()
        params.use_gpu = bool(self._c.llama_supports_gpu_offload())
        params.print_timings = False
        params.warmup = False
        params.n_threads = threads or self.threads
        eye = self._m.mtmd_init_from_file(os.fsencode(projector), self._model, params)
        if not eye:
            said = last_problem()
            raise ModelError(
                projector_misfit(projector, path) or f"{projector} cannot be loaded: {said}.",
                f"Use the projector that was published with {self.name}.",
            )
        if not self._m.mtmd_support_vision(eye):
            self._m.mtmd_free(eye)
            raise ModelError(f"{projector} is a projector for audio, not for images.")
        return eye

    def close(self) -> None:
        """Free the memory. The model cannot be used afterwards."""
        with self._lock:
            if self._eye is not None:
                self._m.mtmd_free(self._eye)
            self._eye = None
        super().close()

    def tell(
        self,
        pictures: Sequence[Picture],
        prompt: str,
        *,
        grammar: str | None = None,
        max_tokens: int = 64,
        stop: threading.Event | None = None,
    ) -> str | None:
        """What the model says of the pictures (uint8, height x width x 3, RGB) when asked
        `prompt`, greedy, within `grammar` (GBNF, rule `root`); None when `stop` ended it.

        A stop is heard between the steps and while text is computed; the computation of a picture
        itself (seconds for a large model on a CPU) ends first.

        Raises:
            ModelError: the pictures and the prompt do not fit into the context.
        """
        stop = stop or threading.Event()
        with self._lock, self._constraint(grammar) as constraint, self._abort.when(stop):
            self._forget()
            with self._chunks(pictures, prompt) as chunks:
                if not self._shown(chunks, max_tokens, stop):
                    return None
            reply = Reply(None)
            ending = self._generate(reply, constraint, max_tokens, stop)
            return None if ending == "aborted" else reply.finish()

    @contextmanager
    def _chunks(self, pictures: Sequence[Picture], prompt: str) -> Iterator[Any]:
        """The conversation as libmtmd's pieces of text and pictures, the pictures first.

        Only the template's own text may hold special tokens.
        """
        m = self._m
        before, after = self._around(prompt)
        with ExitStack() as stack:
            bitmaps = [stack.enter_context(self._bitmap(picture)) for picture in pictures]
            texts = [_text(m, before, True), _text(m, prompt, False), _text(m, after, True)]
            parts = [m.mtmd_input_part(text=ctypes.pointer(texts[0]), bitmap=None)]
            parts += [m.mtmd_input_part(text=None, bitmap=bitmap) for bitmap in bitmaps]
            parts += [m.mtmd_input_part(text=ctypes.pointer(t), bitmap=None) for t in texts[1:]]
            pointers = (ctypes.POINTER(m.mtmd_input_part) * len(parts))(
                *(ctypes.pointer(part) for part in parts)
            )
            chunks = m.mtmd_input_chunks_init()
            stack.callback(m.mtmd_input_chunks_free, chunks)
            starts = not (self._vocabulary.bos and before.startswith(self._vocabulary.bos))
            code = m.mtmd_tokenize_from_parts(self._eye, chunks, pointers, len(parts), starts)
            if code != 0:
                raise ModelError(
                    f"{self.name} cannot process these images ({code}): {last_problem()}."
                )
            yield chunks

    @contextmanager
    def _bitmap(self, picture: Picture) -> Iterator[Any]:
        height, width = picture.shape[:2]
        data = np.ascontiguousarray(picture, dtype=np.uint8)
        pointer = data.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
        bitmap = self._m.mtmd_bitmap_init(width, height, pointer)
        try:
            yield bitmap
        finally:
            self._m.mtmd_bitmap_free(bitmap)

    def _around(self, prompt: str) -> tuple[str, str]:
        """The template's text before and after the only message."""
        mark = "\ue0f2"
        before, found, after = self._template([{"role": "user", "content": mark}]).partition(mark)
        if not found:
            raise ModelError("The model's chat template drops the message.")
        return before, after

    def _shown(self, chunks: Any, max_tokens: int, stop: threading.Event) -> bool:
        """Put the pictures and the prompt into the context. False when `stop` ended it."""
        m = self._m
        needed = int(m.mtmd_helper_get_n_tokens(chunks))
        if needed + max_tokens > self.context_tokens:
            raise ModelError(
                f"The images and the prompt have {needed:,} tokens, but the context of {self.name}"
                f" holds only {self.context_tokens:,}.",
                "Use a larger context.",
            )
        past = self._c.llama_pos(0)
        count = m.mtmd_input_chunks_size(chunks)
        for number in range(count):
            if stop.is_set():
                return False
            code = m.mtmd_helper_eval_chunk_single(
                self._eye,
                self._context,
                m.mtmd_input_chunks_get(chunks, number),
                past,
                0,
                self._c.llama_n_batch(self._context),
                number == count - 1,
                ctypes.byref(past),
            )
            if code != 0 and stop.is_set():
                return False
            if code != 0:
                raise ModelError(f"{self.name} failed ({code}): {last_problem()}.")
        # What is there cannot be reused by `complete`; only its length counts.
        self._kept.now.tokens.extend([-1] * needed)
        return True


def _manner(path: Path, projector: Path) -> Manner:
    """How the model wants to be asked; of files that are no GGUF nothing is known, and loading
    them says what they are."""
    if not projector.is_file():
        raise ModelError(f"The projector file {projector} does not exist.")
    try:
        return manner(read_header(path), read_header(projector))
    except ModelError:
        return GENERAL


def _text(m: Any, text: str, special: bool) -> Any:
    data = text.encode("utf-8", "replace")
    return m.mtmd_input_text(
        text=data, text_len=len(data), add_special=False, parse_special=special
    )


def _library() -> Any:
    """The C interface of libmtmd, silent."""
    try:
        import llama_cpp.mtmd_cpp as m
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelError(
            f"The library for images in models (libmtmd) cannot be loaded: {error}.",
            "Install it again: pip install --force-reinstall --no-cache-dir llama-cpp-python",
        ) from error
    silence_too(m.mtmd_log_set)
    silence_too(m.mtmd_helper_log_set)
    return m
