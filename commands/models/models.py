"""deskhand models: what is offered and installed, downloading and choosing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from commands.models import entries as model_entries
from commands.models import fit as model_fit
from commands.models import info as model_info
from commands.models import upkeep as model_upkeep
from commands.models.fetching import (
    fetch_agreed,
    fetch_if_agreed,
    known,
    say_missing_extra,
    size_text,
)
from models.catalogue import extras
from models.catalogue.catalogue import ModelSpec, builtin, catalogue, own
from models.catalogue.spec import Role
from models.fetch import queue as waiting
from models.fetch.queue import Waiting, part_files
from models.files import store
from models.files.results import scores
from models.memory.fit import fit
from models.memory.machine import Machine, this_machine
from models.runtime.errors import ModelError

app = typer.Typer(help="List, download and choose models.", no_args_is_help=True)
app.command("info")(model_info.info)
app.command("add")(model_entries.add)
app.command("import")(model_entries.import_file)
app.command("repair")(model_upkeep.repair)
app.command("remove")(model_upkeep.remove)
app.command("fit")(model_fit.fit_models)
app.command("load")(model_fit.load)
app.command("unload")(model_fit.unload)
app.command("bench")(model_fit.bench)

_HEADINGS: dict[Role, str] = {
    "language": "Language models",
    "vision-language": "Vision-language models",
    "detector": "Detectors",
    "ocr": "OCR languages",
}
_Id = Annotated[str, typer.Argument(metavar="ID", help="Model id; see: deskhand models list")]
_Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Model ids. Default: all.")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Accept the licence without asking.")]


_Anyway = Annotated[bool, typer.Option("--anyway", help="Proceed even if the memory is too small.")]


@app.command("list")
def list_models() -> None:
    """List the models: which are installed or in use, and whether they fit into memory."""
    try:
        added, problem = own(), None
    except ModelError as error:  # The others can be used all the same.
        added, problem = {}, error
    models = [*builtin().values(), *added.values()]
    for role, heading in _HEADINGS.items():
        _print_table(heading, [model for model in models if model.role == role])
    if problem:
        raise problem


def _print_table(heading: str, models: Sequence[ModelSpec]) -> None:
    if not models:
        return
    machine, measured = this_machine(), scores()
    chosen = store.selected()
    queue = {one.id: one for one in waiting.read()}
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(heading, no_wrap=True)
    table.add_column("size", justify="right", no_wrap=True)
    table.add_column("status", no_wrap=True)
    table.add_column("fit", no_wrap=True)
    table.add_column("licence")
    for model in models:
        here = ["in use"] if model.id == chosen else []
        if model.engine is not None:
            here.append(f"on {escape(model.engine.host)}:{model.engine.port}")
        elif store.installed(model):
            here.append("installed")
        elif model.id in queue or part_files(model):
            here.append(_how_far(model, queue.get(model.id)))
        elif here:
            here.append("not downloaded")
        licence = model.licence.partition(" (")[0]  # `get` shows all of it.
        if model.id in measured:
            here.append(measured[model.id].short)
        shade = _fit_colour(model, machine) if model.files else ""
        size = size_text(model.bytes) if model.files else "server"
        table.add_row(model.id, size, ", ".join(here), shade, escape(licence))
    Console().print(table)
    for name in dict.fromkeys(extras.missing_for(model) for model in models):
        if name:
            Console().print(escape(extras.problem(name)))
    Console().print()


def _fit_colour(model: ModelSpec, machine: Machine) -> str:
    """The colour in its colour; a damaged file has none, and `repair` says why."""
    try:
        colour = fit(model, machine).colour
    except ModelError:
        return "?"
    return f"[{'yellow' if colour == 'amber' else colour}]{colour}[/]"


def _how_far(model: ModelSpec, queued: Waiting | None) -> str:
    """How a fetch stands that is not done: "paused, 52 %"."""
    state = queued.state if queued else "begun"
    done = waiting.bytes_here(model)
    return f"{state}, {min(99, 100 * done // model.bytes)} %" if model.bytes else state


@app.command()
def get(model_id: _Id, yes: _Yes = False, anyway: _Anyway = False) -> None:
    """Download a model. An interrupted download is resumed."""
    model = known(model_id)
    if model.engine is not None:
        typer.echo(
            f"{model.id} runs on the server {model.engine.url}; nothing has to be downloaded."
        )
        return
    if store.verify(model):
        waiting.drop(model.id)
        typer.echo(f"{model.id} is already installed: {store.weights_file(model)}")
        say_missing_extra(model)
        return
    extras.require_package(model)
    fetch_if_agreed(model, yes, model_fit.require_room(model, anyway))


@app.command()
def use(model_id: _Id, yes: _Yes = False, anyway: _Anyway = False) -> None:
    """Choose the language model for runs. It is downloaded first if necessary."""
    model = known(model_id)
    try:
        model.require_language()
    except ModelError as error:
        raise typer.BadParameter(str(error)) from error
    room = model_fit.require_room(model, anyway)
    if not store.verify(model):
        fetch_if_agreed(model, yes, room)
    store.select(model.id)
    typer.echo(f"{model.id} is now the model in use.")
    if model.engine is not None and model.engine.warning:
        typer.echo(model.engine.warning)


@app.command()
def queue() -> None:
    """List unfinished downloads: waiting, paused or failed."""
    queued = _queued()
    if not queued:
        typer.echo("No downloads are waiting.")
    for model, entry in queued:
        reason = f": {entry.reason.splitlines()[0]}" if entry.reason else ""
        typer.echo(f"{entry.id}  {_how_far(model, entry)}{reason}")


def _queued() -> list[tuple[ModelSpec, Waiting]]:
    """What waits. An entry that was taken out of the person's catalogue leaves the list."""
    models, entries = catalogue(), waiting.read()
    for entry in entries:
        if entry.id not in models:
            waiting.drop(entry.id)
            typer.echo(
                f"{entry.id} is no longer in a catalogue, so it is not downloaded.", err=True
            )
    left = [(models[entry.id], entry) for entry in entries if entry.id in models]
    return [(model, entry) for model, entry in left if not store.ready(model)]


@app.command()
def pause(model_id: _Id) -> None:
    """Pause a download that is waiting or running in another Deskhand process."""
    waiting.pause(known(model_id).id)
    typer.echo(f"{model_id} is paused. Resume it with: deskhand models resume {model_id}")


@app.command()
def resume(model_ids: _Ids = None) -> None:
    """Resume unfinished downloads, one after the other."""
    models = [known(one) for one in model_ids or []] or [model for model, _ in _queued()]
    failed = []
    for model in models:
        try:
            fetch_agreed(model)
        except ModelError as error:
            failed.append(model.id)
            typer.echo(str(error), err=True)
    if failed:
        raise ModelError(f"Not downloaded: {', '.join(failed)}.", "They stay in the queue.")
    if not models:
        typer.echo("No downloads are waiting.")


@app.command()
def cancel(model_id: _Id) -> None:
    """Cancel a download and delete its partial files."""
    freed = waiting.cancel(known(model_id))
    typer.echo(f"The download of {model_id} was cancelled; {size_text(freed)} were freed.")
