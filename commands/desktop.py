"""deskhand desktop: a virtual desktop for runs that must not touch the person's own."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from typing import Annotated

import typer

from agent.desktop import virtual_desktop as desktops
from agent.desktop.virtual_desktop import FOREIGN, Desktop
from agent.errors import DisplayError

app = typer.Typer(
    help="Start and stop a virtual desktop, separate from your own screen.", no_args_is_help=True
)


@app.command()
def start(
    size: Annotated[
        str, typer.Option(help="Width and height in pixels, such as 1280x800.")
    ] = "1280x800",
) -> None:
    """Start the virtual desktop. It runs until `deskhand desktop stop`."""
    match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", size)
    if match is None:
        raise typer.BadParameter(f"{size!r} is not of the form 1280x800", param_hint="--size")
    try:
        desktop = desktops.start_kept((int(match[1]), int(match[2])))
    except DisplayError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    typer.echo(f"The virtual desktop runs on display {desktop.display}, {size} pixels.")


@app.command()
def stop() -> None:
    """Stop the virtual desktop and all programs on it."""
    if not desktops.stop_kept():
        typer.echo("No virtual desktop is running.", err=True)
        raise typer.Exit(1)
    typer.echo("The virtual desktop was stopped.")


@app.command()
def shell() -> None:
    """Open a shell whose programs appear on the virtual desktop."""
    desktop = _running()
    typer.echo(f"Programs started here appear on display {desktop.display}. Type exit to return.")
    variables = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    argv = [os.environ.get("SHELL") or "/bin/sh"]
    done = subprocess.run(argv, env={**variables, **desktop.environment()}, check=False)
    raise typer.Exit(done.returncode)


@app.command()
def env() -> None:
    """Print environment variables for a shell: eval "$(deskhand desktop env)"."""
    for name in FOREIGN:
        typer.echo(f"unset {name}")
    for name, value in _running().environment().items():
        typer.echo(f"export {name}={shlex.quote(value)}")


def _running() -> Desktop:
    desktop = desktops.running()
    if desktop is None:
        typer.echo("No virtual desktop is running. Start one: deskhand desktop start", err=True)
        raise typer.Exit(1)
    return desktop
