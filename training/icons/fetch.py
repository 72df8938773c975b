"""Brings the packages of the icon sets into a folder, unpacked; nothing is installed."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from pathlib import Path

from training.icons.sources import IconSet


class FetchError(OSError):
    """A package of icons could not be brought or unpacked."""


def folder_of(source: IconSet, cache: Path) -> Path:
    """Where the set's files lie once fetched."""
    root = cache / "packages" / source.name
    if source.space == "lo:":
        return root / "style"
    return root / "package" if source.channel == "npm" else root


def fetch(source: IconSet, cache: Path) -> Path:
    """Bring one set into `cache`; a set that is there already is left as it is.

    Raises:
        FetchError: apt or npm failed (its own words are in the message), or the package has no
            icons where they are expected.
    """
    folder = folder_of(source, cache)
    if folder.is_dir():
        return folder
    root = cache / "packages" / source.name
    root.mkdir(parents=True, exist_ok=True)
    if source.channel == "debian":
        _debian(source, root)
    else:
        _npm(source, root)
    if not folder.is_dir():
        raise FetchError(f"{source.package} has no {folder.name}; has its layout changed?")
    return folder


def _debian(source: IconSet, root: Path) -> None:
    _call(["apt-get", "download", source.package], root)
    archive = _only(root, "*.deb")
    _call(["dpkg-deb", "-x", str(archive), str(root)], root)
    archive.unlink()
    if source.space == "lo:":
        style = source.package.removeprefix("libreoffice-style-").replace("-", "_")
        # Sorted: the plain name comes before the _svg twin, which needs scaling that Office does.
        found = sorted(root.rglob(f"images_{style}*.zip"), key=lambda path: "svg" not in path.name)
        if not found:
            raise FetchError(f"{source.package} holds no images_{style}.zip")
        with zipfile.ZipFile(found[0]) as pack:
            pack.extractall(root / "style")


def _npm(source: IconSet, root: Path) -> None:
    _call(["npm", "pack", "--silent", "--ignore-scripts", source.package], root)
    archive = _only(root, "*.tgz")
    with tarfile.open(archive) as pack:
        pack.extractall(root, filter="data")
    archive.unlink()


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise FetchError(f"no {pattern} arrived in {folder}")
    return found[-1]


def _call(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise FetchError(f"{' '.join(command)} failed: {said[-1] if said else 'without a word'}")
