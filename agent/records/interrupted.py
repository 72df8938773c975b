"""Runs whose process was killed or crashed: found by the next start, told once, closed."""

from __future__ import annotations

import contextlib
import json
import time
from datetime import datetime
from pathlib import Path

from agent.records.archive import by_age
from agent.records.summary import Summary, summary
from models.files.whole_file import PART, write_whole
from vision.core.elements import one_line

_MOST_OF_TASK = 60


def tell_once(under: Path) -> list[str]:
    """A sentence for each run in the folder `under` whose process is gone without having written
    how the run ended, oldest first. Writes that end down, so that none is told of again.

    Raises:
        OSError: that cannot be written.
    """
    told = []
    for run in left_open(under):
        folder, words = under / run.name, _words(run, under)
        for part in folder.glob(f"*{PART}"):
            part.unlink(missing_ok=True)
        end = {"kind": "interrupted", "message": words, "noticed": time.time()}
        text = json.dumps(end, ensure_ascii=False, indent=1) + "\n"
        write_whole(folder / "outcome.json", text)
        told.append(words)
    return told


def left_open(under: Path) -> list[Summary]:
    """The runs in the folder `under` whose process is gone without having written how they
    ended, oldest first."""
    found = []
    for folder in by_age(under):
        # Another process may delete it at this moment.
        with contextlib.suppress(FileNotFoundError):
            found.append(summary(folder))
    return [run for run in found if run.kind == "interrupted" and not run.message]


def _words(run: Summary, under: Path) -> str:
    """In a sentence, with the day when that was not today."""
    started = datetime.fromtimestamp(run.started)
    today = started.date() == datetime.now().date()
    when = started.strftime("%H:%M" if today else "%Y-%m-%d %H:%M")
    return (
        f"The run of {when} (“{one_line(run.task, _MOST_OF_TASK)}”) was interrupted at step "
        f"{run.steps + 1}: Deskhand was killed or crashed. The record of its steps is kept in "
        f"{under / run.name}. Check the screen before you start the task again."
    )
