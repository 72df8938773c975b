"""Runs whose process was killed or crashed: found by the next start, told once, closed."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import psutil

from agent.desktop.xserver import runs
from agent.records.archive import by_age
from models.files.whole_file import PART, write_whole

# A process that began within so many seconds of the time noted is the one noted.
_SAME = 1.0
_MOST_OF_TASK = 60


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A run that came to no end: its record, its task, when it began, and the step it was at."""

    folder: Path
    task: str
    started: datetime
    step: int

    def words(self) -> str:
        """In a sentence, with the day when that was not today."""
        today = self.started.date() == datetime.now(self.started.tzinfo).date()
        when = self.started.strftime("%H:%M" if today else "%Y-%m-%d %H:%M")
        task = self.task if len(self.task) <= _MOST_OF_TASK else self.task[:_MOST_OF_TASK] + "…"
        return (
            f"The run of {when} (“{' '.join(task.split())}”) was interrupted at step {self.step}: "
            "Deskhand was killed or crashed. The record of its steps is kept in "
            f"{self.folder}. Check the screen before you start the task again."
        )


def tell_once(under: Path) -> list[str]:
    """A sentence for each run in the folder `under` whose process is gone without having written
    how the run ended, oldest first. Writes that end down, so that none is told of again.

    Raises:
        OSError: that cannot be written.
    """
    told = []
    for run in by_age(under):
        found = _interrupted(run)
        if found is None:
            continue
        words = found.words()
        for part in run.glob(f"*{PART}"):
            part.unlink(missing_ok=True)
        end = {"kind": "interrupted", "message": words, "noticed": time.time()}
        path = run / "outcome.json"
        write_whole(path, json.dumps(end, ensure_ascii=False, indent=1) + "\n")
        told.append(words)
    return told


def goes_on(folder: Path) -> bool:
    """Whether a run still writes into this record."""
    if (folder / "outcome.json").exists():
        return False
    try:
        number, created = json.loads((folder / "task.json").read_text("utf-8"))["process"]
        return lives(int(number), float(created))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def left_open(under: Path) -> list[Interrupted]:
    """The runs in the folder `under` whose process is gone without having written how they
    ended."""
    return [found for run in by_age(under) if (found := _interrupted(run)) is not None]


def _interrupted(folder: Path) -> Interrupted | None:
    """The run in this folder, if it has no end and its process is gone. None also for a record of
    an older version, or one that cannot be understood: nothing is known of its process."""
    if (folder / "outcome.json").exists():
        return None
    try:
        data = json.loads((folder / "task.json").read_text("utf-8"))
        number, created = data["process"]
        if lives(int(number), float(created)):
            return None
        started = datetime.strptime(data["started"], "%Y-%m-%dT%H:%M:%S%z")
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    done = len([path for path in folder.glob("step-*.json") if path.stem[5:].isdigit()])
    return Interrupted(folder, str(data["task"]), started, done + 1)


def lives(number: int, created: float) -> bool:
    """Whether the process with this number that began at `created` (seconds since the epoch) is
    still there."""
    try:
        process = psutil.Process(number)
        return abs(process.create_time() - created) < _SAME and runs(process)
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True  # Another user's: it cannot be known to be another one.
