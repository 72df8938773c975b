"""Result files: JSON lines, the first of which says what was measured and how."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.errors import AgentError
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.reports.calibration import calibrate

# What may differ between a run and its continuation: more of these only adds episodes.
_GROWS = ("tasks", "seeds", "wordings", "data")


class ResultFileError(AgentError):
    """A result file cannot be used: what is wrong with which file, and what to do."""


@dataclass(slots=True)
class ResultFile:
    """The results of one benchmark with one set of options. Every result is on disk at once."""

    path: Path
    bench: str
    options: Options
    results: list[Result] = field(default_factory=list)
    began: str = ""
    machine: str = ""

    def add(self, result: Result) -> None:
        """Append a result. One of the harness is not kept in the way of another try."""
        self.results.append(result)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result.as_plain(), ensure_ascii=False) + "\n")

    def left(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs without a result; those that the harness failed are tried again."""
        known = {result.job for result in self.results if result.failure != "harness"}
        return [job for job in jobs if job not in known]

    def of(self, jobs: Iterable[Job]) -> list[Result]:
        """The last result of each job that has one, in the order of the jobs."""
        last = {result.job: result for result in self.results}
        return [last[job] for job in jobs if job in last]


def open_results(path: Path, bench: str, options: Options) -> ResultFile:
    """The file to write results to: a new one, or one of the same benchmark and options, which is
    then gone on with. A half line at its end, from a break, is dropped. For a new file the machine
    is calibrated first, which takes some seconds.

    Raises:
        ResultFileError: the file holds something else.
        OSError: it cannot be written.
    """
    if not path.exists() or path.stat().st_size == 0:
        path.parent.mkdir(parents=True, exist_ok=True)
        header = {
            "bench": bench,
            "options": _published(options),
            "machine": machine(),
            "began": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        }
        path.write_text(json.dumps(header, ensure_ascii=False) + "\n", encoding="utf-8")
        return ResultFile(path, bench, options, [], str(header["began"]), str(header["machine"]))
    known = read_results(path)
    if known.bench != bench or _fixed(known.options) != _fixed(options):
        raise ResultFileError(
            f"{path} holds results of `{known.bench}` with other options. "
            "Choose another file, or remove it."
        )
    whole = path.read_bytes()
    if not whole.endswith(b"\n"):
        path.write_bytes(whole[: whole.rfind(b"\n") + 1])
    known.options = options
    return known


def read_results(path: Path) -> ResultFile:
    """What a result file holds.

    Raises:
        ResultFileError: it is none, or a line in it is damaged (the last one may be cut off).
        OSError: it cannot be read.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    try:
        header: dict[str, Any] = json.loads(lines[0])
        options = Options.from_plain(header["options"])
        began, described = str(header["began"]), str(header["machine"])
        file = ResultFile(path, str(header["bench"]), options, [], began, described)
    except (ValueError, KeyError, TypeError) as problem:
        raise ResultFileError(
            f"{path} is no result file of `deskhand bench`: its first line is not a header."
        ) from problem
    # What stands behind the last line break is empty, or was cut off by a break.
    for number, line in enumerate(lines[1:-1], start=2):
        try:
            file.results.append(Result.from_plain(json.loads(line)))
        except (ValueError, KeyError, TypeError) as problem:
            raise ResultFileError(f"{path}, line {number}: this is no result.") from problem
    return file


def _published(options: Options) -> dict[str, Any]:
    """The options as they stand in a file that others may read: folders of this machine are nobody
    else's business."""
    return {**options.as_plain(), "data": options.data.name if options.data else None}


def _fixed(options: Options) -> dict[str, Any]:
    return {name: value for name, value in options.as_plain().items() if name not in _GROWS}


def machine() -> str:
    """The machine in words: cores, processor, memory, system, and how fast it is just now
    (benchmarks.reports.calibration)."""
    import psutil

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    name = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        with information.open(encoding="utf-8") as file:
            name = next((x.split(":")[1].strip() for x in file if "model name" in x), name)
    memory = psutil.virtual_memory().total / 2**30
    plural = "" if cores == 1 else "s"
    return (
        f"{cores} core{plural} of {name}, {memory:.0f} GiB, no GPU used, {platform.system()}; "
        f"{calibrate().words()}"
    )
