"""deskhand doctor: says what is missing and how to get it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agent.diagnostics.preflight import checks, require_display


def doctor(
    clicks: Annotated[
        bool, typer.Option("--clicks", help="Test click accuracy on every monitor.")
    ] = False,
) -> None:
    """Check everything that a run needs. The exit code is 1 if something essential is missing."""
    if clicks:
        _clicks()
        return
    table = Table(box=None, pad_edge=False)
    for title in ("", "", "Found, or how to fix it"):
        table.add_column(title)
    failed = False
    for check in checks():
        if check.problem is None:
            word = "[dim]optional[/]" if check.optional else "[green]ok[/]"
            table.add_row(word, check.name, escape(check.found))
            continue
        failed = failed or check.problem.essential
        word = "[red]missing[/]" if check.problem.essential else "[yellow]missing[/]"
        table.add_row(word, check.name, escape(f"{check.problem.text} {check.problem.hint}"))
    Console().print(table)
    if failed:
        raise typer.Exit(1)


def _clicks() -> None:
    """Click targets on each monitor and print how far off the clicks were."""
    from agent.diagnostics.checkup import tested

    require_display()
    table = Table(box=None, pad_edge=False)
    for title in ("", "Monitor", "Size", "Place", "Scale", "Clicks", "Off by at most"):
        table.add_column(title)
    good = True
    for each in tested():
        good = good and each.good
        box = each.monitor.box
        table.add_row(
            "[green]ok[/]" if each.good else "[red]wrong[/]",
            str(each.monitor.index),
            f"{box.width} × {box.height}",
            f"{box.left}, {box.top}",
            f"{each.monitor.scale:g}",
            each.landed,
            "–" if each.worst is None else f"{each.worst:.1f} px",
        )
    Console().print(table)
    if not good:
        Console().print(
            "Clicks do not land where they should. Set the display scaling to 100 %, or report "
            "this table together with your system and its display scaling."
        )
        raise typer.Exit(1)
