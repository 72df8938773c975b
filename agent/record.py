"""The run folder: everything that a run saw, asked, was told, did and caused, as plain files.

task.json            task, model, time
plan.txt             the parts of the task, as last ticked
step-001.json        reason, action, effect, timings, tokens
step-001.png         what was seen before the action
step-001-map.json    the elements, as `deskhand see --json` prints them
step-001-prompt.txt, step-001-reply.txt
ask-001.png          the picture beside a question
decisions.jsonl      each question and refusal, with the answer, one a line
final.png            what was seen last
outcome.json         how it ended
"""

from __future__ import annotations

import dataclasses
import json
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.events import Asking, Ended, Event, Judged, Planned, Stepped
from agent.trajectory import Step
from models.paths import runs_folder
from vision.elements import ElementMap
from vision.screen import save_png


class RunFolder:
    """Writes as the run goes on, so that what happened is there whatever happens next."""

    def __init__(self, task: str, model: str, under: Path | None = None) -> None:
        self.path = _new_folder(under or runs_folder(), task)
        self._write(
            "task.json",
            {"task": task, "model": model, "started": time.strftime("%Y-%m-%dT%H:%M:%S%z")},
        )

    def told(self, event: Event) -> None:
        """Write down what an event of the run says, if it belongs into the record."""
        match event:
            case Stepped():
                self.step(event.step)
            case Planned():
                self.plan(event.lines)
            case Asking():
                save_png(event.picture, self.path / f"ask-{event.number:03d}.png")
                self._decision({"asked": event.number, "step": event.step,
                                "description": event.description, "where": event.where,
                                "why": event.why})  # fmt: skip
            case Judged():
                self._decision(dataclasses.asdict(event))

    def _decision(self, entry: dict[str, Any]) -> None:
        with (self.path / "decisions.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")

    def plan(self, lines: Sequence[str]) -> None:
        (self.path / "plan.txt").write_text("\n".join(lines) + "\n", "utf-8")

    def step(self, step: Step) -> None:
        name = f"step-{step.number:03d}"
        save_png(step.map.screenshot.pixels, self.path / f"{name}.png")
        (self.path / f"{name}-prompt.txt").write_text(step.prompt, "utf-8")
        (self.path / f"{name}-reply.txt").write_text(step.reply, "utf-8")
        self._write(
            f"{name}-map.json", {"elements": [element.as_plain() for element in step.map.elements]}
        )
        self._write(
            f"{name}.json",
            {
                "step": step.number,
                "description": step.description,
                "reason": step.reason,
                "action": {"type": type(step.action).__name__, **dataclasses.asdict(step.action)},
                "effect": dataclasses.asdict(step.effect),
                "timings": {stage: round(s, 4) for stage, s in step.timings.items()},
                "prompt_tokens": step.prompt_tokens,
                "cached_tokens": step.cached_tokens,
                "new_tokens": step.new_tokens,
            },
        )

    def end(self, end: Ended, last: ElementMap | None) -> None:
        if last is not None:
            save_png(last.screenshot.pixels, self.path / "final.png")
        counts: dict[str, Any] = {"replies": end.replies, "unusable": end.unusable}
        counts["outbound_connections"] = end.traffic.outbound
        counts["refused_connections"] = end.traffic.refusals
        counts["refused"] = end.traffic.refused
        told = {**dataclasses.asdict(end.outcome), "seconds": round(end.seconds, 3), **counts}
        self._write("outcome.json", told)

    def _write(self, name: str, data: dict[str, Any]) -> None:
        text = json.dumps(data, ensure_ascii=False, indent=1)
        (self.path / name).write_text(text + "\n", "utf-8")


def _new_folder(under: Path, task: str) -> Path:
    words = re.sub(r"[^a-z0-9]+", "-", task.lower()).strip("-")[:40].strip("-")
    base = f"{time.strftime('%Y%m%d-%H%M%S')}-{words or 'task'}"
    for number in range(1, 1000):
        path = under / (base if number == 1 else f"{base}-{number}")
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        # Screens may show anything: nobody else on this machine need see them.
        path.chmod(0o700)
        return path
    raise FileExistsError(f"no free name for a run in {under}")
