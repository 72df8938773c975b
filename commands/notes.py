"""deskhand notes: what had an effect in an application and what had none, from earlier runs; and
the manuals of applications."""

from __future__ import annotations

from typing import Annotated

import typer

from agent.records import manuals, notes
from agent.reports.plain_words import counted
from vision.core.elements import one_line

_LONGEST_LINE = 1000

app = typer.Typer(
    help="Notes that runs keep on applications. The model reads them only if the setting "
    "give_notes is true.",
    no_args_is_help=True,
)
_Name = Annotated[
    str,
    typer.Argument(metavar="APPLICATION", help="Name of an application; see: deskhand notes list"),
]


@app.command("list")
def list_notes() -> None:
    """List the applications with notes."""
    found = notes.all_notes()
    for each in found:
        typer.echo(f"{each.application}  ({counted(len(each.lines), 'line')})")
    if not found:
        typer.echo("There are no notes yet. Runs write them.", err=True)


@app.command()
def show(name: _Name) -> None:
    """Show the notes on an application and their file, which you may edit."""
    found = notes.notes(name)
    for line in found.lines:
        typer.echo(f"- {line}")
    typer.echo(found.path)


@app.command()
def delete(
    name: _Name,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete the notes on an application."""
    if not yes:
        typer.confirm(f"Delete the notes on “{name}”?", abort=True)
    typer.echo(f"Deleted: {notes.delete(name)}")


@app.command("manuals")
def list_manuals(
    name: Annotated[
        str, typer.Argument(metavar="APPLICATION", help="Show the manual of this application.")
    ] = "",
) -> None:
    """List the manuals of applications, or show one.

    The model reads them only if the setting give_manuals is true.
    """
    if name:
        found = manuals.manual(name)
        for section in found.sections:
            # Anybody may have written it: what steers a terminal is not passed on.
            lines = (section.title, *section.text.splitlines(), "")
            typer.echo("\n".join(one_line(line, _LONGEST_LINE) for line in lines))
        typer.echo(found.path)
        return
    for each in manuals.all_manuals(lambda why: typer.echo(why, err=True)):
        typer.echo(f"{each.application}  ({counted(len(each.sections), 'section')})  {each.path}")
    typer.echo(f"Put your own manuals into {manuals.folder()}", err=True)
