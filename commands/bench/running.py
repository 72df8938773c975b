"""Runs a benchmark with a progress bar, and shows and keeps its results."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from models.files.paths import data_folder

if TYPE_CHECKING:
    from benchmarks.harness.jobs import Job, Options, Result


def run_benchmark(
    name: str,
    options: Options,
    workers: int,
    json: Path | None,
    report: Path | None,
    save: Path | None,
) -> None:
    from benchmarks.harness.suites import Reporting, suite
    from benchmarks.reports.failure_page import write_report
    from benchmarks.reports.results import open_results

    chosen = suite(name)
    jobs = chosen.jobs(options)
    path = json or data_folder() / "benchmarks" / time.strftime(f"{name}-%Y%m%d-%H%M%S.jsonl")
    file = open_results(path, name, options)
    records = report / "records" if report else None
    left = file.left(jobs)
    log = path.with_suffix(".log")
    # Ended like with Ctrl+C: the workers and their desktops must not outlive us. (Started in the
    # background by a script, Ctrl+C itself would be ignored.)
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, signal.default_int_handler)
    try:
        _work(name, options, left, workers, log, file.add, records, done=len(jobs) - len(left))
    except KeyboardInterrupt:
        typer.echo(f"Stopped. Continue with: --json {path}", err=True)
        raise
    results = file.of(jobs)
    tables = chosen.tables(results, options)
    typer.echo(tables)
    typer.echo(f"\nMachine: {file.machine}\nResults: {path}", err=True)
    if report:
        write = chosen.report if isinstance(chosen, Reporting) else write_report
        page = write(report, f"deskhand bench {name}", results)
        typer.echo(f"Failures: {page}", err=True)
    if save:
        _append(save, name, file.machine, tables)


def _work(
    name: str,
    options: Options,
    left: Sequence[Job],
    workers: int,
    log: Path,
    add: Callable[[Result], None],
    records: Path | None,
    done: int,
) -> None:
    """Do what is left, with a progress bar on standard error."""
    from benchmarks.harness.runner import run_jobs

    columns = (
        TextColumn(f"{name}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[right]} right"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.fields[last]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, speed_estimate_period=3600) as progress:
        bar = progress.add_task(name, total=done + len(left), completed=done, right=0, last="")
        right = 0

        def tell(result: Result) -> None:
            nonlocal right
            add(result)
            right += result.success
            said = "right" if result.success else result.failure
            progress.update(bar, advance=1, right=right, last=f"{result.job.name}: {said}")
            if not console.is_terminal:
                console.print(f"{result.job.name}: {said}, {result.seconds:.0f} s")

        run_jobs(name, left, options, workers=workers, log=log, tell=tell, records=records)


def _append(path: Path, name: str, machine: str, tables: str) -> None:
    command = shlex.join(["deskhand", *sys.argv[1:]])
    heading = f"## {name}, {time.strftime('%Y-%m-%d')}"
    text = f"\n{heading}\n\nMachine: {machine}. Command: `{command}`.\n\n{tables}\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
