"""The stored runs as a list: searched, filtered, in pages. The folders are read each time; what is
known of a run that has not changed since is remembered: a list of hundreds stands at once."""

from __future__ import annotations

import contextlib
import functools
import time
from dataclasses import dataclass
from pathlib import Path

from agent.records.archive import folders
from agent.records.summary import RUN_KINDS, RunKind, Summary, summary

# Seconds. A folder that changed so shortly before it was read may have changed again unseen.
_SETTLED = 2.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which runs are asked for: those whose task holds all `words`, with this outcome and model
    ('' for any); `count` of them, None for all, from number `first` on, the newest being 0."""

    words: str = ""
    kind: RunKind | str = ""
    model: str = ""
    first: int = 0
    count: int | None = 25

    def fits(self, run: Summary) -> bool:
        task = run.task.casefold()
        same = self.kind in ("", run.kind) and self.model in ("", run.model)
        return same and all(word in task for word in self.words.casefold().split())


@dataclass(frozen=True, slots=True)
class Found:
    """Runs, newest first: one page of `matching` in all. Of everything stored: how many runs,
    their bytes, the models and the outcomes that occur."""

    runs: tuple[Summary, ...]
    matching: int
    stored: int
    bytes: int
    models: tuple[str, ...]
    kinds: tuple[RunKind, ...]


def find_runs(under: Path, wanted: Wanted) -> Found:
    """The runs in the folder `under` that are asked for.

    Raises:
        OSError: the folder cannot be listed.
    """
    runs = []
    for path in folders(under):
        # Another process may delete it at this moment.
        with contextlib.suppress(OSError):
            runs.append(_summary(path))
    runs.sort(key=lambda run: (run.started, run.name), reverse=True)
    fitting = [run for run in runs if wanted.fits(run)]
    end = None if wanted.count is None else wanted.first + wanted.count
    return Found(
        tuple(fitting[wanted.first : end]),
        len(fitting),
        len(runs),
        sum(run.bytes for run in runs),
        tuple(sorted({run.model for run in runs} - {""})),
        tuple(kind for kind in RUN_KINDS if any(run.kind == kind for run in runs)),
    )


def _summary(folder: Path) -> Summary:
    # Files of a record come into place by a new name, which changes the folder too.
    changed = folder.stat().st_mtime_ns
    if changed / 1e9 > time.time() - _SETTLED:
        return summary(folder)
    known = _remembered(folder, changed)
    return summary(folder) if known.kind == "goes on" else known


@functools.lru_cache(4096)
def _remembered(folder: Path, changed: int) -> Summary:
    """`changed` tells one state of the folder from another: nanoseconds since the epoch."""
    return summary(folder)
