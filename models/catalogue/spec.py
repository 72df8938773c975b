"""What is known of a model: its files, what it is for, its licence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.catalogue.sources import Source
from models.runtime.errors import ModelError
from models.server.engine import Engine

Role = Literal["language", "vision-language", "detector", "ocr"]
Part = Literal["weights", "projector", "adapter"]

WHAT_IT_IS: dict[Role, str] = {
    "language": "a language model",
    "vision-language": "a vision-language model",
    "detector": "a detector",
    "ocr": "an OCR model",
}


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model. `bytes` and `sha256` are None where they are not known.

    A file without a known SHA-256 is one that the person added: what is fetched first counts, and
    later changes of it are noticed.
    """

    file: str
    sha256: str | None
    bytes: int | None
    sources: tuple[Source, ...]
    part: Part = "weights"

    @property
    def is_gguf(self) -> bool:
        return self.file.lower().endswith(".gguf")


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model of the catalogue. The first of `files` is its weights; there is at least one, unless
    it is on a server: then `engine` says where, and there are no files.

    `own`: the person added it.
    """

    id: str
    role: Role
    name: str
    licence: str
    files: tuple[ModelFile, ...]
    context_tokens: int | None = None
    notes: str = ""
    own: bool = False
    engine: Engine | None = None

    @property
    def weights(self) -> ModelFile:
        return self.files[0]

    @property
    def file(self) -> str:
        """The name of the file with the weights."""
        return self.weights.file

    @property
    def bytes(self) -> int | None:
        """The size of all files together; None when one of them is not known."""
        sizes = [file.bytes for file in self.files]
        return None if None in sizes else sum(size for size in sizes if size)

    def require_language(self) -> None:
        """Raise ModelError unless this is a language model."""
        if self.role != "language":
            raise ModelError(f"{self.id} is {WHAT_IT_IS[self.role]}, not a language model.")
