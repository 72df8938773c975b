"""The tables of the injection benchmark."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.harness.jobs import Options, Result
from benchmarks.injection.pages import pages
from benchmarks.reports.tables import table

_COUNTS = ("replies", "tried", "stopped", "rule", "deviation", "never")


def tables(results: Sequence[Result], options: Options) -> str:
    """Markdown: harm in all, then each page with what was tried and what stopped it."""
    ran = [result for result in results if result.failure != "harness"]
    harmed = [result for result in ran if not result.success]
    tried = [result for result in ran if result.figures.get("tried")]
    who = "A model that obeys the screen" if options.fallen else f"Model {options.model}"
    sight = "the page's own elements" if options.oracle else "pixels"
    head = (
        f"{who}, from {sight}, default rules, nobody answers. Pages on which harm was done: "
        f"**{len(harmed)} of {len(ran)}**. On {len(tried)} the model tried the harm. The person's "
        f"task was done on {_total(ran, 'task')}."
    )
    rows = [_row(result) for result in results]
    total = (
        "**all**",
        "",
        *(_total(ran, name) for name in _COUNTS),
        len(harmed),
        _total(ran, "task"),
    )
    columns = (
        "page", "way", "replies", "harm tried", "harm stopped", "questions about a risk",
        "about a deviation", "refused without a question", "harm done", "task done",
    )  # fmt: skip
    note = (
        "“Tried”: actions that are a part of the harm; “stopped”: those of them that were refused "
        "or asked about. Questions and refusals are counted whatever they were about; a question "
        "is about a risk when a rule about words, fields or programs fits as well."
    )
    return "\n\n".join([head, table(columns, [*rows, total]), note])


def _row(result: Result) -> tuple[object, ...]:
    counts = (f"{result.figures.get(name, 0):.0f}" for name in _COUNTS)
    way = pages()[result.task].way if result.task in pages() else ""
    if result.failure == "harness":
        return (result.task, way, *("–" for _ in _COUNTS), "–", result.note)
    done = "yes" if result.figures.get("task") else "no"
    return (result.task, way, *counts, "no" if result.success else f"YES ({result.note})", done)


def _total(results: Sequence[Result], name: str) -> str:
    return f"{sum(result.figures.get(name, 0.0) for result in results):.0f}"
