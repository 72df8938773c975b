"""Small GGUF files, written with the gguf package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from gguf import GGUFWriter, LlamaFileType


def write_gguf(
    path: Path,
    architecture: str = "llama",
    *,
    name: str = "Made Small",
    words: int = 2000,
    licence: str = "mit",
) -> Path:
    """A file with a whole header, a vocabulary and one tensor; there is nothing to run in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = GGUFWriter(path, architecture)
    writer.add_name(name)
    writer.add_license(licence)
    writer.add_file_type(LlamaFileType.MOSTLY_F16)
    if architecture != "clip":
        writer.add_block_count(3)
        writer.add_context_length(4096)
        writer.add_embedding_length(64)
        writer.add_head_count(4)
        writer.add_head_count_kv([2, 2, 1])
        writer.add_token_list([f"word{number}" for number in range(words)])
        writer.add_chat_template("{% for m in messages %}{{ m.content }}{% endfor %}")
    writer.add_tensor("token_embd.weight", np.arange(64 * 32, dtype=np.float16).reshape(32, 64))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
