"""Reads the text of a catalogue, strictly: what is wrong is said with the file and the entry."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from models.catalogue.sources import (
    HubSource,
    LocalSource,
    PackageSource,
    Source,
    UrlSource,
    WheelSource,
)
from models.catalogue.spec import ModelFile, ModelSpec, Part, Role
from models.runtime.errors import ModelError
from models.server.engine import VARIABLE, Engine, GrammarWay, server_address

IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9.-]*")
FILE_NAME = re.compile(r"""[^./\\:*?"<>|][^/\\:*?"<>|]*""")
REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
SHA256 = re.compile(r"[0-9a-f]{64}")
_REVISION = re.compile(r"[\w.-]+(/[\w.-]+)*")
_FILE_KEYS = ("file", "sha256", "bytes", "sources")
_MODEL_KEYS = ("id", "role", "name", "licence", "context_tokens", "notes")


def parse(text: str, where: str = "", *, own: bool = False) -> dict[str, ModelSpec]:
    """Read the text of a catalogue.

    `where` names its file in messages. In a catalogue of the person's `own` the SHA-256 may be
    left out and addresses may begin with http://.

    Raises:
        ModelError: what is wrong, and in which entry.
    """
    title = f"The model catalogue {where}".strip()
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(f"{title} is not valid TOML: {error}.") from error
    tables = document.pop("model", [])
    if document:
        raise ModelError(
            f'{title} has an unknown key "{next(iter(document))}".',
            "Write each model as a table that begins with [[model]].",
        )
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ModelError(f'{title} has an error: write [[model]] instead of "model".')
    specs: dict[str, ModelSpec] = {}
    for number, table in enumerate(tables, 1):
        entry = _Entry(title, f"model {table.get('id', f'number {number}')}", table, own)
        model = _model(entry)
        if model.id in specs:
            raise entry.wrong("id", "is used twice")
        specs[model.id] = model
    return specs


@dataclass(frozen=True, slots=True)
class _Entry:
    """One table of the file, with a name for messages."""

    title: str
    where: str
    table: Mapping[str, object]
    own: bool

    def wrong(self, key: str, problem: str) -> ModelError:
        return ModelError(f'{self.title} has an error at {self.where}: "{key}" {problem}.')

    def only(self, *keys: str) -> None:
        for key in self.table:
            if key not in keys:
                raise self.wrong(key, f"is unknown here (allowed: {', '.join(keys)})")

    def text(self, key: str, fits: Callable[[str], object] = bool) -> str:
        value = self.table.get(key)
        if value is None:
            raise self.wrong(key, "is missing")
        if not isinstance(value, str) or not fits(value):
            raise self.wrong(key, f"has the invalid value {value!r}")
        return value

    def text_or(self, key: str, otherwise: str, fits: Callable[[str], object] = bool) -> str:
        return self.text(key, fits) if key in self.table else otherwise

    def number(self, key: str) -> int | None:
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
            raise self.wrong(key, f"must be a whole number above 0, not {value!r}")
        return value

    def tables(self, key: str, one: str) -> list[_Entry]:
        """The tables under `key`; at least one."""
        raw = self.table.get(key)
        if not isinstance(raw, list) or not raw or not all(isinstance(one, dict) for one in raw):
            raise self.wrong(key, f"must list at least one {one}")
        return [
            _Entry(self.title, f"{self.where}, {one} {number}", table, self.own)
            for number, table in enumerate(raw, 1)
        ]


def _model(entry: _Entry) -> ModelSpec:
    if "server" in entry.table and entry.own:
        return _on_server(entry)
    several = "files" in entry.table
    entry.only(*_MODEL_KEYS, *(("files",) if several else _FILE_KEYS))
    files = tuple(_file(one) for one in entry.tables("files", "file")) if several else ()
    role = entry.text("role", get_args(Role).__contains__)
    model = ModelSpec(
        id=entry.text("id", IDENTIFIER.fullmatch),
        role=cast(Role, role),
        name=entry.text("name"),
        licence=entry.text("licence"),
        files=files or (_only_file(entry),),
        context_tokens=entry.number("context_tokens"),
        notes=entry.text_or("notes", ""),
        own=entry.own,
    )
    names = [file.file for file in model.files]
    if len(set(names)) < len(names):
        raise entry.wrong("files", "lists a file twice")
    if model.weights.part != "weights":
        raise entry.wrong("files", "must begin with the weights")
    projectors = [file.part for file in model.files].count("projector")
    # A LLaVA for transformers is a folder that says itself what it is.
    if role == "vision-language" and "config.json" not in names and projectors != 1:
        raise entry.wrong("files", "must contain one projector for a vision-language model")
    return model


def _on_server(entry: _Entry) -> ModelSpec:
    """A language model on a server: only persons name one, Deskhand's own catalogue has none."""
    entry.only(*_MODEL_KEYS, "server", "model", "grammar", "key_variable")
    entry.text("role", "language".__eq__)
    try:
        address = server_address(entry.text("server"))
    except ModelError as error:
        raise entry.wrong("server", f"cannot be used: {error}") from error
    ways = get_args(GrammarWay)
    grammar = entry.text_or("grammar", "words", ways.__contains__)
    variable = entry.text_or("key_variable", "", VARIABLE.fullmatch)
    return ModelSpec(
        id=entry.text("id", IDENTIFIER.fullmatch),
        role="language",
        name=entry.text("name"),
        licence=entry.text("licence"),
        files=(),
        context_tokens=entry.number("context_tokens"),
        notes=entry.text_or("notes", ""),
        own=True,
        engine=Engine(address, entry.text("model"), cast(GrammarWay, grammar), variable),
    )


def _file(entry: _Entry) -> ModelFile:
    entry.only("part", *_FILE_KEYS)
    part = entry.text_or("part", "weights", get_args(Part).__contains__)
    return _only_file(entry, cast(Part, part))


def _only_file(entry: _Entry, part: Part = "weights") -> ModelFile:
    # Part of a path on this machine: a plain name, never a folder.
    name = entry.text("file", FILE_NAME.fullmatch)
    known = not entry.own or "sha256" in entry.table
    return ModelFile(
        file=name,
        sha256=entry.text("sha256", SHA256.fullmatch) if known else None,
        bytes=entry.number("bytes"),
        sources=tuple(_source(one) for one in entry.tables("sources", "source")),
        part=part,
    )


def _source(entry: _Entry) -> Source:
    kind = entry.text("kind", _SOURCES.__contains__)
    return _SOURCES[kind](entry)


def _url(entry: _Entry) -> UrlSource:
    entry.only("kind", "url")
    schemes = ("https://", "http://") if entry.own else ("https://",)
    return UrlSource(entry.text("url", lambda url: url.startswith(schemes)))


def _hub(entry: _Entry) -> HubSource:
    entry.only("kind", "repo", "file", "revision")
    return HubSource(
        entry.text("repo", REPOSITORY.fullmatch),
        entry.text("file", lambda file: ".." not in file.split("/")),
        entry.text_or("revision", "main", _REVISION.fullmatch),
    )


def _wheel(entry: _Entry) -> WheelSource:
    entry.only("kind", "package", "version", "member")
    return WheelSource(entry.text("package"), entry.text("version"), entry.text("member"))


def _wheel_parts(entry: _Entry) -> WheelSource:
    entry.only("kind", "package", "version", "member", "parts", "part_bytes")
    package, version, member = (entry.text(key) for key in ("package", "version", "member"))
    parts, part_bytes = entry.number("parts"), entry.number("part_bytes")
    if parts is None or part_bytes is None:
        raise entry.wrong("parts" if parts is None else "part_bytes", "is missing")
    return WheelSource(package, version, member, parts, part_bytes)


def _package(entry: _Entry) -> PackageSource:
    entry.only("kind", "package", "member")
    return PackageSource(entry.text("package"), entry.text("member"))


def _local(entry: _Entry) -> LocalSource:
    entry.only("kind", "path")
    return LocalSource(Path(entry.text("path", lambda path: Path(path).is_absolute())))


_SOURCES: dict[str, Callable[[_Entry], Source]] = {
    "url": _url,
    "hugging face": _hub,
    "wheel": _wheel,
    "wheel parts": _wheel_parts,
    "installed package": _package,
    "local": _local,
}
