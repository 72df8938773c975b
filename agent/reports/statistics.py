"""What the last records tell about this machine: seconds by stage, connections, how runs ended."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.records.archive import by_age

MOST_RUNS = 20
# What people read, with the stages of agent/trajectory.py that it is made of; the rest is "other".
STAGES: Mapping[str, tuple[str, ...]] = {
    "Waiting for screen": ("settle",),
    "Capture": ("grab",),
    "Reading text": ("ocr",),
    "Finding controls": ("detect", "shapes", "merge", "captions"),
    "Deciding": ("plan", "prompt", "generate"),
    "Acting": ("act",),
}
OTHER = "Other"


@dataclass(frozen=True, slots=True)
class End:
    """How a run ended that was not done: its folder's name, the kind and the sentence."""

    run: str
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class LastRuns:
    """Of the last `runs` records with `steps` steps: `stages` are median seconds of a step (a stage
    that a step did not need counts as 0), `step` the median of whole steps; connections are sums,
    `refused` what was refused, each once; `ends` are the latest first."""

    runs: int = 0
    steps: int = 0
    step: float = 0.0
    stages: Mapping[str, float] = field(default_factory=dict)
    outbound: int = 0
    refusals: int = 0
    refused: tuple[str, ...] = ()
    ends: tuple[End, ...] = ()


def last_runs(under: Path, most: int = MOST_RUNS) -> LastRuns:
    """The last `most` records in a folder. What cannot be understood is left out."""
    runs = by_age(under)[-most:]
    steps = [timings for run in runs for timings in _steps(run)]
    ends = [(run.name, _read(run / "outcome.json")) for run in reversed(runs)]
    refused = [str(each) for _, end in ends for each in _list(end.get("refused"))]
    return LastRuns(
        len(runs),
        len(steps),
        statistics.median(sum(step.values()) for step in steps) if steps else 0.0,
        _medians(steps),
        sum(_whole(end.get("outbound_connections")) for _, end in ends),
        sum(_whole(end.get("refused_connections")) for _, end in ends),
        tuple(dict.fromkeys(refused)),
        tuple(
            End(name, str(end["kind"]), str(end.get("message", "")))
            for name, end in ends
            if end.get("kind", "done") != "done"
        ),
    )


def _medians(steps: Sequence[Mapping[str, float]]) -> dict[str, float]:
    if not steps:
        return {}
    return {
        name: statistics.median(step.get(name, 0.0) for step in steps) for name in (*STAGES, OTHER)
    }


def _steps(folder: Path) -> list[dict[str, float]]:
    """The seconds of each step by the names of STAGES."""
    paths = sorted(path for path in folder.glob("step-*.json") if path.stem[5:].isdigit())
    return [_grouped(found) for path in paths if (found := _read(path).get("timings"))]


def _grouped(timings: Any) -> dict[str, float]:
    names = {stage: name for name, stages in STAGES.items() for stage in stages}
    found: dict[str, float] = {}
    for stage, seconds in timings.items() if isinstance(timings, dict) else ():
        if isinstance(seconds, int | float) and seconds >= 0:
            name = names.get(stage, OTHER)
            found[name] = found.get(name, 0.0) + float(seconds)
    return found


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _list(found: Any) -> list[Any]:
    return found if isinstance(found, list) else []


def _whole(found: Any) -> int:
    return found if isinstance(found, int) else 0
