"""The tables of the applications benchmark."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from benchmarks.jobs import Result


def tables(results: Sequence[Result], several: Collection[str]) -> str:
    """Markdown: each task, then all of them, and those over one and over several applications
    (whose names `several` holds)."""
    by_task: dict[str, list[Result]] = {}
    for result in results:
        by_task.setdefault(result.task, []).append(result)
    head = "| task | done | completion | steps | s | tokens |\n|---|---|---|---|---|---|\n"
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
    return head + "\n".join([*rows, *totals]) + "\n"


def _row(name: str, results: Sequence[Result]) -> str:
    """Sums of one line: successes, then means over its episodes."""
    count = len(results)
    done = sum(result.success for result in results)
    # An episode that the harness broke off has no figures: nothing was completed.
    completed = sum(result.figures.get("completion", 0.0) for result in results) / count
    steps = sum(result.steps for result in results) / count
    seconds = sum(result.seconds for result in results) / count
    tokens = sum(result.tokens for result in results) / count
    return (
        f"| {name} | {done}/{count} ({done / count:.0%}) | {completed:.0%} | {steps:.1f}"
        f" | {seconds:.1f} | {tokens:.0f} |"
    )
