"""deskhand doctor: says what is missing and how to get it."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agent.preflight import checks


def doctor() -> None:
    """Check everything that a run needs. Exit code 1 when something essential is missing."""
    table = Table(box=None, pad_edge=False)
    for title in ("", "", "Found, or how to get it"):
        table.add_column(title)
    failed = False
    for check in checks():
        if check.problem is None:
            table.add_row("[green]ok[/]", check.name, escape(check.found))
            continue
        failed = failed or check.problem.essential
        word = "[red]missing[/]" if check.problem.essential else "[yellow]missing[/]"
        table.add_row(word, check.name, escape(f"{check.problem.text} {check.problem.hint}"))
    Console().print(table)
    if failed:
        raise typer.Exit(1)
