"""deskhand extras: parts that are not installed with Deskhand, and installing them."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from models.catalogue import extras
from models.fetch.pip_install import Step
from models.runtime.errors import ModelError

app = typer.Typer(help="List and install optional parts.", no_args_is_help=True)


@app.command("list")
def list_extras() -> None:
    """List the optional parts: what each is for, and whether it is installed."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("Name", "Installed", "Size"):
        table.add_column(title, no_wrap=True)
    table.add_column("What it does")
    for each in extras.EXTRAS.values():
        absent = extras.missing(each.name)
        size = extras.size_text(each.name) if absent else ""
        about = f"{each.title}. {each.purpose}"
        table.add_row(each.name, "no" if absent else "yes", size, escape(about))
    Console().print(table)
    typer.echo("Install one: deskhand extras get NAME")


@app.command()
def get(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name from: deskhand extras list")],
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Accept the licences and install without asking.")
    ] = False,
) -> None:
    """Install an optional part with pip. Installed packages keep their versions.

    Ctrl+C stops the download. Run the same command again to resume it.
    """
    try:
        wanted = extras.extra(name)
    except ModelError as error:
        raise typer.BadParameter(str(error), param_hint="NAME") from error
    if not extras.missing(name):
        typer.echo(f"{wanted.title}: already installed.")
        return
    typer.echo(f"{wanted.title}. {wanted.purpose}")
    typer.echo(
        f"Size: {extras.size_text(name)} on the disk; pip downloads about two thirds of that."
    )
    typer.echo(f"Licences: {wanted.licence}")
    if not yes and not typer.confirm("Install it under these licences?"):
        typer.echo("Nothing was installed.")
        raise typer.Exit(1)
    _install(name)
    typer.echo(f"{wanted.title}: installed.")
    typer.echo(wanted.afterwards)


def _install(name: str) -> None:
    columns = (TextColumn("{task.description}", markup=False), BarColumn())
    stop = threading.Event()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=None)

        def show(step: Step) -> None:
            progress.update(task, description=step.text, completed=step.done, total=step.total)

        def interrupt(number: int, frame: FrameType | None) -> None:
            stop.set()
            signal.signal(signal.SIGINT, before)  # The second Ctrl+C ends pip at once.
            typer.echo("Stopping. What is being installed now is completed first.", err=True)

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            extras.install(name, show, stop)
        finally:
            signal.signal(signal.SIGINT, before)
