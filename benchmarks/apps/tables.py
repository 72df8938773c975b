"""The tables of the applications benchmark."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from benchmarks.harness.jobs import Options, Result
from benchmarks.reports.tables import (
    by_failure,
    by_stage,
    by_wording,
    failure_counts,
    honesty,
    mean,
    summary,
    table,
)

_HEAD = ("task", "done", "completion", "steps", "s", "tokens", "failures")


def tables(results: Sequence[Result], several: Collection[str], options: Options) -> str:
    """Markdown: all episodes together, their failures, stages and wordings; then each task, and the
    sums of the tasks over one and over several applications (whose names `several` holds)."""
    sight = "their true elements" if options.oracle else "pixels"
    return "\n\n".join(
        [
            f"Tasks in applications from {sight}, model {options.model}: {summary(results)}",
            honesty(results),
            by_failure(results),
            by_stage(results),
            *by_wording(results),
            _by_task(results, several),
        ]
    )


def _by_task(results: Sequence[Result], several: Collection[str]) -> str:
    by_task: dict[str, list[Result]] = {}
    for result in results:
        by_task.setdefault(result.task, []).append(result)
    rows = [_row(task, of_task) for task, of_task in by_task.items()]
    one = [result for result in results if result.task not in several]
    more = [result for result in results if result.task in several]
    totals = [
        _row(f"**{name}**", part)
        for name, part in (
            ("all", results),
            ("one application", one),
            ("several applications", more),
        )
        if part
    ]
    return table(_HEAD, [*rows, *totals])


def _row(name: str, results: Sequence[Result]) -> tuple[str, ...]:
    """One line: successes, then means over its episodes. An episode that the harness broke off has
    no figures: nothing was completed."""
    done, count = sum(result.success for result in results), len(results)
    return (
        name,
        f"{done}/{count} ({done / count:.0%})",
        f"{mean(result.figures.get('completion', 0.0) for result in results):.0%}",
        f"{mean(result.steps for result in results):.1f}",
        f"{mean(result.seconds for result in results):.1f}",
        f"{mean(result.tokens for result in results):.0f}",
        failure_counts(results),
    )
