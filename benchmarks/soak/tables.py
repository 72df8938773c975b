"""What came of a soak run, in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.reports.tables import table
from benchmarks.soak.held import Held
from benchmarks.soak.run import Sample

WARM = 1 / 8
"""The share of a soak run at its begin in which libraries are loaded and caches fill; what is held
at the end is compared with what was held in the same share of time after it."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The medians of one figure: soon after the start, and in the last part of the run."""

    begin: float
    end: float

    @property
    def share(self) -> float:
        """By how much it grew, as a share of what it was; below 0: it shrank."""
        return self.end / self.begin - 1 if self.begin else 0.0


def growth(samples: Sequence[Sample], figure: Callable[[Held], float]) -> Growth:
    """How a figure grew. Raises ValueError for fewer than two samples."""
    if len(samples) < 2:
        raise ValueError("growth needs two samples at least")
    last = samples[-1].at
    begin = [s for s in samples if WARM * last <= s.at < 2 * WARM * last]
    # Of a short run there may be none in that time.
    begin = begin or [min(samples[:-1], key=lambda s: abs(s.at - WARM * last))]
    end = [s for s in samples if s.at > (1 - WARM) * last]
    return Growth(median(figure(s.held) for s in begin), median(figure(s.held) for s in end))


def tables(samples: Sequence[Sample], model: str) -> str:
    """The sums, how each figure grew, and what crashed. Raises ValueError as `growth` does."""
    minutes = samples[-1].at / 60
    crashed = [s for s in samples if s.crashed]
    outcomes = Counter(s.result.outcome or s.result.failure for s in samples)
    said = ", ".join(f"{kind} {count}" for kind, count in outcomes.most_common())
    steps = sum(s.result.steps for s in samples)
    lines = [
        f"{len(samples)} tasks with {steps} steps in one process, one after the other, for "
        f"{minutes:.0f} minutes, model {model}: {len(crashed)} crashes. How they ended: {said}.",
        "",
        f"Medians of what was held between two tasks, from minute {minutes * WARM:.0f} to "
        f"{minutes * 2 * WARM:.0f} and from {minutes * (1 - WARM):.0f} to {minutes:.0f}:",
        "",
        table(_HEAD, [_row(samples, *row) for row in _ROWS]),
    ]
    lines += [
        f"\nCrashed: {s.bench} {s.result.task} {s.result.seed} after {s.at / 60:.0f} minutes: "
        f"{s.result.note}"
        for s in crashed
    ]
    return "\n".join(lines)


def _row(
    samples: Sequence[Sample], name: str, figure: Callable[[Held], float], unit: float
) -> tuple[str, ...]:
    found = growth(samples, figure)
    return (name, f"{found.begin / unit:,.0f}", f"{found.end / unit:,.0f}", f"{found.share:+.1%}")


_HEAD = ("held", "soon after the start", "at the end", "growth")
_ROWS: tuple[tuple[str, Callable[[Held], float], float], ...] = (
    ("memory of the process, MB", lambda held: held.memory, 1e6),
    ("memory of the X server, MB", lambda held: held.x_memory, 1e6),
    ("open files", lambda held: held.files, 1),
    ("threads", lambda held: held.threads, 1),
    ("other processes", lambda held: held.processes, 1),
    ("ended processes nobody asked about", lambda held: held.zombies, 1),
)
