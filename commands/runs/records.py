"""deskhand runs: the records of runs that are kept on this machine."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from agent.records import archive
from agent.records.listing import Wanted, find_runs
from agent.records.reader import read_run
from agent.records.summary import KIND_WORDS
from agent.reports.export import as_json_lines, file_name
from agent.reports.plain_words import moment
from agent.reports.run_page import as_page
from commands.models.fetching import size_text
from models.files.paths import runs_folder

app = typer.Typer(help="List, export and delete run records.", no_args_is_help=True)
_LONGEST_TASK = 60


@app.command("list")
def list_runs() -> None:
    """List the records, oldest first: time, outcome, size, folder and task."""
    found = find_runs(runs_folder(), Wanted(count=None))
    for run in reversed(found.runs):
        task = " ".join(run.task.split())[:_LONGEST_TASK]
        typer.echo(
            f"{moment(run.started)}  {KIND_WORDS[run.kind]:<18}  {size_text(run.bytes):>9}  "
            f"{runs_folder() / run.name}  {task}".rstrip()
        )


@app.command()
def export(
    name: Annotated[
        str, typer.Argument(metavar="RUN", help="Folder of the run; see: deskhand runs list")
    ],
    page: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write an HTML page with the screenshots."),
    ] = None,
    lines: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write JSON lines, without screenshots."),
    ] = None,
) -> None:
    """Export a record to one file: an HTML page (the default) or JSON lines."""
    if page is not None and lines is not None:
        raise typer.BadParameter("--html and --json cannot be used together.")
    run = read_run(_folder(name))
    target = lines or page or Path(file_name(run, "html"))
    if target.exists():
        raise typer.BadParameter(f"{target} already exists; choose another name.")
    target.write_text(as_json_lines(run) if lines else as_page(run), "utf-8")
    typer.echo(f"Written: {target}, {size_text(target.stat().st_size)}.")


def _folder(name: str) -> Path:
    """The folder of the run with this name, or with this path."""
    wanted = name.rstrip("/").rpartition("/")[2]
    found = archive.folder_of(runs_folder(), wanted)
    if found is None:
        raise typer.BadParameter(f"there is no record {wanted}; see: deskhand runs list")
    return found


@app.command()
def delete(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME…", help="Folders of runs; see: deskhand runs list"),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Delete all records.")] = False,
    older_than: Annotated[
        float | None,
        typer.Option(metavar="DAYS", min=0, help="Delete records older than this many days."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete records by name, by age, or all of them. This cannot be undone."""
    if sum([bool(names), everything, older_than is not None]) != 1:
        raise typer.BadParameter("give names of runs, --older-than DAYS or --all.")
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
    typer.echo(f"Deleted: {said}.")
