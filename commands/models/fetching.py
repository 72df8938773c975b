"""What the commands that fetch share: the question, the progress, what Ctrl+C leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from agent.errors import Stopped
from models.catalogue import extras
from models.catalogue.catalogue import ModelSpec, spec
from models.fetch.job import Progress as OnProgress
from models.fetch.job import progress_text
from models.fetch.queue import fetch_waiting
from models.runtime.errors import ModelError


def known(model_id: str) -> ModelSpec:
    """The model with this id; one that is none is bad use."""
    try:
        return spec(model_id)
    except ModelError as error:
        raise typer.BadParameter(str(error)) from error


def fetch_if_agreed(model: ModelSpec, yes: bool, room: str = "") -> None:
    """Show the size and the licence of a model, ask unless `yes`, and fetch it. `room` says
    whether it fits into the memory.

    Raises:
        typer.Exit: the person does not agree.
        Stopped: Ctrl+C.
        ModelError: it cannot be fetched.
    """
    typer.echo(f"{model.name}, {size_text(model.bytes)}. {model.notes}".strip())
    if room:
        typer.echo(room)
    typer.echo(f"Licence: {model.licence}")
    if not yes and not typer.confirm("Download it under this licence?"):
        typer.echo("Nothing was downloaded.")
        raise typer.Exit(1)
    fetch_agreed(model)


def fetch_agreed(model: ModelSpec) -> None:
    """Fetch a model whose licence was accepted."""
    try:
        with progress_bar(model.id, model.bytes) as on_progress:
            path = fetch_waiting(model, on_progress=on_progress)
    except KeyboardInterrupt:
        typer.echo(
            f"The partial download is kept. Resume it with: deskhand models get {model.id}",
            err=True,
        )
        raise Stopped("Ctrl+C") from None
    typer.echo(f"{model.id} was downloaded and verified: {path}")
    say_missing_extra(model)


def say_missing_extra(model: ModelSpec) -> None:
    """Say which optional part the model needs and how to install it; nothing when it is there."""
    if name := extras.missing_for(model):
        typer.echo(f"{model.id} needs an optional part. {extras.problem(name)}", err=True)


@contextmanager
def progress_bar(title: str, total: int | None = None) -> Iterator[OnProgress]:
    """Show a bar on the standard error output; what is given out goes to `on_progress`."""
    columns = ("{task.description}", BarColumn(), TextColumn("{task.fields[said]}"))
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(title, total=total, said="")

        def show(done: int, total: int | None, speed: float) -> None:
            said = progress_text(done, total, speed)
            progress.update(task, completed=done, total=total, said=said)

        yield show


def size_text(size: int | None) -> str:
    """A size in bytes for people."""
    if size is None:
        return "size unknown"
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
