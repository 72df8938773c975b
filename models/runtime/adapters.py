"""LoRA adapters: small GGUF files that change what a language model says.

It takes the C interface as a parameter; only `models.runtime.llama` imports it.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.memory.gguf_header import read_header
from models.runtime.errors import ModelError
from models.runtime.native import last_problem


class Adapters:
    """The adapters of a loaded model, all at full strength: `always` are on from the start,
    `choosing` only while the model chooses among lines (see models.runtime.llm.Choices). They are
    freed with the model.

    Raises:
        ModelError: a file is no LoRA adapter, or it was made for another model.
    """

    def __init__(
        self, c: Any, model: Any, context: Any, always: Sequence[Path], choosing: Path | None
    ) -> None:
        self._c, self._context = c, context
        self._always = [_loaded(c, model, path) for path in always]
        self._choosing = _loaded(c, model, choosing) if choosing is not None else None
        self._chooses = False
        if always:
            self._put_on(self._always)

    @property
    def can_choose(self) -> bool:
        return self._choosing is not None

    def choose(self, yes: bool) -> None:
        """Put the adapter for choices on or off. What was read with it is no beginning of what is
        read without."""
        if yes != self._chooses and self._choosing is not None:
            self._put_on([*self._always, self._choosing] if yes else self._always)
            self._chooses = yes

    def _put_on(self, adapters: Sequence[Any]) -> None:
        count = len(adapters)
        array = (self._c.llama_adapter_lora_p_ctypes * max(count, 1))(*adapters)
        strengths = (ctypes.c_float * max(count, 1))(*(1.0 for _ in adapters))
        code = self._c.llama_set_adapters_lora(self._context, array, count, strengths)
        if code != 0:
            raise ModelError(f"The adapters cannot be used ({code}): {last_problem()}.")


def _loaded(c: Any, model: Any, path: Path) -> Any:
    if read_header(path).text("general.type") != "adapter":
        raise ModelError(f"{path} is not a LoRA adapter.", "Use the GGUF file of the adapter.")
    adapter = c.llama_adapter_lora_init(model, os.fsencode(path))
    if not adapter:
        raise ModelError(
            f"The adapter {path} cannot be used: {last_problem()}.",
            "An adapter works only with the model it was trained for.",
        )
    return adapter
