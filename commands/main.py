"""deskhand: the command line. A command's module is imported only when it is asked for."""

from __future__ import annotations

import atexit
import importlib
import importlib.metadata
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NoReturn

import typer

from agent.desktop import background
from agent.diagnostics import network_guard as guard
from agent.diagnostics import offline

NOT_DONE = 1
STOPPED = 130


@dataclass(frozen=True, slots=True)
class _Command:
    """Where a command is: a function, or a typer application with commands of its own."""

    module: str
    attribute: str
    help: str


COMMANDS = {
    "see": _Command("commands.see", "see", "Show what Deskhand sees on the screen."),
    "run": _Command("commands.runs.run", "run", "Carry out a task on the desktop."),
    "stop": _Command("commands.runs.steer", "stop", "Stop all runs."),
    "pause": _Command("commands.runs.steer", "pause", "Pause all runs."),
    "resume": _Command("commands.runs.steer", "resume", "Resume paused runs."),
    "runs": _Command("commands.runs.records", "app", "List, export and delete run records."),
    "routines": _Command("commands.runs.routines", "app", "Repeat tasks that were done before."),
    "notes": _Command("commands.notes", "app", "Show notes on applications, and their manuals."),
    "secrets": _Command("commands.secrets", "app", "Store passwords in the system keyring."),
    "settings": _Command("commands.settings", "app", "Show and change settings."),
    "desktop": _Command("commands.desktop", "app", "Start and stop a separate virtual desktop."),
    "panel": _Command("commands.panel", "panel", "Open the control panel in the browser."),
    "models": _Command("commands.models.models", "app", "List, download and choose models."),
    "extras": _Command("commands.extras", "app", "List and install optional parts."),
    "bench": _Command(
        "commands.bench.bench", "app", "Benchmark models and settings on this machine."
    ),
    "doctor": _Command(
        "commands.doctor", "doctor", "Check the installation and say how to fix it."
    ),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 not done, 2 bad use, 130 stopped."""
    try:
        _main(arguments)
    except SystemExit as end:
        if background.busy():
            _leave(end.code if isinstance(end.code, int) else 0)
        raise


def _leave(code: int) -> NoReturn:
    """End without taking the interpreter down: native code that still computes in another thread,
    such as the reading of a screen that was stopped, would crash then."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _main(arguments: Sequence[str] | None) -> None:
    offline.apply()
    guard.install()
    words = list(sys.argv[1:] if arguments is None else arguments)
    wanted = next((word for word in words if not word.startswith("-")), "")
    from agent.errors import AgentError, Stopped
    from models.fetch.job import DownloadStopped
    from models.runtime.errors import ModelError

    try:
        _application(wanted)(words, prog_name="deskhand")
    except Stopped as end:
        _say(f"Stopped by {end.by}.")
        sys.exit(STOPPED)
    except KeyboardInterrupt:
        _say("Stopped by Ctrl+C.")
        sys.exit(STOPPED)
    except DownloadStopped as error:
        _say(str(error))
        sys.exit(STOPPED)
    except (AgentError, ModelError) as error:
        _say(str(error))
        sys.exit(NOT_DONE)
    except OSError as error:
        # ScreenError, NoDisplayError and RecordError are OSErrors with a sentence of their own.
        _say(_disk_full(error) or str(error))
        sys.exit(NOT_DONE)


def _disk_full(error: OSError) -> str:
    """What to do about a full disk of which nothing else is told; "" for any other error."""
    from models.fetch.job import DISK_FULL
    from models.files.paths import data_folder

    if error.errno not in DISK_FULL:
        return ""
    place = error.filename or data_folder()
    return f"The disk is full: {place} cannot be written. Free some space, and try again."


def _application(wanted: str) -> typer.Typer:
    """The application, with only the module of the command `wanted` imported."""
    app = typer.Typer(
        help="Deskhand: a vision agent for mouse and keyboard that runs on your machine only.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    for name, command in COMMANDS.items():
        if name != wanted:
            app.command(name, help=command.help)(_only_listed)
            continue
        part = getattr(importlib.import_module(command.module), command.attribute)
        if isinstance(part, typer.Typer):
            app.add_typer(part, name=name)
        else:
            app.command(name)(part)
    return app


def _only_listed() -> None:
    raise AssertionError("a command that was not asked for cannot be called")


def _version(wanted: bool) -> None:
    if wanted:
        try:
            version = importlib.metadata.version("deskhand")
        except importlib.metadata.PackageNotFoundError:
            version = "(not installed; running from its source folder)"
        typer.echo(f"deskhand {version}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", callback=_version, is_eager=True
        ),
    ] = False,
) -> None:
    pass


def _say(message: str) -> None:
    typer.echo(message, err=True)


if __name__ == "__main__":
    main()
