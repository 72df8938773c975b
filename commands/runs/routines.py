"""deskhand routines: tasks that were done once, to be done again with other values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from agent.policy.rules import LEVELS
from agent.records import archive
from agent.reports.plain_words import counted
from agent.routines import store
from agent.routines.learn import routine_of
from agent.routines.routine import Routine, filled
from commands.runs.questions import can_ask
from models.files.paths import runs_folder

app = typer.Typer(
    help="Repeat a task that was done before, with other values. The model is asked only when the "
    "recorded steps do not fit.",
    no_args_is_help=True,
)
_Name = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of a routine; see: deskhand routines list")
]


@app.command("list")
def list_routines() -> None:
    """List the routines: name, number of steps, and task with its parameters."""
    found = store.kept()
    for each in found:
        if each.routine is None:
            typer.echo(each.problem, err=True)
        else:
            steps = counted(len(each.routine.steps), "step")
            task = " ".join(each.routine.task.split())
            typer.echo(f"{each.name}  ({steps})  {task}")
    if not found:
        typer.echo(
            "There are no routines yet. Save the last run as one: deskhand routines save", err=True
        )


@app.command()
def show(name: _Name) -> None:
    """Show a routine: its task, parameters and steps, and the file, which you may edit."""
    routine = store.routine(name)
    typer.echo(f"{routine.name}\n{routine.task}")
    for each in routine.parameters:
        value = "(secret: you are asked for it each time)" if each.secret else each.value
        typer.echo(f"  {each.name} = {value}")
    for number, step in enumerate(routine.steps, start=1):
        typer.echo(f"{number}. {step.words()}")
    typer.echo(store.path_of(name))


@app.command()
def save(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN", help="Folder of a run; see: deskhand runs list. Default: the last run."
        ),
    ] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the new routine.")] = "",
) -> None:
    """Save a completed run as a routine."""
    runs = archive.folders(runs_folder())
    wanted = run.rstrip("/").rpartition("/")[2]
    folder = archive.folder_of(runs_folder(), wanted) if wanted else max(runs, default=None)
    if folder is None:
        raise typer.BadParameter(f"there is no record {wanted}; see: deskhand runs list")
    routine = routine_of(folder, name)
    if not name:
        if not can_ask():
            raise typer.BadParameter("give the routine a name.", param_hint="--name")
        typer.echo(routine.task)
        name = typer.prompt("Name of the routine")
    path = store.keep(routine_of(folder, name))
    gaps = ", ".join(each.name for each in routine.parameters) or "none"
    typer.echo(f"Saved in {path}. Parameters: {gaps}.")


@app.command()
def run(
    name: _Name,
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PARAMETER=VALUE",
            help="Value of a parameter; may be given several times.",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Language model that takes over if a step does not fit."),
    ] = None,
    max_steps: Annotated[int, typer.Option(min=1, max=500, help="Maximum number of steps.")] = 30,
    desktop: Annotated[
        str, typer.Option(metavar="current|virtual|:N", help="As for: deskhand run")
    ] = "current",
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Print the first planned actions and exit; nothing is clicked or typed.",
        ),
    ] = False,
    yes: Annotated[
        bool,
        typer.Option("--yes", "-y", help="Ask nothing: neither for values nor before actions."),
    ] = False,
    safety: Annotated[
        str | None, typer.Option(metavar="|".join(LEVELS), help="As for: deskhand run")
    ] = None,
) -> None:
    """Run a routine. Deskhand asks for values that are not given with --set.

    With --yes it uses the saved values instead. Each step looks for its element
    on the current screen. If an element is missing or a step has another effect
    than before, the model does the rest of the task. The exit codes are those
    of `deskhand run`.
    """
    from agent.run import Settings
    from commands.runs.run import check_place, do_task, level_of

    check_place(desktop)
    level = level_of(safety, yes)
    routine = store.routine(name)
    given = _given(values or ())
    wanted = filled(routine, given if yes or not can_ask() else _asked(routine, given))
    typer.echo(wanted.routine.task)
    settings = Settings(max_steps=max_steps, dry_run=dry_run, safety=level, routine=wanted)
    do_task(
        wanted.task, lambda: model, settings, desktop=desktop, ask_to_begin=not (yes or dry_run)
    )


@app.command()
def rename(
    name: _Name, new: Annotated[str, typer.Argument(metavar="NEW", help="New name.")]
) -> None:
    """Rename a routine."""
    typer.echo(f"Renamed: {store.rename(name, new).name}")


@app.command()
def delete(
    name: _Name,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete a routine. This cannot be undone."""
    if not yes:
        typer.confirm(f"Delete the routine “{name}”?", abort=True)
    typer.echo(f"Deleted: {store.delete(name)}")


def _given(values: Sequence[str]) -> dict[str, str]:
    given = {}
    for each in values:
        parameter, found, value = each.partition("=")
        if not found:
            raise typer.BadParameter(
                f"“{each}” is not of the form PARAMETER=VALUE.", param_hint="--set"
            )
        given[parameter.strip()] = value
    return given


def _asked(routine: Routine, given: dict[str, str]) -> dict[str, str]:
    """The values with those that were not given asked for."""
    if any(routine.parameter(name) is None for name in given):
        return given  # Told before the person types all others.
    answers = dict(given)
    for each in routine.parameters:
        if each.name not in answers:
            answers[each.name] = typer.prompt(
                each.name, default=None if each.secret else each.value, hide_input=each.secret
            )
    return answers
