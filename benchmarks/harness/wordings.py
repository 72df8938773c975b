"""The tasks of a benchmark as different people would say them, kept in a file beside it.

The file is TOML: a table for each task, with a text for each wording ("0", the usual one, "1", …)
and the `language` of its last one. A text has named fields for the values of an episode; a list of
texts is taken in turn by the seeds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness.jobs import Job

Texts = tuple[str, ...]
"""One wording: its texts, in turn by the seeds."""


@dataclass(frozen=True, slots=True)
class Wordings:
    """The wordings of tasks by name. All tasks have equally many."""

    tasks: Mapping[str, tuple[Texts, ...]]
    languages: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> Wordings:
        """Read a file.

        Raises:
            ValueError: it is no such file, or a task in it lacks a wording.
            OSError: it cannot be read.
        """
        tables: dict[str, dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))
        languages = {name: str(table.pop("language")) for name, table in tables.items()}
        tasks = {name: _in_order(name, table) for name, table in tables.items()}
        if len({len(texts) for texts in tasks.values()}) != 1:
            raise ValueError(f"{path.name}: not every task has equally many wordings")
        return cls(tasks, languages)

    @property
    def last(self) -> int:
        """The number of the last wording."""
        return len(next(iter(self.tasks.values()))) - 1

    def told(self, job: Job, **values: object) -> str:
        """The task of a job, with its values.

        Raises:
            KeyError: there is no such task, or it wants another value.
            IndexError: it has no such wording.
        """
        texts = self.tasks[job.task][job.wording]
        return texts[job.seed % len(texts)].format(**values)


def _in_order(name: str, table: Mapping[str, Any]) -> tuple[Texts, ...]:
    if list(table) != [str(number) for number in range(len(table))]:
        raise ValueError(f"{name}: the wordings must be 0, 1, … in this order")
    texts = table.values()
    return tuple((text,) if isinstance(text, str) else tuple(text) for text in texts)
