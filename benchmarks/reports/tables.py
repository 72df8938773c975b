"""Tables in Markdown that several benchmarks share."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import median
from typing import get_args

from benchmarks.harness.jobs import CLOSED, REPEATED, Failure, Result
from benchmarks.reports.failure_causes import OFTEN

# Figures that are seconds of a stage begin with this (benchmarks.episodes.play).
_STAGE = "s "
FAILURES = tuple(name for name in get_args(Failure) if name)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table. Bars in cells are escaped."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines)


def mean(values: Iterable[float]) -> float:
    """The mean, 0 of nothing."""
    known = list(values)
    return sum(known) / len(known) if known else 0.0


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(successes: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a share (E. B. Wilson, 1927)."""
    if of == 0:
        return 0.0, 1.0
    share = successes / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(results: Sequence[Result]) -> str:
    """One sentence: successes with their interval, steps, seconds, tokens."""
    good = sum(result.success for result in results)
    low, high = interval(good, len(results))
    return (
        f"{good} of {len(results)} ({percent(good / max(1, len(results)))}, 95 % interval "
        f"{100 * low:.0f}–{100 * high:.0f} %); a run takes {mean(r.steps for r in results):.1f} "
        f"steps, {mean(r.seconds for r in results):.0f} s and "
        f"{mean(r.tokens for r in results):.0f} tokens; a step {_step_seconds(results):.1f} s "
        "(median of runs)."
    )


def _step_seconds(results: Sequence[Result]) -> float:
    """Seconds of a run by its steps, with the choice of programs and the look at its end."""
    return median([r.seconds / r.steps for r in results if r.steps] or [0.0])


def by_task(results: Sequence[Result]) -> str:
    """Successes, steps, seconds, tokens and failures of every task."""
    rows = []
    for task, group in groupby(sorted(results, key=lambda r: r.task), key=lambda r: r.task):
        runs = list(group)
        rows.append(
            (
                task,
                f"{sum(run.success for run in runs)}/{len(runs)}",
                f"{mean(run.steps for run in runs):.1f}",
                f"{mean(run.seconds for run in runs):.0f}",
                f"{mean(run.tokens for run in runs):.0f}",
                failure_counts(runs),
            )
        )
    return table(("task", "right", "steps", "s", "tokens", "failures"), rows)


def by_wording(results: Sequence[Result]) -> list[str]:
    """Successes of every wording of the tasks; nothing when all were told in the usual one."""
    groups: defaultdict[int, list[Result]] = defaultdict(list)
    for result in results:
        groups[result.wording].append(result)
    if set(groups) <= {0}:
        return []
    rows = []
    for wording, runs in sorted(groups.items()):
        good = sum(run.success for run in runs)
        low, high = interval(good, len(runs))
        rows.append(
            (
                wording,
                f"{good}/{len(runs)} ({percent(good / len(runs))})",
                f"{100 * low:.0f}–{100 * high:.0f} %",
                f"{mean(run.reward for run in runs):.2f}",
                failure_counts(runs),
            )
        )
    return [table(("wording", "right", "95 % interval", "reward", "failures"), rows)]


def failure_counts(results: Sequence[Result]) -> str:
    """The classes of failure with their numbers, the most frequent first: "limit 2, loop 1"."""
    why = Counter(result.failure for result in results if result.failure)
    return ", ".join(f"{name} {number}" for name, number in why.most_common())


def by_failure(results: Sequence[Result]) -> str:
    """How often each class of failure came up."""
    why = Counter(result.failure for result in results)
    return table(("failure", *FAILURES), [("runs", *(why[name] for name in FAILURES))])


def by_stage(results: Sequence[Result]) -> str:
    """Seconds of a step by stage, over all steps of all runs."""
    total: defaultdict[str, float] = defaultdict(float)
    for result in results:
        for name, seconds in result.figures.items():
            if name.startswith(_STAGE):
                total[name.removeprefix(_STAGE)] += seconds
    steps = max(1, sum(result.steps for result in results))
    names = sorted((n for n in total if total[n] / steps >= 0.005), key=lambda n: -total[n])
    cells = [f"{total[name] / steps:.2f}" for name in names]
    whole = f"{sum(total.values()) / steps:.2f}"
    return table(("seconds of a step", *names, "all"), [("", *cells, whole)])


def honesty(results: Sequence[Result]) -> str:
    """How often "done" was said, and how often it was true; how often a run went in a loop, and how
    often it closed a window that was open before."""
    claimed = [r for r in results if r.outcome == "done"]
    true = sum(r.success for r in claimed)
    false = percent((len(claimed) - true) / max(1, len(results)))
    unsure = [r for r in results if r.outcome == "unsure"]
    perhaps = f" Perhaps done: {len(unsure)}, really: {sum(r.success for r in unsure)}."
    said = (
        f"Said to be done: {len(claimed)}, of which really done: {true} (not so: {false} of runs)."
    )
    return said + (perhaps if unsure else "") + _loops(results) + _closed(results)


def _loops(results: Sequence[Result]) -> str:
    counted = [r.figures[REPEATED] for r in results if REPEATED in r.figures]
    if not counted:
        return ""
    loops = sum(times >= OFTEN for times in counted)
    return f" One action {OFTEN} times or more in one state: {loops} of {len(counted)} runs."


def _closed(results: Sequence[Result]) -> str:
    counted = [r.figures[CLOSED] for r in results if CLOSED in r.figures]
    if not counted:
        return ""
    closed = sum(number > 0 for number in counted)
    return f" A window that was open before was closed in {closed} of {len(counted)} runs."
