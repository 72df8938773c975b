"""Files of icons with every name that a set gives to them."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from training.icons.fetch import folder_of
from training.icons.sources import IconSet

_KINDS = {".svg", ".png"}
_SYMBOLIC_FOLDER = re.compile(r"folder-(?!open|new|symbolic).*-symbolic$")
_STRAY_FOLDERS = {"intl", "flags", "animations"}
_STATE_SUFFIX = re.compile(r"-(rtl|ltr)$")


@dataclass(frozen=True, slots=True)
class NamedIcon:
    """A drawing and its names. `data` is SVG or PNG; `folder` tells what sort of icon it is
    ("actions", "apps", ...; the folders of the path, joined by "/")."""

    source: str
    names: frozenset[str]
    folder: str
    data: bytes
    digest: str

    @property
    def vector(self) -> bool:
        return not self.data.startswith(b"\x89PNG")


def plain_name(stem: str, source: IconSet) -> str:
    """A file's name in the words of the patterns: lower case, hyphens, no style, no size."""
    name = stem.lower()
    if _SYMBOLIC_FOLDER.match(name):
        return name  # drawn as the bare note, film or page, without a folder
    while source.strip:
        shorter = re.sub(source.strip, "", name)
        if shorter == name or not shorter:
            break
        name = shorter
    return source.space + re.sub(r"[-_\s.]+", "-", name).strip("-")


Wanted = Callable[[frozenset[str], str], bool]
"""Whether an icon with these names in this folder is worth reading."""


def gather(
    source: IconSet, cache: Path, wanted: Wanted = lambda names, folder: True
) -> list[NamedIcon]:
    """The icons of a fetched set that are wanted, each drawing once, sorted by digest. A drawing's
    names are those of all its files and of the links to them."""
    root = Path(os.path.realpath(folder_of(source, cache)))
    names: dict[str, set[str]] = defaultdict(set)
    places: dict[str, tuple[bytes | None, str]] = {}
    for path, content, folder in _files(source, root):
        if _STATE_SUFFIX.search(path.stem.removesuffix("-symbolic")):
            continue
        if _STRAY_FOLDERS.intersection(folder.lower().split("/")):
            continue
        real = os.path.realpath(path) if path.is_symlink() else str(path)
        places.setdefault(real, (content, folder))
        names[real].add(plain_name(path.stem, source))
    icons: dict[str, NamedIcon] = {}
    for real, (content, folder) in places.items():
        if not wanted(frozenset(names[real]), folder):
            continue
        data = content if content is not None else _read(Path(real), root)
        if data is None:
            continue
        digest = hashlib.sha256(data).hexdigest()
        same = icons.get(digest)
        every = frozenset(names[real]) | (same.names if same else frozenset())
        icons[digest] = NamedIcon(source.name, every, same.folder if same else folder, data, digest)
    return [icons[digest] for digest in sorted(icons)]


def _read(real: Path, root: Path) -> bytes | None:
    """A link may point to nothing, or to another package."""
    if not real.is_file() or not real.is_relative_to(root):
        return None
    return real.read_bytes()


def _files(source: IconSet, root: Path) -> Iterator[tuple[Path, bytes | None, str]]:
    """Path, content (None: still to be read), folder."""
    if source.files == ("icons.json",):
        yield from _iconify(root)
        return
    for pattern in source.files:
        for path in sorted(root.glob(pattern)):
            if path.suffix in _KINDS:
                yield path, None, "/".join(path.relative_to(root).parts[:-1])


def _iconify(root: Path) -> Iterator[tuple[Path, bytes | None, str]]:
    pack = json.loads((root / "icons.json").read_text(encoding="utf-8"))
    for name, icon in pack["icons"].items():
        width = icon.get("width", pack.get("width", 16))
        height = icon.get("height", pack.get("height", 16))
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="0 0 {width} {height}">{icon["body"]}</svg>'
        )
        yield root / f"{name}.svg", svg.encode(), ""
