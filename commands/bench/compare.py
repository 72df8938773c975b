"""deskhand bench compare: two result files beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from benchmarks.harness.jobs import Result


def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="Result file written with --json.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another result file.")],
) -> None:
    """Compare two result files episode by episode, with a confidence interval."""
    from benchmarks.reports.compare import compare as compared
    from benchmarks.reports.results import read_results

    typer.echo(compared(_last(read_results(a).results), _last(read_results(b).results)))


def _last(results: Sequence[Result]) -> list[Result]:
    """The last result of each episode: the harness tries again what it failed."""
    return list({result.job: result for result in results}.values())
