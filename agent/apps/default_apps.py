"""Which program the system opens a kind of file, the web and a terminal with."""

from __future__ import annotations

import functools
import mimetypes
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.apps.application import Application
from agent.apps.categories import kind_of, kinds
from agent.apps.desktop_entries import data_folders, section_of

# Debian's alternatives, by the kinds of categories.toml.
_ALTERNATIVES = {"web browser": "x-www-browser", "terminal": "x-terminal-emulator"}


@dataclass(frozen=True, slots=True)
class Defaults:
    """`by_type` holds ids of desktop entries by MIME type, the preferred first, as somebody chose
    them; `usual` those that can open it, in the system's order; `programs` the names of programs by
    kind."""

    by_type: Mapping[str, Sequence[str]] = field(default_factory=dict)
    programs: Mapping[str, str] = field(default_factory=dict)
    usual: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def for_type(self, type_: str, among: Sequence[Application]) -> Application | None:
        """What opens files of this MIME type, if it is one of `among`: without a choice one whose
        kind stands for this type (plain text is for a text editor, not for a word processor)."""
        chosen = [a for one in self.by_type.get(type_, ()) for a in among if a.id == one]
        able = [a for one in self.usual.get(type_, ()) for a in among if a.id == one]
        own = [a for a in able if (kind := kind_of(a)) is not None and type_ in kind.types]
        return next(iter((*chosen, *own, *able)), None)

    def for_kind(self, kind: str, among: Sequence[Application]) -> Application | None:
        """The system's program of this kind, if it is one of `among`."""
        for type_ in (one for each in kinds() if each.name == kind for one in each.types):
            if (found := self.for_type(type_, among)) is not None:
                return found
        program = self.programs.get(kind)
        return next((a for a in among if program and _program(a) == program), None)


def _program(application: Application) -> str:
    return Path(application.command[0]).name if application.command else ""


def read_defaults() -> Defaults:
    """What the person and the system chose, from mimeapps.list and Debian's alternatives, and then,
    as the freedesktop standard has it, what comes first in mimeinfo.cache. A file that cannot be
    read says nothing."""
    shared = [folder / "applications" for folder in data_folders()]
    chosen = [read_mimeapps(folder / "mimeapps.list") for folder in (*_config_folders(), *shared)]
    usual = [_ids_in(folder / "mimeinfo.cache", "MIME Cache") for folder in shared]
    found = {kind: shutil.which(name) for kind, name in _ALTERNATIVES.items()}
    programs = {kind: Path(p).resolve().name for kind, p in found.items() if p}
    return Defaults(_together(chosen), programs, _together(usual))


def _together(found: Sequence[Mapping[str, list[str]]]) -> dict[str, list[str]]:
    ids: dict[str, list[str]] = {}
    for known in found:
        for type_, more in known.items():
            ids.setdefault(type_, []).extend(more)
    return ids


def _config_folders() -> list[Path]:
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    shared = os.environ.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    return [Path(folder) for folder in (home, *shared.split(":")) if folder]


def read_mimeapps(path: Path) -> dict[str, list[str]]:
    """Ids of desktop entries by type, from the default applications of one mimeapps.list."""
    return _ids_in(path, "Default Applications")


def _ids_in(path: Path, section: str) -> dict[str, list[str]]:
    entries = section_of(path, section)
    return {
        type_.strip(): [one.strip().removesuffix(".desktop") for one in ids.split(";") if one]
        for type_, ids in entries.items()
    }


@functools.cache
def _endings() -> dict[str, str]:
    """MIME types by the endings of file names, from the system's own list where there is one."""
    found: dict[str, str] = {}
    for folder in reversed(data_folders()):
        try:
            lines = (folder / "mime/globs2").read_text("utf-8").splitlines()
        except OSError:
            continue
        # The heaviest stand first and count.
        for line in reversed(lines):
            _, _, rest = line.partition(":")
            type_, _, pattern = rest.partition(":")
            ending = pattern.split(":")[0]
            # "*.C" is C++ only in capitals; file names in a task are not so exact.
            if ending.startswith("*.") and not set(ending[2:]) & set("*?[") and ending.islower():
                found[ending[2:]] = type_
    return found


def type_of_file(name: str) -> str:
    """The MIME type that a file's name stands for, '' when its ending is not known."""
    parts = name.casefold().split(".")
    for start in range(1, len(parts)):
        if (found := _endings().get(".".join(parts[start:]))) is not None:
            return found
    return mimetypes.guess_type(name)[0] or ""
