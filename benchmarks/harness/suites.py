"""What a benchmark is, and finding one by its name: its package has a `SUITE`. Its command is a
line in `commands.bench.bench`."""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from agent.desktop.virtual_desktop import Desktop
from benchmarks.harness.jobs import Job, Options, Result


@dataclass(frozen=True, slots=True)
class Place:
    """Where a worker does its jobs: a virtual desktop of its own, and a folder for the records of
    failures (None when they are not kept)."""

    desktop: Desktop
    records: Path | None = None


class Suite(Protocol):
    """One benchmark. `size` is that of its desktop, in pixels; `limits` are the most steps and the
    most seconds of an episode unless others are asked for.

    `jobs` must not depend on the machine; `run` is called in a worker process,
    with the desktop empty, and may raise: that is a failure of the harness, and the next job
    follows. `tables` makes Markdown of all results."""

    size: tuple[int, int]
    limits: tuple[int, float]

    def jobs(self, options: Options) -> list[Job]: ...

    def run(self, job: Job, options: Options, place: Place) -> Result: ...

    def tables(self, results: Sequence[Result], options: Options) -> str: ...


@runtime_checkable
class Reworded(Protocol):
    """A benchmark that tells its tasks in several wordings: 0, the usual one, to `wordings`."""

    wordings: int


@runtime_checkable
class Reporting(Protocol):
    """A benchmark that writes the report of its failures itself, from the records in `folder`;
    returns the page."""

    def report(self, folder: Path, title: str, results: Sequence[Result]) -> Path: ...


def attempted(chosen: Suite, job: Job, options: Options, place: Place) -> Result:
    """What came of a job. Whatever breaks is a failure of the harness: it is told on standard
    error and in the result, and the next job may follow."""
    try:
        return chosen.run(job, options, place)
    except Exception as problem:
        traceback.print_exc()
        return Result.of_harness(job, f"{type(problem).__name__}: {problem}")


def suite(name: str) -> Suite:
    """The benchmark of this name; one from elsewhere by the dotted name of its module.

    Raises:
        ModuleNotFoundError: there is none.
    """
    module = name if "." in name else f"benchmarks.{name}"
    return cast(Suite, importlib.import_module(module).SUITE)
