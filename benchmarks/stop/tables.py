"""The tables of stops: seconds by way and by stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from benchmarks.harness.jobs import Options, Result
from benchmarks.reports.tables import table
from panel.server.open_pages import GRACE

MEDIAN, WORST = 0.2, 0.5
"""Seconds that a stop may take."""


def tables(results: Sequence[Result], options: Options) -> str:
    """Median and worst of all, by way and by stage; what was held or left; what broke."""
    made = [result for result in results if "seconds" in result.figures]
    broken = [result for result in results if "seconds" not in result.figures]
    parts = [f"Seconds from a stop to the end of the run; model {options.model}."]
    if made:
        seconds = [result.figures["seconds"] for result in made]
        parts.append(
            f"{len(made)} stops: median {median(seconds):.2f} s (wanted: {MEDIAN}), worst "
            f"{max(seconds):.2f} s (wanted: {WORST}), {sum(s > WORST for s in seconds)} above it. "
            f"Keys or buttons held: {_sum(made, 'held')}; processes left: {_sum(made, 'children')}."
        )
        parts += [_by(made, "way", 0), _by(made, "stage", 2)]
        if any(result.task.startswith("tab-") for result in made):
            parts.append(
                f"tab: after the {GRACE:.0f} s in which a closed page might have been loaded again;"
                " the run is held from the beginning of them."
            )
        rest = max(result.figures["rest"] for result in made)
        parts.append(f"What was being read ended by itself, unseen, at most {rest:.1f} s later.")
    parts += [f"{r.task} {r.seed} could not be measured: {r.note}" for r in broken]
    return "\n\n".join(parts)


def _sum(results: Sequence[Result], figure: str) -> int:
    return round(sum(result.figures[figure] for result in results))


def _by(results: Sequence[Result], what: str, place: int) -> str:
    groups: defaultdict[str, list[float]] = defaultdict(list)
    for result in results:
        groups[result.task.rpartition("-")[place]].append(result.figures["seconds"])
    rows = [
        (name, len(seconds), f"{median(seconds):.2f}", f"{max(seconds):.2f}")
        for name, seconds in groups.items()
    ]
    return table((what, "stops", "median, s", "worst, s"), rows)
