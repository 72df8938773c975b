"""Desktop entries of the virtual desktop's own: programs with the options that they need there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agent.apps.application import Application
from agent.apps.categories import kinds, of_kind
from agent.apps.default_apps import Defaults
from agent.apps.desktop_entries import entry_files, read_entry
from agent.desktop.program_options import missing_options

_HIDDEN = ("jgmenu", "tint2", "tint2conf", "pcmanfm-desktop-pref")
"""Parts of this desktop itself: nothing that a person would start."""
_IN_BAR = ("file manager", "web browser", "text editor", "terminal", "calculator")
"""Of each of these kinds one program stands in the bar, in this order."""
_PLAIN = re.compile(r"[\w@+=:,./-]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """An installed program and the name or path of its icon."""

    application: Application
    icon: str


def installed(folder: Path | None = None) -> tuple[Entry, ...]:
    """The programs that a menu shows, with their icons; called with the options that they need on
    the virtual desktop whose folder is given."""
    found = []
    for identity, path in entry_files():
        application = read_entry(path, identity)
        if application is not None and identity not in _HIDDEN:
            if folder is not None:
                command = application.command
                more = missing_options(command, str(folder))
                application = replace(application, command=(*command, *more))
            icon = re.search(r"^Icon=(.*)$", _read(path), re.MULTILINE)
            found.append(Entry(application, icon[1].strip() if icon else ""))
    return tuple(found)


def for_bar(entries: Sequence[Entry], defaults: Defaults) -> dict[str, Entry]:
    """One program of each kind that belongs into the bar, by the kind's name: the system's choice,
    else the first."""
    by_name = {kind.name: kind for kind in kinds()}
    by_application = {entry.application: entry for entry in entries}
    chosen = {}
    for name in _IN_BAR:
        usual = defaults.for_kind(name, list(by_application))
        of_it = [usual] if usual is not None else of_kind(by_name[name], by_application)
        if of_it:
            chosen[name] = by_application[of_it[0]]
    return chosen


def overriding(folder: Path) -> Iterator[tuple[str, str]]:
    """Names and texts of entries that hide the system's own on the desktop with this folder: with
    options that the program needs there, or not shown at all."""
    for identity, path in entry_files():
        application = read_entry(path, identity)
        if application is None:
            continue
        if identity in _HIDDEN:
            yield (
                f"{identity}.desktop",
                "[Desktop Entry]\nType=Application\nNoDisplay=true\n"
                + (f"Name={application.name}\nExec=true\n"),
            )
        elif more := missing_options(application.command, str(folder)):
            yield f"{identity}.desktop", with_options(_read(path), more)


def with_options(entry: str, options: list[str]) -> str:
    """The text of a desktop entry whose programs are called with these options as well."""
    said = " ".join(quoted(option) for option in options)
    return re.sub(r"(?m)^Exec=(\S+)", lambda found: f"{found[0]} {said}", entry)


def quoted(word: str) -> str:
    """A word of an Exec line, quoted where it must be; `sh` reads it in the same way."""
    word = word.replace("%", "%%")
    if _PLAIN.fullmatch(word.replace("%%", "")):
        return word
    return '"' + re.sub(r'(["`$\\])', r"\\\1", word) + '"'


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
