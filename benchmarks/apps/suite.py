"""The applications benchmark: its tasks, and how one is played."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence

from agent.errors import AgentError
from benchmarks.apps.base import Task
from benchmarks.apps.tables import tables
from benchmarks.jobs import Job, Options, Result
from benchmarks.play import play
from benchmarks.suites import Place

_MODULES = ("editor", "calculator", "files", "terminal", "office", "web", "across")


def _all_tasks() -> dict[str, Task]:
    found: dict[str, Task] = {}
    for name in _MODULES:
        if importlib.util.find_spec(f"benchmarks.apps.{name}") is not None:
            found |= importlib.import_module(f"benchmarks.apps.{name}").TASKS
    return found


TASKS = _all_tasks()


class Apps:
    """Tasks on real applications, one or several at a time."""

    size = (1280, 800)
    limits = (30, 300.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each task and seed. Raises AgentError for a task that there is not."""
        names = options.tasks or tuple(TASKS)
        unknown = [name for name in names if name not in TASKS]
        if unknown:
            raise AgentError(
                f"There is no application task {', '.join(unknown)}.",
                f"There are: {', '.join(TASKS)}",
            )
        return [Job(name, seed) for name in names for seed in options.all_seeds]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        with TASKS[job.task].stage(place.desktop, job, options) as scene:
            return play(scene, job, options, place)

    def tables(self, results: Sequence[Result], options: Options) -> str:
        several = {name for name, task in TASKS.items() if task.several}
        return tables(results, several)


SUITE = Apps()
