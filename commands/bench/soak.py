"""deskhand bench soak: tasks for hours in one process, to find what leaks or breaks."""

from __future__ import annotations

import json as json_
import signal
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.bench.options import installed_model
from models.files import store

if TYPE_CHECKING:
    from benchmarks.soak.run import Sample


def soak(
    minutes: Annotated[float, typer.Option(min=0.1, help="Duration in minutes.")] = 120.0,
    model: Annotated[
        str, typer.Option(metavar="ID", help="Language model; see: deskhand models list")
    ] = store.DEFAULT_MODEL,
    seconds: Annotated[float, typer.Option(min=1, help="Time limit of a task in seconds.")] = 90.0,
    json: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append resource use after each task to this file."),
    ] = None,
) -> None:
    """Run tasks for hours in one process to find crashes, memory leaks and leftovers.

    The exit code is 1 if something crashed.
    """
    from agent.desktop.virtual_desktop import start
    from benchmarks.harness.jobs import Options
    from benchmarks.soak.run import mixture
    from benchmarks.soak.run import soak as run
    from benchmarks.soak.tables import tables

    installed_model(model)
    # Ended like with Ctrl+C, which a script would have had us ignore.
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, signal.default_int_handler)
    samples: list[Sample] = []

    def tell(sample: Sample) -> None:
        samples.append(sample)
        typer.echo(
            f"{sample.at / 60:6.1f} min  {sample.result.task}: {sample.result.outcome or 'crash'}, "
            f"{sample.held.memory / 1e6:,.0f} MB, {sample.held.files} files, "
            f"{sample.held.processes} processes",
            err=True,
        )
        if json is not None:
            with json.open("a", encoding="utf-8") as file:
                file.write(json_.dumps(asdict(sample), ensure_ascii=False) + "\n")

    options = Options(model=model, seconds=seconds)
    with start((1280, 800)) as desktop:
        try:
            run(minutes * 60, mixture(options), desktop, tell)
        except KeyboardInterrupt:
            typer.echo("Stopped.", err=True)
    if len(samples) < 2:
        typer.echo("Fewer than two tasks were finished, so memory growth cannot be judged.")
        raise typer.Exit(1)
    typer.echo(tables(samples, model))
    raise typer.Exit(1 if any(sample.crashed for sample in samples) else 0)
