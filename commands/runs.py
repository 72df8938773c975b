"""deskhand runs: the records of runs that are kept on this machine."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from agent import archive
from agent.run_index import RunIndex
from commands.fetching import size_text
from models.paths import runs_folder

app = typer.Typer(help="List and delete the records of runs.", no_args_is_help=True)


@app.command("list")
def list_runs() -> None:
    """List the records, oldest first, with their size."""
    for run in archive.stored(runs_folder()):
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.changed))
        typer.echo(f"{day}  {size_text(run.bytes):>9}  {run.path}")


@app.command()
def delete(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME…", help="Folders of: deskhand runs list")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Delete every record.")] = False,
    older_than: Annotated[
        float | None, typer.Option(metavar="DAYS", min=0, help="Delete those older than this.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete records: by name, by age or all. What is deleted cannot be brought back."""
    if sum([bool(names), everything, older_than is not None]) != 1:
        raise typer.BadParameter("say which: names, --older-than DAYS or --all.")
    runs = archive.stored(runs_folder())
    if names:
        known = {run.path.name: run for run in runs}
        wanted = [name.rstrip("/").rpartition("/")[2] for name in names]
        if unknown := [name for name in wanted if name not in known]:
            raise typer.BadParameter(f"there is no record {unknown[0]}; see: deskhand runs list")
        runs = [known[name] for name in dict.fromkeys(wanted)]
    elif older_than is not None:
        runs = [run for run in runs if time.time() - run.changed > older_than * 24 * 3600]
    if not runs:
        typer.echo("There is nothing to delete.")
        return
    size = size_text(sum(run.bytes for run in runs))
    said = f"{len(runs)} record{'s' if len(runs) > 1 else ''}, {size}"
    if not yes:
        typer.confirm(f"Delete {said}?", abort=True)
    for run in runs:
        archive.delete(run)
    RunIndex(runs_folder()).refresh()
    typer.echo(f"Deleted: {said}.")
