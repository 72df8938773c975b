"""Records of runs made up for tests: written by the product itself, or many small ones at once."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agent.actions import Click, TypeText
from agent.diagnostics.network_guard import Traffic
from agent.events import Asking, Ended, Judged
from agent.records.writer import RunFolder
from agent.trajectory import By, Effect, EffectKind, Outcome, OutcomeKind, Step
from models.runtime.llm import Piece
from tests.support.made_maps import element, made_map
from vision.capture.screen import Pixels, Screenshot
from vision.core.elements import ElementMap
from vision.core.geometry import Box

GRAMMAR = 'root ::= "{}"'
PROMPT = "[system]\nYou choose.\n\n[user]\nScreen:\n- Save button\n\nTask: save it"


@dataclass(frozen=True)
class Did:
    """One step of a run that is made up."""

    what: str
    effect: EffectKind = "confirmed"
    evidence: str = "it shows it"
    reply: str = '{"reason": "so", "actions": [{"click": "Save button"}]}'
    grammar: str = GRAMMAR
    pieces: tuple[Piece, ...] = ()
    by: By = "model"


def desk(shade: int, size: tuple[int, int] = (640, 480)) -> ElementMap:
    """A screen with three buttons on a ground of its own grey."""
    width, height = size
    pixels: Pixels = np.full((height, width, 3), shade, np.uint8)
    for left in (20, 160, 300):
        pixels[60:90, left : left + 110] = (90, 120, 200)
    boxes = [Box(left, 60, left + 110, 90) for left in (20, 160, 300)]
    names = ("Open", "Save", "Quit")
    elements = [
        element(n, "button", name, box)
        for n, (name, box) in enumerate(zip(names, boxes, strict=True), start=1)
    ]
    return made_map(elements, screenshot=Screenshot(pixels))


def made_run(
    under: Path,
    task: str,
    did: Sequence[Did],
    *,
    model: str = "small-model",
    outcome: OutcomeKind | None = "done",
    message: str = "It is saved.",
    started: str = "2026-03-01T10:00:00+0000",
    size: tuple[int, int] = (640, 480),
    question: bool = False,
) -> Path:
    """A record as a run writes it; without an outcome its process (this one) still goes on."""
    folder = RunFolder(task, model, under)
    path = folder.path / "task.json"
    told = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**told, "started": started}), "utf-8")
    folder.plan(["✓ open it", "· save it"])
    for number, one in enumerate(did, start=1):
        seen = desk(250 - 12 * number, size)
        if question and number == 1:
            crop = seen.screenshot.pixels[40:110, 0:400]
            folder.told(Asking(1, 1, one.what, "Editor", ("It sends something.",), crop, 10))
            folder.told(Judged(1, one.what, True, "you allowed it", 1, "once"))
        action = TypeText("Grüße", 1) if one.what.startswith("type") else Click(2)
        folder.step(
            Step(number, seen, PROMPT, one.reply, action, one.what, "the task says so",
                 Effect(one.effect, one.evidence), {"ocr": 0.5, "generate": 1.25, "act": 0.25},
                 120, 90, 14, one.grammar, one.pieces, one.by)
        )  # fmt: skip
    if outcome is not None:
        traffic = Traffic(0, 2, ("connect 192.0.2.1", "getaddrinfo example.org"))
        end = Ended(Outcome(outcome, message), folder.path, 2.0 * len(did), len(did), 0, traffic)
        folder.end(end, desk(245, size))
    return folder.path


def many(under: Path, count: int) -> list[Path]:
    """Small records, a minute apart, the last one the newest; without pictures."""
    paths = []
    for number in range(count):
        began = time.gmtime(1_700_000_000 + 60 * number)
        path = under / f"{time.strftime('%Y%m%d-%H%M%S', began)}-task-{number}"
        path.mkdir(parents=True)
        write(path / "task.json", {
            "task": f"Task number {number}: calculate {number} * 7", "model": f"model-{number % 3}",
            "started": time.strftime("%Y-%m-%dT%H:%M:%S+0000", began), "process": [1, 1.0],
        })  # fmt: skip
        kind = ("done", "failed", "stopped", "step limit")[number % 4]
        write(path / "outcome.json", {"kind": kind, "message": "m", "seconds": 1.0 * number,
                                      "refused_connections": number % 2})  # fmt: skip
        for step in range(1, 4):
            write(path / f"step-{step:03d}.json", {"step": step, "description": "click"})
        paths.append(path)
    return paths


def write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
