"""One measurement in a process of its own, so that no other one has warmed or filled anything.

The request is a line on its standard input, the figures are a line on its standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from agent.desktop.virtual_desktop import Desktop
from benchmarks.harness.worker import own_output

_MOST_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Request:
    """What to measure: a name of `benchmarks.speed.suite`, how often, and with what."""

    name: str
    model: str
    ocr: str
    rounds: int


def measured(desktop: Desktop, request: Request) -> dict[str, float]:
    """The figures of a measurement, made by a new process that ends with `desktop`.

    Raises:
        RuntimeError: it failed; the message ends with the last line that it wrote.
        TimeoutError: it took longer than an hour.
    """
    root = str(Path(__file__).parents[2])
    found = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    process = desktop.launch(
        [sys.executable, "-c", "from benchmarks.speed.child import main; main()"],
        env={"PYTHONPATH": found},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        out, said = process.communicate(json.dumps(asdict(request)), _MOST_SECONDS)
    except subprocess.TimeoutExpired as problem:
        raise TimeoutError(f"{request.name} took more than {_MOST_SECONDS:.0f} s") from problem
    finally:
        process.kill()
        process.wait()
    if process.returncode != 0:
        last = (said.strip().splitlines() or ["it said nothing"])[-1]
        raise RuntimeError(
            f"{request.name} could not be measured (exit code {process.returncode}): {last}"
        )
    figures: dict[str, float] = json.loads(out.splitlines()[-1])
    return figures


def main() -> None:
    """Answer the request on standard input."""
    from agent.diagnostics import offline

    offline.apply()
    answers = own_output()
    figures = _figures(Request(**json.loads(sys.stdin.readline())))
    answers.write(json.dumps(figures) + "\n")
    answers.close()


def _figures(request: Request) -> dict[str, float]:
    from benchmarks.speed import frames, language, whole

    kind, _, size = request.name.partition("-")
    match kind:
        case "frames":
            width, height = size.split("x")
            return frames.measure((int(width), int(height)), request.ocr, request.rounds)
        case "model":
            return language.measure(request.model, request.rounds)
        case "memory":
            return whole.memory(request.model, request.ocr)
        case "first":
            return whole.first_action(request.model, request.ocr)
        case _:
            raise ValueError(f"there is no measurement {request.name}")
