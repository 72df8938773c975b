"""deskhand models info: all that is known of a model or of a GGUF file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.models.fetching import size_text
from models.catalogue import extras
from models.catalogue.catalogue import ModelFile, ModelSpec, spec
from models.catalogue.described import plain
from models.catalogue.spec import WHAT_IT_IS
from models.files import store
from models.memory.gguf_header import Header, read_header
from models.runtime.errors import ModelError

_WIDTH = 14
_TEMPLATE_CHARACTERS = 300


def info(
    model: Annotated[
        str,
        typer.Argument(metavar="ID|FILE", help="Model id or GGUF file; ids: deskhand models list"),
    ],
) -> None:
    """Show the details of a model, or the header of a GGUF file."""
    path = Path(model)
    if path.is_file() or path.suffix.lower() == ".gguf" or len(path.parts) > 1:
        _line("file", str(path))
        _header(read_header(path))
        return
    try:
        _model(spec(model))
    except ModelError as error:
        raise typer.BadParameter(str(error)) from error


def _model(model: ModelSpec) -> None:
    _line("id", model.id)
    _line("name", model.name)
    _line("type", WHAT_IT_IS[model.role] + (", added by you" if model.own else ""))
    _line("licence", model.licence)
    if model.context_tokens:
        _line("context", f"{model.context_tokens:,} tokens")
    if (engine := model.engine) is not None:
        _line("server", engine.url)
        _line("name there", engine.model)
        _line("grammar", engine.grammar)
        if engine.key_variable:
            _line("key", f"in the environment variable {engine.key_variable}")
        if engine.warning:
            _line("warning", engine.warning)
    if model.notes:
        _line("notes", model.notes)
    if name := extras.missing_for(model):
        _line("needs", f"the extra {name}: deskhand extras get {name}")
    for file in model.files:
        _file(model, file)


def _file(model: ModelSpec, file: ModelFile) -> None:
    typer.echo()
    _line(file.part, file.file)
    _line("size", f"{file.bytes:,} bytes" if file.bytes else size_text(None))
    _line("SHA-256", file.sha256 or "unknown; the hash of the first download is kept")
    for number, source in enumerate(file.sources):
        _line("" if number else "from", str(source))
    path = store.located(model, file)
    whole = path is not None and (file.bytes is None or path.stat().st_size == file.bytes)
    if path is None or not whole:
        _line("installed", "no" if path is None else f"incomplete: {path}")
        return
    _line("installed", str(path))
    if file.is_gguf:
        _header(read_header(path))


def _header(header: Header) -> None:
    counts = {
        "layers": header.layers,
        "heads": header.heads,
        "KV heads": header.kv_heads,
        "head size": header.head_size,
        "parameters": header.parameters,
    }
    _line("architecture", header.architecture or "not stated")
    _line("quantisation", header.quantisation or "not stated")
    for name, count in counts.items():
        if count:
            _line(name, f"{count:,}")
    if header.context_tokens:
        _line("trained for", f"{header.context_tokens:,} tokens")
    if licence := header.text("general.license"):
        _line("its licence", licence)
    if not header.is_projector:
        template = header.chat_template
        shown = " ".join(template.split())[:_TEMPLATE_CHARACTERS]
        more = "…" if len(template) > len(shown) else ""
        _line("chat template", f"{shown}{more}" if template else "none; Deskhand uses ChatML")


def _line(name: str, value: str) -> None:
    typer.echo(f"{name:<{_WIDTH}} {plain(value)}".rstrip())
