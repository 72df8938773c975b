"""Files of icons with every name that a set gives to them."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.icons.fetch import folder_of
from training.icons.sources import IconSet

_KINDS = {".svg", ".png"}
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
    while source.strip:
        shorter = re.sub(source.strip, "", name)
        if shorter == name or not shorter:
            break
        name = shorter
    return source.space + re.sub(r"[-_\s.]+", "-", name).strip("-")


def gather(source: IconSet, cache: Path) -> list[NamedIcon]:
    """All icons of a fetched set, each drawing once, sorted by digest."""
    names: dict[str, set[str]] = defaultdict(set)
    data: dict[str, tuple[bytes, str]] = {}
    digests: dict[Path, str] = {}
    root = folder_of(source, cache)
    for path, content, folder in _files(source, root):
        if _STATE_SUFFIX.search(path.stem.removesuffix("-symbolic")):
            continue
        real = path.resolve()
        if real not in digests:
            found = content if content is not None else _read(real, root)
            if found is None:
                continue
            digests[real] = hashlib.sha256(found).hexdigest()
            data.setdefault(digests[real], (found, folder))
        names[digests[real]].add(plain_name(path.stem, source))
    return [
        NamedIcon(source.name, frozenset(names[digest]), data[digest][1], data[digest][0], digest)
        for digest in sorted(data)
    ]


def _read(real: Path, root: Path) -> bytes | None:
    """A link may point to nothing, or to another package."""
    if not real.is_file() or not real.is_relative_to(root.resolve()):
        return None
    return real.read_bytes()


def _files(source: IconSet, root: Path) -> Iterator[tuple[Path, bytes | None, str]]:
    """Path, content (None: still to be read), folder."""
    if source.files == ("icons.json",):
        yield from _iconify(root)
        return
    for pattern in source.files:
        for path in sorted(root.glob(pattern)):
            if path.suffix in _KINDS and (path.is_file() or path.is_symlink()):
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
