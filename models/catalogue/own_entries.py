"""The person's own entries: a model is added to their catalogue, or taken out of it."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from models.catalogue.catalogue import builtin, own, own_file
from models.catalogue.entries import parse
from models.catalogue.sources import HubSource, LocalSource, Source, UrlSource
from models.catalogue.spec import ModelSpec
from models.files.whole_file import write_whole
from models.runtime.errors import ModelError

_BEGIN = re.compile(r"(?m)^[ \t]*\[\[[ \t]*model[ \t]*\]\]")
_TITLE = (
    "# Models that you added. The format is that of Deskhand's own catalogue, see\n"
    "# docs/adding-parts.md; here the SHA-256 may be left out.\n"
)


def add(model: ModelSpec) -> Path:
    """Write a model into the person's catalogue; the file.

    Raises:
        ModelError: its id is taken, or the file cannot be read or written.
    """
    path = own_file()
    if model.id in builtin() or model.id in own():
        raise ModelError(
            f"A model with the id {model.id} already exists.", "Choose another id with --id ID."
        )
    old = path.read_text("utf-8") if path.is_file() else _TITLE
    text = f"{old.rstrip()}\n\n{written(model)}"
    parse(text, str(path), own=True)  # What is written must be readable.
    _replace(path, text)
    return path


def forget(model_id: str) -> None:
    """Take a model out of the person's catalogue; what else stands there stays as it is.

    Raises:
        ModelError: it is not in there, or the file cannot be written.
    """
    path = own_file()
    if model_id not in own():
        raise ModelError(f"{model_id} is not one of your own models in {path}.")
    text = path.read_text("utf-8")
    begins = [found.start() for found in _BEGIN.finditer(text)]
    ends = [*begins[1:], len(text)]
    for begin, end in zip(begins, ends, strict=True):
        if tomllib.loads(text[begin:end])["model"][0].get("id") == model_id:
            _replace(path, text[:begin] + text[end:])
            return


def free_id(name: str) -> str:
    """An id for a file or model of this name that is not taken yet."""
    plain = re.sub(r"[^a-z0-9.]+", "-", name.lower().removesuffix(".gguf")).strip("-.") or "model"
    taken = {**builtin(), **own()}
    return next(one for one in _numbered(plain) if one not in taken)


def _numbered(name: str) -> list[str]:
    return [name, *(f"{name}-{number}" for number in range(2, 1000))]


def written(model: ModelSpec) -> str:
    """The entry of a model as TOML."""
    lines = ["[[model]]", *_keys(id=model.id, role=model.role, name=model.name)]
    lines += _keys(licence=model.licence, context_tokens=model.context_tokens)
    lines += _keys(notes=model.notes or None)
    if (engine := model.engine) is not None:
        lines += _keys(server=engine.url, model=engine.model, grammar=engine.grammar)
        lines += _keys(key_variable=engine.key_variable or None)
    for file in model.files:
        lines += ["", "[[model.files]]", *_keys(part=file.part, file=file.file)]
        lines += _keys(sha256=file.sha256, bytes=file.bytes)
        sources = ", ".join(f"{{ {', '.join(_source(source))} }}" for source in file.sources)
        lines.append(f"sources = [{sources}]")
    return "\n".join(lines) + "\n"


def _source(source: Source) -> list[str]:
    match source:
        case UrlSource():
            return _keys(kind="url", url=source.url)
        case HubSource():
            return _keys(
                kind="hugging face", repo=source.repo, revision=source.revision, file=source.file
            )
        case LocalSource():
            return _keys(kind="local", path=str(source.path))
    raise AssertionError(f"a person's entry has no {source!r}")


def _keys(**values: str | int | None) -> list[str]:
    # A string of JSON is a string of TOML, too, as long as no character is written in two halves.
    return [
        f"{key} = {json.dumps(value, ensure_ascii=False)}"
        for key, value in values.items()
        if value is not None
    ]


def _replace(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise ModelError(
            f"{path} cannot be written: {error.strerror or error}.",
            "Set DESKHAND_DATA to a folder that you can write to.",
        ) from error
