"""deskhand bench fuzz: random screens and tasks, to find what breaks the program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from commands.bench.options import installed_model
from models.files import store

if TYPE_CHECKING:
    from benchmarks.fuzz.hunt import Hunt

_OFTEN = 1000


def fuzz(
    count: Annotated[int, typer.Option(min=1, help="Number of random tasks.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the random tasks and screens.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="Number of the first task, to repeat one.")] = 0,
    model: Annotated[
        str,
        typer.Option(metavar="ID", help="Model whose vocabulary the grammars are checked with."),
    ] = "smollm2-135m-q4",
) -> None:
    """Random tasks on random screens: each grammar must compile, each reply be executable.

    The exit code is 1 if something failed.
    """
    from benchmarks.fuzz.hunt import hunt

    wanted = installed_model(model)
    told = 0

    def tell(so_far: Hunt) -> None:
        nonlocal told
        for failure in so_far.failures[told:]:
            typer.echo(f"{failure.number}: {failure.what} ({failure.where})")
        told = len(so_far.failures)
        if so_far.cases % _OFTEN == 0 and so_far.cases < count:
            print(so_far.summary(), file=sys.stderr, flush=True)

    found = hunt(range(first, first + count), seed, store.weights_path(wanted.id), tell)
    typer.echo(found.summary())
    raise typer.Exit(1 if found.failures else 0)
