"""What the last records tell about this machine: seconds by stage, connections, how runs ended."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.records import loose
from agent.records.archive import by_age

MOST_RUNS = 20
# What people read, with the stages of agent/trajectory.py that it is made of; the rest is "other".
STAGES: Mapping[str, tuple[str, ...]] = {
    "Waiting for screen": ("settle",),
    "Capture": ("grab",),
    "Reading text": ("ocr",),
    "Finding controls": ("detect", "shapes", "merge", "captions"),
    "Deciding": ("prompt", "generate"),
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
    ends = [(run.name, loose.object_in(run / "outcome.json") or {}) for run in reversed(runs)]
    refused = [each for _, end in ends for each in loose.texts(end, "refused")]
    return LastRuns(
        len(runs),
        len(steps),
        statistics.median(sum(step.values()) for step in steps) if steps else 0.0,
        _medians(steps),
        sum(loose.count(end, "outbound_connections") for _, end in ends),
        sum(loose.count(end, "refused_connections") for _, end in ends),
        tuple(dict.fromkeys(refused)),
        tuple(
            End(name, loose.text(end, "kind"), loose.text(end, "message"))
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
    found = (loose.inner(loose.object_in(path) or {}, "timings") for path in paths)
    return [_grouped(timings) for timings in found if timings]


def _grouped(timings: loose.Plain) -> dict[str, float]:
    names = {stage: name for name, stages in STAGES.items() for stage in stages}
    found: dict[str, float] = {}
    for stage in timings:
        seconds, name = loose.number(timings, stage) or 0.0, names.get(stage, OTHER)
        found[name] = found.get(name, 0.0) + max(seconds, 0.0)
    return found
