"""Desktop entries: the files by which programs on Linux tell what they are (freedesktop.org)."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from agent.apps.application import Application

_FIELD_CODE = re.compile(r"%[fFuUickdDnNvm]")
_ESCAPES = {"\\s": " ", "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\"}


def desktop_entries() -> Iterator[Application]:
    """The applications of the desktop entries that a menu shows."""
    for identity, path in entry_files():
        if (application := read_entry(path, identity)) is not None:
            yield application


def entry_files() -> Iterator[tuple[str, Path]]:
    """The ids and files of the desktop entries; one with the same id in an earlier folder hides a
    later one."""
    seen: set[str] = set()
    for folder in data_folders():
        for path in sorted((folder / "applications").rglob("*.desktop")):
            identity = "-".join(path.relative_to(folder / "applications").parts)
            if identity not in seen:
                seen.add(identity)
                yield identity.removesuffix(".desktop"), path


def data_folders() -> list[Path]:
    """The folders with the data of programs, the person's own first."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(folder) for folder in (home, *shared.split(":")) if folder]


def section_of(path: Path, name: str) -> Mapping[str, str]:
    """A section of a file of the desktop, such as an entry; empty where it cannot be read."""
    parser = configparser.RawConfigParser(delimiters="=", comment_prefixes="#", strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(path.read_text(encoding="utf-8", errors="replace"))
        return parser[name]
    except (OSError, configparser.Error, KeyError):
        return {}


def read_entry(path: Path, identity: str) -> Application | None:
    """Read a desktop entry; None for what a menu would not show, or that is no entry at all."""
    entry = section_of(path, "Desktop Entry")
    if not entry or not _shown(entry):
        return None
    try:
        command = _argv(entry["Exec"], entry["Name"])
    except (KeyError, ValueError):
        return None
    in_terminal = entry.get("Terminal") == "true"
    if in_terminal:
        terminal = shutil.which("x-terminal-emulator") or shutil.which("xterm")
        command = (terminal, "-e", *command) if terminal else ()
    if not command:
        return None
    return Application(
        identity,
        _text(entry["Name"]),
        _text(entry.get("GenericName", "")),
        _list(entry.get("Keywords", "")),
        _list(entry.get("Categories", "")),
        command,
        _text(entry.get("Comment", "")),
        _list(entry.get("MimeType", "")),
        _text(entry.get("StartupWMClass", "")),
        _in_other_languages(entry),
        in_terminal,
    )


def _shown(entry: Mapping[str, str]) -> bool:
    here = set(os.environ.get("XDG_CURRENT_DESKTOP", "").split(":"))
    only, never = _list(entry.get("OnlyShowIn", "")), _list(entry.get("NotShowIn", ""))
    needed = entry.get("TryExec")
    return (
        entry.get("Type", "Application") == "Application"
        and entry.get("NoDisplay") != "true"
        and entry.get("Hidden") != "true"
        and (not only or bool(here & set(only)))
        and not here & set(never)
        and (needed is None or shutil.which(needed) is not None)
    )


def _in_other_languages(entry: Mapping[str, str]) -> tuple[str, ...]:
    """The translations of the name and of the generic name, without repetition."""
    keys = [key for key in entry if re.match(r"(Generic)?Name\[", key)]
    known = {_text(entry["Name"]), _text(entry.get("GenericName", ""))}
    said = dict.fromkeys(_text(entry[key]) for key in keys)
    return tuple(text for text in said if text and text not in known)


def _argv(line: str, name: str) -> tuple[str, ...]:
    """The words of an Exec line; files and addresses that it could open are left out."""
    words = []
    for word in shlex.split(_text(line)):
        if word == "%c":
            words.append(name)
        elif not _FIELD_CODE.fullmatch(word):
            words.append(_FIELD_CODE.sub("", word).replace("%%", "%"))
    return tuple(words)


def _text(value: str) -> str:
    return re.sub(r"\\[sntr\\]", lambda match: _ESCAPES[match.group()], value).strip()


def _list(value: str) -> tuple[str, ...]:
    return tuple(part for part in _text(value).split(";") if part)
