"""What a list of runs shows of one: read from its folder in a few small files."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, get_args

from agent.desktop.xserver import lives
from agent.records import loose
from agent.records.verdict import verdict
from agent.trajectory import OutcomeKind

RunKind = Literal[OutcomeKind, "interrupted", "goes on", "unknown"]
"""How a run ended, or that it did not."""
RUN_KINDS: tuple[RunKind, ...] = (*get_args(OutcomeKind), "interrupted", "goes on", "unknown")
KIND_WORDS: dict[RunKind, str] = {
    "done": "Done",
    "unsure": "Perhaps done",
    "failed": "Not done",
    "stopped": "Stopped",
    "step limit": "Step limit reached",
    "error": "Error",
    "interrupted": "Interrupted",
    "goes on": "In progress",
    "unknown": "End not known",
}
_STEP = re.compile(r"step-\d+\.json")
_STARTED = "%Y-%m-%dT%H:%M:%S%z"


@dataclass(frozen=True, slots=True)
class Summary:
    """One stored run. `started` is seconds since the epoch, `seconds` how long it took (None: not
    known), `bytes` the size of its files, `right` what the person said of it (None: nothing).
    `outbound` and `refused` are connections to other machines."""

    name: str
    started: float
    task: str
    model: str
    kind: RunKind
    message: str
    steps: int
    seconds: float | None
    bytes: int
    outbound: int = 0
    refused: int = 0
    right: bool | None = None


def summary(folder: Path) -> Summary:
    """The run in this folder, as far as its files can be understood.

    Raises:
        OSError: the folder is gone, or cannot be listed.
    """
    files = [path for path in folder.iterdir() if path.is_file()]
    task = loose.object_in(folder / "task.json") or {}
    end = loose.object_in(folder / "outcome.json")
    said = verdict(folder)
    told = end or {}
    return Summary(
        name=folder.name,
        started=_started(task, folder),
        task=loose.text(task, "task"),
        model=loose.text(task, "model"),
        kind=run_kind(folder, task, end),
        message=loose.text(told, "message"),
        steps=sum(_STEP.fullmatch(path.name) is not None for path in files),
        seconds=loose.number(told, "seconds"),
        bytes=sum(path.stat().st_size for path in files),
        outbound=loose.count(told, "outbound_connections"),
        refused=loose.count(told, "refused_connections"),
        right=said.right if said else None,
    )


def run_kind(folder: Path, task: loose.Plain, end: loose.Plain | None) -> RunKind:
    """How the run ended. Without an end its process tells whether it goes on; "unknown" when
    nothing can be told."""
    if end is not None:
        kind = loose.text(end, "kind")
        return next((known for known in RUN_KINDS if known == kind), "unknown")
    process = loose.numbers(task, "process")
    if len(process) != 2 or (folder / "outcome.json").exists():
        return "unknown"
    return "goes on" if lives(int(process[0]), process[1]) else "interrupted"


def _started(task: loose.Plain, folder: Path) -> float:
    """When the run began; from the folder's name when the file does not say it."""
    try:
        return datetime.strptime(loose.text(task, "started"), _STARTED).timestamp()
    except (ValueError, OverflowError):
        pass
    try:
        return time.mktime(time.strptime(folder.name[:15], "%Y%m%d-%H%M%S"))
    except (ValueError, OverflowError):
        return folder.stat().st_mtime
