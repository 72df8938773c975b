"""Made-up records of runs, as agent/records/writer.py writes them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def made_run(
    runs: Path,
    number: int,
    steps: Sequence[Mapping[str, Any]] = (),
    outcome: Mapping[str, Any] | None = None,
    process: Sequence[float] = (2**22 + 5, 1.0),
) -> Path:
    """A record with these timings and this end (None: none); the process has gone unless it is
    said to be another one. Its folder."""
    folder = runs / f"20260101-0000{number:02d}-task"
    folder.mkdir(parents=True)
    task = {"task": "write it", "model": "m", "started": "2026-01-01T00:00:00+0000"}
    (folder / "task.json").write_text(json.dumps({**task, "process": list(process)}))
    for place, timings in enumerate(steps, start=1):
        data = {"step": place, "timings": dict(timings)}
        (folder / f"step-{place:03d}.json").write_text(json.dumps(data))
        (folder / f"step-{place:03d}-map.json").write_text('{"elements": []}')
    if outcome is not None:
        (folder / "outcome.json").write_text(json.dumps(dict(outcome)))
    os.utime(folder, (1_767_225_600 + number,) * 2)
    return folder
