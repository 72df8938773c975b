"""Every way to stop at every stage; each seed is another random moment."""

from __future__ import annotations

from collections.abc import Sequence

from agent.errors import AgentError
from agent.perception.perceiver import make_perceiver
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.stop.tables import WORST, tables
from benchmarks.stop.trial import STAGES, tried
from benchmarks.stop.ways import NAMES
from models.memory import loaded
from panel.server.open_pages import GRACE


class Stopping:
    """The benchmark. A success: the run ended in time, held nothing and left no process."""

    size = (1280, 800)
    limits = (20, 400.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each way at each stage (all, or `tasks` such as corner-typing) and each seed.

        Raises:
            AgentError: there is no such way or stage.
        """
        every = [f"{way}-{stage}" for stage in STAGES for way in NAMES]
        for name in options.tasks:
            if name not in every:
                raise AgentError(f"There is no {name}.", f"There are: {', '.join(every)}.")
        return [Job(name, seed) for seed in options.all_seeds for name in options.tasks or every]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        """Stop a run once. Raises RuntimeError when it was over before."""
        way, _, stage = job.task.rpartition("-")
        ocr = options.ocr.removesuffix("ocr")
        make_perceiver(ocr)
        model = loaded.load(options.model)
        figures, by = tried(way, stage, job.seed, model, ocr, place.desktop)
        # A page that is closed might only be loaded again: that time is given on purpose.
        seconds = figures["seconds"] = figures["seconds"] - (GRACE if way == "tab" else 0.0)
        late = "" if seconds <= WORST else f"it took {seconds:.2f} s"
        held = f"{figures['held']:.0f} keys or buttons held" if figures["held"] else ""
        left = f"{figures['children']:.0f} processes left" if figures["children"] else ""
        wrong = ", ".join(filter(None, (late, held, left)))
        return Result(
            job.task,
            job.seed,
            not wrong,
            float(not wrong),
            seconds=round(seconds, 3),
            failure="limit" if wrong else "",
            outcome=f"stopped by {by}",
            note=wrong,
            figures={name: round(value, 4) for name, value in figures.items()},
        )

    def tables(self, results: Sequence[Result], options: Options) -> str:
        return tables(results, options)
