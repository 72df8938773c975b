"""deskhand models: what is offered, what is there, fetching and choosing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from agent.errors import Stopped
from models import store
from models.catalogue import ModelSpec, catalogue, spec
from models.download import fetch
from models.errors import ModelError
from models.job import Progress as OnProgress
from models.job import progress_text

app = typer.Typer(help="List, fetch and choose models.", no_args_is_help=True)

_Id = Annotated[str, typer.Argument(metavar="ID", help="An id from: deskhand models list")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before fetching.")]


@app.command("list")
def list_models() -> None:
    """List the models: which is in use, and which are on this machine."""
    chosen = store.selected()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("id", no_wrap=True)
    table.add_column("size", justify="right", no_wrap=True)
    table.add_column("here", no_wrap=True)
    table.add_column("licence")
    for model in catalogue().values():
        here = ["in use"] if model.id == chosen else []
        if store.installed(model):
            here.append("installed")
        elif here:
            here.append("not fetched")
        licence = model.licence.partition(" (")[0]  # `get` shows all of it.
        table.add_row(model.id, size_text(model.bytes), ", ".join(here), licence)
    Console().print(table)


@app.command()
def get(model_id: _Id, yes: _Yes = False) -> None:
    """Fetch a model. A fetch that broke off goes on where it ended."""
    model = _known(model_id)
    for part in [model, *([_known(model.projector)] if model.projector else [])]:
        if store.verify(part):
            typer.echo(f"{part.id} is there already: {store.weights_file(part)}")
        else:
            _fetch(part, yes)


@app.command()
def use(model_id: _Id, yes: _Yes = False) -> None:
    """Use a language model from now on; it is fetched when it is not there yet."""
    model = _known(model_id)
    if model.role != "language":
        raise typer.BadParameter(f"{model.id} is a {model.role}, not a language model.")
    if not store.verify(model):
        _fetch(model, yes)
    store.select(model.id)
    typer.echo(f"{model.id} is used from now on.")


def _known(model_id: str) -> ModelSpec:
    try:
        return spec(model_id)
    except ModelError as error:
        raise typer.BadParameter(str(error)) from error


def _fetch(model: ModelSpec, yes: bool) -> None:
    typer.echo(f"{model.name}, {size_text(model.bytes)}. {model.notes}".strip())
    typer.echo(f"Licence: {model.licence}")
    if not yes and not typer.confirm("Fetch it?"):
        typer.echo("Nothing was fetched.")
        raise typer.Exit(1)
    try:
        with progress_bar(model.id, model.bytes) as on_progress:
            path = fetch(model, on_progress=on_progress)
    except KeyboardInterrupt:
        typer.echo(
            f"What was fetched is kept. Go on with: deskhand models get {model.id}", err=True
        )
        raise Stopped("Ctrl+C") from None
    typer.echo(f"{model.id} is complete and checked: {path}")


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
