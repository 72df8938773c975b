"""Makes the catalogue's entry for a model that the person names: by its file, or where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.catalogue import own_entries
from models.catalogue.entries import IDENTIFIER
from models.catalogue.spec import ModelFile, ModelSpec, Part, Role
from models.memory.gguf_header import MAGIC, Header, begins_with, parse, require_known
from models.runtime.errors import ModelError

NOT_STATED = "not stated; see the page of the model"


@dataclass(frozen=True, slots=True)
class Described:
    """A file and what its beginning says; `header` is None for a file that is no GGUF."""

    file: ModelFile
    header: Header | None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person said of a model; what is empty is found out."""

    id: str = ""
    name: str = ""
    licence: str = ""
    detector: bool = False


def described(file: ModelFile, beginning: bytes, where: str, *, detector: bool) -> Described:
    """Read the beginning of a file; `where` names it in messages.

    Raises:
        ModelError: it is no GGUF file although it must be one, or its architecture is unknown.
    """
    if detector:
        if beginning.startswith(MAGIC):
            raise ModelError(f"{where} is a GGUF file; detectors come in other formats.")
        return Described(file, None)
    if not beginning.startswith(MAGIC):
        raise ModelError(
            f"{where} is not a GGUF file: {begins_with(beginning[:12])}.",
            "Language models must be GGUF files. For the weights of a detector, use --detector.",
        )
    header = parse(beginning, where, beginning=True)
    require_known(header, where)
    return Described(file, header)


def entry(
    weights: Described, projector: Described | None, wishes: Wishes, licence: str = ""
) -> ModelSpec:
    """The entry of a model. `licence` is what its page says, if anything.

    Raises:
        ModelError: the files do not belong together, or the id cannot be used.
    """
    _require_pair(weights, projector)
    identity = identified(wishes, weights.file.file)
    said: Mapping[str, object] = weights.header.values if weights.header else {}
    role: Role = "language" if weights.header else "detector"
    files: Sequence[ModelFile] = (weights.file,)
    if projector is not None:
        role, files = "vision-language", (weights.file, projector.file)
    return ModelSpec(
        id=identity,
        role=role,
        name=plain(wishes.name or str(said.get("general.name", "")) or weights.file.file),
        licence=plain(
            wishes.licence or licence or str(said.get("general.license", "")) or NOT_STATED
        ),
        files=tuple(files),
        context_tokens=weights.header.context_tokens if weights.header else None,
        own=True,
    )


def identified(wishes: Wishes, file: str) -> str:
    """The id that the person wished, or one made from the name of a file.

    Raises:
        ModelError: it cannot be an id.
    """
    identity = wishes.id or own_entries.free_id(file)
    if not IDENTIFIER.fullmatch(identity):
        raise ModelError(
            f'"{identity}" cannot be an id.',
            "Use lower-case letters, digits, dots and dashes; start with a letter or digit.",
        )
    return identity


def _require_pair(weights: Described, projector: Described | None) -> None:
    if weights.header is not None and weights.header.is_projector:
        raise ModelError(
            f"{weights.file.file} is a projector: the half of a vision-language model that reads"
            " pictures.",
            "Give the file of the language model first, and this one with --projector.",
        )
    if projector is None:
        return
    if weights.header is None:
        raise ModelError("--projector cannot be used with a detector.")
    if projector.header is None or not projector.header.is_projector:
        raise ModelError(
            f"{projector.file.file} is a complete model, not a projector.",
            "The names of projector files contain mmproj.",
        )


def part_of(number: int) -> Part:
    """What the first and the second file of a model are."""
    return "projector" if number else "weights"


def plain(text: str) -> str:
    """Text of others in one line, without characters that would steer a terminal."""
    return "".join(one if one.isprintable() else "�" for one in " ".join(text.split()))
