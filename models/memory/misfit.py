"""Why llama.cpp did not take a file, said from what the file says of itself."""

from __future__ import annotations

from pathlib import Path

from models.memory.gguf_header import read_header, require_known
from models.runtime.errors import ModelError


def model_misfit(path: Path) -> str:
    """What is wrong with a file that cannot be loaded as a language model, in a sentence; "" when
    nothing is known."""
    try:
        header = read_header(path)
        require_known(header, str(path))
    except ModelError as error:
        return str(error.args[0])
    if header.is_projector:
        return (
            f"{path} is a projector: the half of a vision-language model that reads pictures."
            " Give the file of the language model."
        )
    return ""


def projector_misfit(projector: Path, model: Path) -> str:
    """What is wrong with a file that cannot be loaded as the projector of a model, in a sentence;
    "" when nothing is known."""
    try:
        header, language = read_header(projector), read_header(model)
    except ModelError as error:
        return str(error.args[0])
    if not header.is_projector:
        return f"{projector} is a complete model, not a projector."
    made = header.values.get("clip.vision.projection_dim")
    read = language.number("embedding_length")
    if isinstance(made, int) and read is not None and made != read:
        return (
            f"{projector} belongs to another model: it writes {made:,} numbers for each part of a"
            f" picture, and {model.name} reads {read:,}."
        )
    return ""
