"""Style sheets and icon sets from npm: fetched once into a cache folder, with fixed versions."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path


class NoPackage(RuntimeError):
    """A package could not be fetched. Says which, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of npm with its version and its licence (SPDX)."""

    name: str
    version: str
    licence: str = "MIT"

    @property
    def folder(self) -> str:
        """Where it lies in the cache, and in the address of what is served from it."""
        return f"{self.name.replace('/', '__')}-{self.version}"


def fetched(package: Package, cache: Path) -> Path:
    """The folder of the unpacked package; asks npm when it is not there yet.

    Raises:
        NoPackage: npm is missing or refused.
    """
    folder = cache / package.folder
    if folder.is_dir():
        return folder
    work = cache / f"{package.folder}.part"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
    try:
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=300)
    except (FileNotFoundError, subprocess.TimeoutExpired) as problem:
        raise NoPackage(f"{package.name}: {problem}; install npm and try again") from problem
    archives = list(work.glob("*.tgz"))
    if done.returncode != 0 or not archives:
        raise NoPackage(f"npm did not give {package.name} {package.version}: {done.stderr.strip()}")
    with tarfile.open(archives[0]) as archive:
        archive.extractall(work / "all", filter="data")
    (top,) = (work / "all").iterdir()
    top.rename(folder)
    shutil.rmtree(work)
    return folder
