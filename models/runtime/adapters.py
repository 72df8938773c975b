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


def put_on(c: Any, model: Any, context: Any, paths: Sequence[Path]) -> None:
    """Put adapters on a loaded model, all at full strength. They are freed with the model.

    Raises:
        ModelError: a file is no LoRA adapter, or it was made for another model.
    """
    if not paths:
        return
    adapters = [_loaded(c, model, path) for path in paths]
    count = len(adapters)
    array = (c.llama_adapter_lora_p_ctypes * count)(*adapters)
    strengths = (ctypes.c_float * count)(*(1.0 for _ in adapters))
    code = c.llama_set_adapters_lora(context, array, count, strengths)
    if code != 0:
        names = ", ".join(path.name for path in paths)
        raise ModelError(f"The adapters {names} cannot be used ({code}): {last_problem()}.")


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
