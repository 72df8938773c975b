"""The applications benchmark: its tasks, and how one is played."""

from __future__ import annotations

from collections.abc import Sequence

from agent.errors import AgentError
from benchmarks.apps import across, calculator, composing, editor, files, office, terminal, web
from benchmarks.apps.base import Task
from benchmarks.apps.tables import tables
from benchmarks.apps.wordings import WORDINGS
from benchmarks.episodes.play import play
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place

TASKS: dict[str, Task] = {
    **editor.TASKS,
    **calculator.TASKS,
    **files.TASKS,
    **terminal.TASKS,
    **office.TASKS,
    **web.TASKS,
    **across.TASKS,
    **composing.TASKS,
}
"""A new task stands in one of these modules, or in one of its own that is added here."""


class Apps:
    """Tasks on real applications, one or several at a time."""

    size = (1280, 800)
    limits = (30, 300.0)
    wordings = WORDINGS.last

    def jobs(self, options: Options) -> list[Job]:
        """A job for each wording, task and seed. Raises AgentError for a task that there is not."""
        names = options.tasks or tuple(TASKS)
        unknown = [name for name in names if name not in TASKS]
        if unknown:
            raise AgentError(
                f"There is no application task {', '.join(unknown)}.",
                f"There are: {', '.join(TASKS)}",
            )
        return [
            Job(name, seed, wording)
            for wording in options.all_wordings
            for name in names
            for seed in options.all_seeds
        ]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        with TASKS[job.task].stage(place.desktop, job, options) as scene:
            return play(scene, job, options, place)

    def tables(self, results: Sequence[Result], options: Options) -> str:
        several = {name for name, task in TASKS.items() if task.several}
        return tables(results, several, options)


SUITE = Apps()
