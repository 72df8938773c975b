"""Which pictures there are: their packages, their files in these, their checksums."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from models.files.paths import data_folder

Split = Literal["dev", "locked"]
"""The development set may be looked at; of the locked set only figures are told. Sources belong to
one of them as a whole."""
SPLITS: tuple[Split, ...] = get_args(Split)

_LIST = Path(__file__).parent / "manifest.toml"


@dataclass(frozen=True, slots=True)
class Picture:
    """`member` is the file's path in the package, `sha256` the checksum of its bytes there."""

    name: str
    member: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Source:
    """A program or toolkit whose documentation shows it, in a version of a Debian package."""

    name: str
    split: Split
    package: str
    version: str
    pictures: tuple[Picture, ...]


@cache
def sources() -> tuple[Source, ...]:
    """All sources, in the order of the list."""
    with _LIST.open("rb") as file:
        return tuple(_source(plain) for plain in tomllib.load(file)["source"])


def _source(plain: dict[str, Any]) -> Source:
    pictures = tuple(Picture(**one) for one in plain["picture"])
    return Source(
        plain["name"], plain["split"], plain["package"], plain["version"], pictures
    )  # fmt: skip


def picture_folder() -> Path:
    """Where `fetch` puts the pictures."""
    return data_folder() / "benchmarks" / "real-screens"


def picture_path(folder: Path, source: Source, picture: Picture) -> Path:
    return folder / source.name / f"{picture.name}.png"
