"""Installed applications: their names, finding one by what a person calls it, starting it."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.desktop import FOREIGN, HERE, MARK, inherited
from agent.errors import ActionFailed

_FIELD_CODE = re.compile(r"%[fFuUickdDnNvm]")
_ESCAPES = {"\\s": " ", "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\"}
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "brave-browser", "microsoft-edge")
_CHROMIUM_QUIET = (
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--password-store=basic",
)


@dataclass(frozen=True, slots=True)
class Application:
    """An application of the system's menu. `command` is its argv without field codes.

    `id` is the name of its desktop entry on Linux, the path of its link or bundle elsewhere.
    """

    id: str
    name: str
    generic_name: str = ""
    keywords: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


def installed() -> tuple[Application, ...]:
    """The applications that the system's menu shows, by name."""
    if sys.platform == "win32":
        found = _start_menu()
    elif sys.platform == "darwin":
        found = _bundles()
    else:
        found = _desktop_entries()
    return tuple(sorted(found, key=lambda application: application.name.casefold()))


def find(name: str, among: Sequence[Application] | None = None) -> tuple[Application, ...]:
    """The applications that `name` may mean, best first; several only when all fit equally well.

    A full name or program name beats the words of a name, these beat what the application is
    ("text editor"), and that beats its keywords. Nothing fits: the empty tuple.
    """
    among = installed() if among is None else among
    wanted = _plain(name)
    if not wanted:
        return ()
    ranked = [(_rank(wanted, application), application) for application in among]
    best = min((rank for rank, _ in ranked), default=_NO_MATCH)
    if best == _NO_MATCH:
        return ()
    return tuple(application for rank, application in ranked if rank == best)


_NO_MATCH = 9


def _rank(wanted: str, application: Application) -> int:
    name, generic = _plain(application.name), _plain(application.generic_name)
    program = _plain(Path(application.command[0]).name) if application.command else ""
    words = set(wanted.split())
    checks = (
        wanted == name,
        wanted in {program, _plain(application.id)},
        words <= set(name.split()),
        set(name.split()) <= words,
        wanted == generic,
        words <= set(generic.split()),
        wanted in {_plain(keyword) for keyword in application.keywords},
        len(wanted) > 3 and wanted in name,
    )
    return next((rank for rank, fits in enumerate(checks) if fits), _NO_MATCH)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def launch(
    application: Application,
    env: Mapping[str, str] | None = None,
    arguments: Sequence[str] = (),
) -> subprocess.Popen[bytes]:
    """Start an application; `env` adds variables (such as `Desktop.environment()`).

    `arguments` are files or addresses to open. On a virtual desktop, browsers and LibreOffice get
    a profile of their own, since they would open in the person's running window otherwise.

    Raises:
        ActionFailed: it cannot be started.
    """
    variables = {**inherited(), **(env or {})}
    folder = variables.get(MARK) or variables.get(HERE)
    if folder:
        variables[MARK] = folder
        variables = {name: value for name, value in variables.items() if name not in FOREIGN}
    argv = [*application.command, *_special_options(application, folder), *arguments]
    try:
        return subprocess.Popen(
            argv,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as problem:
        raise ActionFailed(f"{application.name} cannot be started: {problem}") from problem


def _special_options(application: Application, folder: str | None) -> list[str]:
    """Options that a program needs as root or on the virtual desktop whose folder is given."""
    if not application.command:
        return []
    program = Path(application.command[0]).name.removesuffix("-stable")
    root = sys.platform == "linux" and os.geteuid() == 0
    if program in _CHROMIUM and (root or folder):
        own = ["--disable-gpu", f"--user-data-dir={folder}/chromium"] if folder else []
        # Chromium refuses to run as root with its sandbox; --test-type hides its bar about that.
        return [*(["--no-sandbox", "--test-type"] if root else []), *_CHROMIUM_QUIET, *own]
    if program in {"libreoffice", "soffice"} and folder:
        return [f"-env:UserInstallation=file://{folder}/libreoffice"]
    return []


def _desktop_entries() -> Iterator[Application]:
    """The desktop entries; one with the same id in an earlier folder hides a later one."""
    seen: set[str] = set()
    for folder in _data_folders():
        for path in sorted((folder / "applications").rglob("*.desktop")):
            identity = "-".join(path.relative_to(folder / "applications").parts)
            if identity not in seen:
                seen.add(identity)
                application = read_entry(path, identity.removesuffix(".desktop"))
                if application is not None:
                    yield application


def _data_folders() -> list[Path]:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(folder) for folder in (home, *shared.split(":")) if folder]


def read_entry(path: Path, identity: str) -> Application | None:
    """Read a desktop entry; None for what a menu would not show, or that is no entry at all."""
    parser = configparser.RawConfigParser(delimiters="=", comment_prefixes="#", strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(path.read_text(encoding="utf-8", errors="replace"))
        entry = parser["Desktop Entry"]
    except (OSError, configparser.Error, KeyError):
        return None
    if not _shown(entry):
        return None
    try:
        command = _argv(entry["Exec"], entry["Name"])
    except (KeyError, ValueError):
        return None
    if entry.get("Terminal") == "true":
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
    )


def _shown(entry: Any) -> bool:
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


def _start_menu() -> Iterator[Application]:
    for variable in ("ProgramData", "AppData"):
        menu = Path(os.environ.get(variable, "")) / "Microsoft/Windows/Start Menu/Programs"
        for link in menu.rglob("*.lnk"):
            yield Application(str(link), link.stem, command=("cmd", "/c", "start", "", str(link)))


def _bundles() -> Iterator[Application]:
    for folder in (Path("/Applications"), Path("/System/Applications")):
        for bundle in folder.glob("**/*.app"):
            yield Application(str(bundle), bundle.stem, command=("open", "-a", str(bundle)))
