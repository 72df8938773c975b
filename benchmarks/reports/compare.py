"""Comparing two result files, episode by episode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.harness.jobs import Result
from benchmarks.reports.results import ResultFileError
from benchmarks.reports.tables import percent, table

_RESAMPLES = 10_000
_SEED = 20_260_101


@dataclass(frozen=True, slots=True)
class Difference:
    """B minus A, over the episodes that both have. `low` and `high` bound the 95 % interval."""

    mean_a: float
    mean_b: float
    low: float
    high: float

    @property
    def mean(self) -> float:
        return self.mean_b - self.mean_a

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out that there is no difference."""
        return self.low > 0 or self.high < 0


def difference(a: Sequence[float], b: Sequence[float]) -> Difference:
    """The paired difference of equally long, non-empty series, with a bootstrap interval
    (percentiles of the means of resampled pairs)."""
    first, second = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    deltas = second - first
    picks = np.random.default_rng(_SEED).integers(0, len(deltas), (_RESAMPLES, len(deltas)))
    low, high = np.percentile(deltas[picks].mean(axis=1), (2.5, 97.5))
    return Difference(float(first.mean()), float(second.mean()), float(low), float(high))


def exact_test(only_a: int, only_b: int) -> float:
    """McNemar's exact test: how probable such an uneven split of the episodes that only one of
    both solved is, if both were equally good."""
    from scipy.stats import binomtest

    if only_a + only_b == 0:
        return 1.0
    return float(binomtest(only_b, only_a + only_b, 0.5).pvalue)


def compare(a: Sequence[Result], b: Sequence[Result]) -> str:
    """A comparison as Markdown.

    Raises:
        ResultFileError: the two have no episode in common.
    """
    of_a, of_b = {r.job: r for r in a}, {r.job: r for r in b}
    jobs = [job for job in of_a if job in of_b]
    if not jobs:
        raise ResultFileError("The two files have no task, seed and wording in common.")
    pairs = [(of_a[job], of_b[job]) for job in jobs]
    success = difference([float(x.success) for x, _ in pairs], [float(y.success) for _, y in pairs])
    rows = [
        (
            "success",
            percent(success.mean_a),
            percent(success.mean_b),
            f"{100 * success.mean:+.1f} points",
            f"{100 * success.low:+.1f} to {100 * success.high:+.1f}",
        )
    ]
    for name in ("steps", "seconds", "tokens"):
        d = difference([getattr(x, name) for x, _ in pairs], [getattr(y, name) for _, y in pairs])
        bounds = f"{d.low:+.1f} to {d.high:+.1f}"
        rows.append((name, f"{d.mean_a:.1f}", f"{d.mean_b:.1f}", f"{d.mean:+.1f}", bounds))
    only_a = sum(x.success and not y.success for x, y in pairs)
    only_b = sum(y.success and not x.success for x, y in pairs)
    chance = exact_test(only_a, only_b)
    verdict = ("B is better" if success.mean > 0 else "A is better") if success.sure else "unsure"
    return "\n\n".join(
        [
            f"{len(jobs)} episodes that both have.",
            table(("", "A", "B", "B - A", "95 % interval"), rows),
            f"Solved by A alone: {only_a}, by B alone: {only_b} (exact test: p = {chance:.3f}). "
            f"By the interval: {verdict}.",
            *_changes(pairs),
        ]
    )


def _changes(pairs: Sequence[tuple[Result, Result]]) -> list[str]:
    """The tasks that went differently."""
    tasks: dict[str, list[int]] = {}
    for x, y in pairs:
        counts = tasks.setdefault(x.task, [0, 0, 0])
        counts[0] += 1
        counts[1] += x.success
        counts[2] += y.success
    rows = [(t, f"{a}/{n}", f"{b}/{n}") for t, (n, a, b) in sorted(tasks.items()) if a != b]
    return [table(("task", "A", "B"), rows)] if rows else []
