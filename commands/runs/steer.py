"""deskhand stop, pause, resume: steer what runs in another terminal or in the panel."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated

import typer

from agent.control.remote import LiveRun, Wish, live_runs

_PATIENCE = 10.0
_POLL = 0.02


def stop() -> None:
    """Stop all runs of this user, in terminals and in the panel, and wait until they end."""
    runs = _asked("stop")
    end = time.monotonic() + _PATIENCE
    while left := [run for run in runs if not run.ended]:
        if time.monotonic() > end:
            typer.echo(
                f"{_processes(left)} did not end within {_PATIENCE:.0f} s. "
                f"To force it: kill {' '.join(str(run.pid) for run in left)}",
                err=True,
            )
            raise typer.Exit(1)
        time.sleep(_POLL)
    typer.echo(f"Stopped: {_processes(runs)}.")


def pause() -> None:
    """Pause all runs of this user before their next action."""
    runs = _asked("pause")
    typer.echo(f"Paused before the next action: {_processes(runs)}. Resume: deskhand resume")


def resume(
    step: Annotated[bool, typer.Option("--step", help="Do one action and pause again.")] = False,
) -> None:
    """Resume the paused runs of this user. Each first reads the screen again."""
    runs = _asked("step" if step else "resume")
    typer.echo(f"{'One action' if step else 'Resumed'}: {_processes(runs)}.")


def _asked(wish: Wish) -> list[LiveRun]:
    """The runs that were told; ends the command when there is none."""
    runs = [run for run in live_runs() if run.ask(wish)]
    if not runs:
        typer.echo("You have no active run.", err=True)
        raise typer.Exit(1)
    return runs


def _processes(runs: Sequence[LiveRun]) -> str:
    numbers = ", ".join(str(run.pid) for run in runs)
    return f"the runs of processes {numbers}" if len(runs) > 1 else f"the run of process {numbers}"
