"""deskhand settings: what may be set, how it is set, and changing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from agent.errors import AgentError
from agent.settings.described import GROUPS, SETTINGS, Setting, setting
from agent.settings.file import Change, Found, change, read

app = typer.Typer(help="Show and change settings.", no_args_is_help=True)
_Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of a setting, such as safety.")]


@app.command("list")
def list_settings(
    brief: Annotated[bool, typer.Option("--brief", help="Print only names and values.")] = False,
) -> None:
    """List all settings with value, default and description."""
    console = Console(highlight=False, soft_wrap=True)
    contents = read()
    for group in GROUPS:
        mine = [each for each in contents.found.values() if each.setting.group == group]
        if mine and not brief:
            console.print(f"[bold]{group}[/]")
        for each in mine:
            _show(console, each, brief)
        if mine and not brief:
            console.print()
    if not brief:
        console.print(escape(f"File: {contents.path}"))
    _warn(contents.problems)
    if contents.problems:
        raise typer.Exit(1)


@app.command()
def get(name: _Name) -> None:
    """Print the value of a setting in the form that `set` accepts; lists with one item per line."""
    wanted = setting(name)
    contents = read()
    if contents.damage:
        raise AgentError(f"{contents.path}: {contents.damage}", "Correct the file.")
    found = contents.found[name]
    if found.problem:
        raise AgentError(found.problem)
    typer.echo(wanted.kind.show(found.value))
    _warn(contents.others)


@app.command("set", context_settings={"ignore_unknown_options": True})
def set_setting(
    name: _Name,
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VALUE…", help="Lists take several values; no value empties a list."
        ),
    ] = None,
) -> None:
    """Change a setting. The change applies from the next run."""
    wanted = setting(name)
    try:
        value = wanted.read("\n".join(values or ()))
    except ValueError as error:
        raise AgentError(f"{name}: {error}", "Nothing was changed.") from error
    _say(change({wanted: value}), wanted)


@app.command()
def reset(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME…")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Reset all settings.")] = False,
) -> None:
    """Reset settings to their defaults. Other lines in the file are kept."""
    if bool(names) == everything:
        raise typer.BadParameter("give names of settings, or --all.")
    wanted = [setting(name) for name in names] if names else list(SETTINGS)
    _say(change(dict.fromkeys(wanted)), wanted[0] if len(wanted) == 1 else None)


def _show(console: Console, found: Found, brief: bool) -> None:
    wanted = found.setting
    now = wanted.kind.words(found.value)
    if brief:
        console.print(escape(f"{wanted.name} = {now}"))
        return
    default = wanted.kind.words(wanted.default)
    note = "" if found.value == wanted.default else f" [dim](default: {escape(default)})[/]"
    console.print(f"  [bold]{wanted.name}[/] = {escape(now)}{note}")
    console.print(f"    {escape(wanted.sentence)} [dim]Applied {wanted.used}.[/]")


def _warn(problems: Iterable[str]) -> None:
    for each in problems:
        typer.echo(f"{each} No run can start until this is corrected.", err=True)


def _say(changes: list[Change], wanted: Setting | None) -> None:
    for each in changes:
        words = each.setting.kind.words
        typer.echo(f"{each.setting.name}: {words(each.new)} (before: {words(each.old)})")
    if not changes:
        now = f": {wanted.name} already has this value." if wanted is not None else "."
        typer.echo(f"Nothing changed{now}")
        return
    typer.echo("The change applies from the next run.")
    _warn(read().problems)
