"""Seconds per step by stage on real tasks: `python -m benchmarks [--variants N] [--save]`."""

from __future__ import annotations

import os
import platform
import resource
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent import offline

if TYPE_CHECKING:
    from benchmarks.scenes import Scene

STAGES = ("settle", "grab", "ocr", "detect", "merge", "plan", "prompt", "generate", "act")
RESULTS = Path(__file__).parent / "RESULTS.md"


@dataclass
class Measured:
    """What the runs of one task cost."""

    runs: int = 0
    done: int = 0
    right: int = 0
    seconds: float = 0.0
    steps: int = 0
    stages: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    prompts: int = 0
    prompt_tokens: int = 0
    read_tokens: int = 0
    new_tokens: int = 0
    replies: int = 0
    unusable: int = 0


def main(
    variants: Annotated[int, typer.Option(help="Runs of each task.")] = 3,
    save: Annotated[bool, typer.Option("--save", help="Append to RESULTS.md.")] = False,
) -> None:
    """Run every task and print a table."""
    offline.apply()
    os.environ["GSETTINGS_BACKEND"] = "memory"
    from agent.desktop import start
    from benchmarks.scenes import TASKS
    from models.store import DEFAULT_MODEL

    measured: dict[str, Measured] = {}
    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        for name, prepare in TASKS.items():
            measured[name] = Measured()
            for variant in range(1, variants + 1):
                with prepare(desktop, variant) as scene:
                    _run(scene, measured[name], DEFAULT_MODEL)
                print(f"{name} {variant}: {measured[name].right} right", file=sys.stderr)
    text = _report(measured, DEFAULT_MODEL)
    print(text)
    if save:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write("\n" + text)


def _run(scene: Scene, measured: Measured, model: str) -> None:
    from agent.events import Ended, Event, Stepped
    from agent.session import Settings, run_task
    from agent.stop import StopSwitch

    def tell(event: Event) -> None:
        if isinstance(event, Stepped):
            step = event.step
            measured.steps += 1
            for stage, seconds in step.timings.items():
                measured.stages[stage] += seconds
            if step.prompt_tokens:
                measured.prompts += 1
                measured.prompt_tokens += step.prompt_tokens
                measured.read_tokens += step.prompt_tokens - step.cached_tokens
                measured.new_tokens += step.new_tokens
        elif isinstance(event, Ended):
            measured.replies += event.replies
            measured.unusable += event.unusable
            measured.seconds += event.seconds

    outcome = run_task(scene.task, tell=tell, stop=StopSwitch(), settings=Settings(model, 12))
    measured.runs += 1
    measured.done += outcome.kind == "done"
    measured.right += outcome.kind == "done" and not scene.wrong()


def _report(measured: dict[str, Measured], model: str) -> str:
    lines = [
        f"## Steps, {time.strftime('%Y-%m-%d')}",
        "",
        f"Machine: {_machine()}. Model: {model}. "
        f"Command: `{' '.join(['python -m benchmarks', *sys.argv[1:]])}`.",
        "Seconds per step by stage; plan is the splitting of the task, once a run.",
        "",
        "| task | right | s/run | steps/run | " + " | ".join(STAGES) + " | s/step |",
        "|---|---|---|---|" + "---|" * (len(STAGES) + 1),
    ]
    for name, m in measured.items():
        steps = max(1, m.steps)
        cells = [f"{m.stages[stage] / steps:.2f}" for stage in STAGES]
        total = sum(m.stages.values()) / steps
        lines.append(
            f"| {name} | {m.right}/{m.runs} | {m.seconds / m.runs:.1f} | {m.steps / m.runs:.1f} | "
            + " | ".join(cells)
            + f" | {total:.2f} |"
        )
    lines += ["", *_tokens(measured)]
    return "\n".join(lines) + "\n"


def _tokens(measured: dict[str, Measured]) -> list[str]:
    every = measured.values()
    prompts = max(1, sum(m.prompts for m in every))
    read, new = sum(m.read_tokens for m in every), sum(m.new_tokens for m in every)
    reading = max(1e-9, sum(m.stages["prompt"] for m in every))
    writing = max(1e-9, sum(m.stages["generate"] for m in every))
    replies, unusable = sum(m.replies for m in every), sum(m.unusable for m in every)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return [
        f"- Tokens per prompt: {sum(m.prompt_tokens for m in every) / prompts:.0f}, of which "
        f"{read / prompts:.0f} were not kept from the last prompt; per reply: {new / prompts:.0f}",
        f"- Tokens per second: {read / reading:.0f} read, {new / writing:.1f} written",
        f"- Replies of the model: {replies}, not usable: {unusable}",
        f"- Peak memory of the process: {peak:.2f} GB (without the browser and the desktop)",
    ]


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    name = platform.processor() or platform.machine()
    with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
        name = next((line.split(":")[1].strip() for line in file if "model name" in line), name)
    return f"{cores} cores of {name}, no GPU, {platform.system()}"


if __name__ == "__main__":
    typer.run(main)
