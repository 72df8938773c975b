"""The speed of this machine: a job for each measurement, the median of its rounds.

Every measurement is made in a new process, on a virtual desktop of its own where a screen is
needed. Side by side they would take time from each other: use one worker.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median

from agent.errors import AgentError
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.speed.child import Request, measured
from benchmarks.speed.tables import tables

SIZES = ("1280x800", "1920x1080", "3840x2160")
NAMES = (*(f"frames-{size}" for size in SIZES), "model", "memory", "first-action")
ROUNDS = 3
# Tokens per second vary most from one time to the next.
_ROUNDS_OF = {"model": 6}
# A new process has only one first action and one peak.
_PROCESSES = {"first-action": ROUNDS}


class Speed:
    """The benchmark. A measurement that was made is a success."""

    size = (1280, 800)
    limits = (20, 1800.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each measurement; seeds do not matter.

        Raises:
            AgentError: there is no measurement of a given name.
        """
        for name in options.tasks:
            if name not in NAMES:
                raise AgentError(
                    f"There is no measurement {name}.", f"There are: {', '.join(NAMES)}."
                )
        return [Job(name) for name in options.tasks or NAMES]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        """Make a measurement. Raises RuntimeError or TimeoutError when it cannot be made."""
        return measure(job, options, place, _ROUNDS_OF.get(job.task, ROUNDS))

    def tables(self, results: Sequence[Result], options: Options) -> str:
        return tables(results, options)


def measure(job: Job, options: Options, place: Place, rounds: int) -> Result:
    """Make a measurement with so many rounds."""
    began = time.monotonic()
    request = Request(job.task, options.model, options.ocr.removesuffix("ocr"), rounds)
    processes = min(rounds, _PROCESSES.get(job.task, 1))
    found = [measured(place.desktop, request) for _ in range(processes)]
    figures = {name: round(median(one[name] for one in found), 4) for name in found[0]}
    seconds = round(time.monotonic() - began, 2)
    return Result(job.task, job.seed, True, 1.0, rounds, seconds, outcome="measured",
                  figures=figures)  # fmt: skip
