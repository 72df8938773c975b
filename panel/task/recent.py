"""The tasks of the last runs, to be used again."""

from __future__ import annotations

from pathlib import Path

from agent.records.listing import Wanted, find_runs
from agent.secrets.redaction import MASK

MOST = 20
_LOOKED_AT = 100


def recent_tasks(under: Path) -> list[str]:
    """The tasks of the runs in this folder, the last one first, each once. One that held a secret
    is left out: only its mask was kept.

    Raises:
        OSError: the folder cannot be listed.
    """
    found = find_runs(under, Wanted(count=_LOOKED_AT)).runs
    tasks = (run.task.strip() for run in found)
    return list(dict.fromkeys(task for task in tasks if task and MASK not in task))[:MOST]
