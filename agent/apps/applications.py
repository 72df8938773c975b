"""Installed applications: their names, finding one by what a person calls it, starting it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agent.apps.application import Application
from agent.apps.categories import plain
from agent.apps.desktop_entries import desktop_entries
from agent.desktop.program_options import missing_options
from agent.desktop.virtual_desktop import FOREIGN, HERE, MARK, inherited
from agent.errors import ActionFailed


def installed() -> tuple[Application, ...]:
    """The applications that the system's menu shows, by name."""
    if sys.platform == "win32":
        found = _start_menu()
    elif sys.platform == "darwin":
        found = _bundles()
    else:
        found = desktop_entries()
    return tuple(sorted(found, key=lambda application: application.name.casefold()))


def find(name: str, among: Sequence[Application] | None = None) -> tuple[Application, ...]:
    """The applications that `name` may mean, best first; several only when all fit equally well.

    A full name or program name beats the words of a name, these beat what the application is
    ("text editor"), and that beats its keywords. Nothing fits: the empty tuple.
    """
    among = installed() if among is None else among
    wanted = plain(name)
    if not wanted:
        return ()
    ranked = [(_rank(wanted, application), application) for application in among]
    best = min((rank for rank, _ in ranked), default=_NO_MATCH)
    if best == _NO_MATCH:
        return ()
    return tuple(application for rank, application in ranked if rank == best)


_NO_MATCH = 9


def _rank(wanted: str, application: Application) -> int:
    name, generic = plain(application.name), plain(application.generic_name)
    program = plain(application.program)
    words = set(wanted.split())
    checks = (
        wanted == name,
        wanted in {program, plain(application.id)},
        words <= set(name.split()),
        set(name.split()) <= words,
        wanted == generic,
        words <= set(generic.split()),
        wanted in {plain(keyword) for keyword in application.keywords},
        len(wanted) > 3 and wanted in name,
    )
    return next((rank for rank, fits in enumerate(checks) if fits), _NO_MATCH)


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
    argv = [*application.command, *missing_options(application.command, folder), *arguments]
    try:
        return subprocess.Popen(
            argv,
            env=variables,
            # As from the system's menu: dialogs for files begin in the person's own folder.
            cwd=home if (home := Path.home()).is_dir() else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as problem:
        raise ActionFailed(f"{application.name} could not be started: {problem}") from problem


def _start_menu() -> Iterator[Application]:
    for variable in ("ProgramData", "AppData"):
        menu = Path(os.environ.get(variable, "")) / "Microsoft/Windows/Start Menu/Programs"
        for link in menu.rglob("*.lnk"):
            yield Application(str(link), link.stem, command=("cmd", "/c", "start", "", str(link)))


def _bundles() -> Iterator[Application]:
    for folder in (Path("/Applications"), Path("/System/Applications")):
        for bundle in folder.glob("**/*.app"):
            yield Application(str(bundle), bundle.stem, command=("open", "-a", str(bundle)))
